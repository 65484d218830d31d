# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_facts cimport PackedRule
from referee.record.packed_memo cimport WordMemo


@cython.final
cdef class PackedBetween:
    cdef readonly object table
    cdef WordMemo _eldest
    cdef readonly PackedRule adjust, back, back_total, end, loser_pays, out, winner_takes
    cdef readonly list criteria
    cdef readonly long long[::1] highest
    cdef readonly long long entry, no_case, price
    cdef readonly int seats
    cdef readonly bint adjusts, by_highest, comes_back, ends, ends_for_all, open, puts_out, returns

    @cython.locals(key=cython.longlong, known=cython.longlong)
    cpdef int next_eldest(self, int eldest, int closer, int seats) except? -1

    cdef int _learn_eldest(self, long long key, int eldest, int closer, int seats) except? -1
