# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Rows of machine words; a bound is checked wherever a row is read.
cimport cython


@cython.final
cdef class PackedRound:
    cdef readonly long long[::1] hands, seats, points, scores, totals
    cdef public long long thrown
    cdef public int places, first, closer, turns, stock_left, reshuffles, scored, totalled, coming, outcome, passes
    cdef public bint taken, wins
