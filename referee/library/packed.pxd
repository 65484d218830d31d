# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# What is done for each record, without a step of the interpreter.
cimport cython

from referee.record.packed_reader cimport PackedReader
from referee.record.packed_road cimport PackedClean, PackedRoad


@cython.final
cdef class PackedHead:
    cdef readonly object digest, record, rule_set, what_if
    cdef readonly PackedRoad road
    cdef readonly bytes rest
    cdef readonly int seats
    cdef public long long puts


@cython.final
cdef class PackedRecords:
    cdef object _library, _recent
    cdef PackedHead _last
    cdef dict _heads
    cdef list _lines, _messages

    @cython.locals(head=PackedHead)
    cdef PackedClean _found(self, PackedReader read, bytes content, head_of, what_if, bint named)

    @cython.locals(puts=cython.longlong)
    cdef bint _stands(self, PackedHead head) except -1

    cdef PackedHead _learnt(self, tuple key, record, what_if)
