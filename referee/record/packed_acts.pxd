# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_memo cimport WordMemo
from referee.record.packed_round cimport PackedRound


@cython.final
cdef class PackedActs:
    cdef object _table
    cdef WordMemo _known
    cdef int _made
    cdef readonly long long[::1] owners, places, sweeps

    @cython.locals(key=cython.longlong, place=cython.int, begin=cython.longlong)
    cpdef Py_ssize_t after(self, PackedRound played, int onto) except? -1
