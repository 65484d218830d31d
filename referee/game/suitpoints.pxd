# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Masks in a machine word, tables of bytes, answers without a Python number on the way.
cimport cython


cdef class Beyond:
    cpdef int of_mask(self, unsigned long long mask) except? -1


@cython.final
cdef class SuitPoints:
    cdef Beyond _beyond
    cdef int[::1] _first, _second, _third, _fourth, _joined_first, _joined_second, _joined_third, _joined_fourth
    cdef int _ranks, _twice, _thrice
    cdef unsigned long long _most
    cdef long long _part, _spread
    cdef bint _threes, _fours, _take_all

    @cython.locals(part=cython.longlong, a=cython.longlong, b=cython.longlong, c=cython.longlong, d=cython.longlong,
                   sets=cython.longlong, loose=cython.int)
    cpdef int of_mask(self, unsigned long long mask) except? -1

    @cython.locals(place=cython.Py_ssize_t)
    cpdef of_masks(self, const unsigned long long[::1] masks, int[::1] found)

    @cython.locals(part=cython.longlong, free=cython.longlong)
    cdef int with_sets(self, long long mask, long long sets, int loose) except? -1

    @cython.locals(part=cython.longlong, loose=cython.int)
    cdef int _in_runs(self, long long mask) except? -1

    @cython.locals(rank=cython.longlong, column=cython.longlong, left=cython.longlong)
    cdef int _chosen(self, long long mask, long long sets, int least) except? -1

    @cython.locals(loose=cython.int)
    cdef int _without(self, long long mask, long long sets, int least) except? -1


@cython.final
cdef class PairPoints:
    cdef Beyond _beyond
    cdef bytes _low, _high
    cdef SuitPoints _others
    cdef int _ranks, _twice
    cdef unsigned long long _most
    cdef long long _part, _both

    @cython.locals(low=cython.longlong, high=cython.longlong, x=cython.int, y=cython.int, b=cython.longlong,
                   d=cython.longlong, sets=cython.longlong, loose=cython.int, kept=cython.longlong,
                   left=cython.int)
    cpdef int of_mask(self, unsigned long long mask) except? -1

    @cython.locals(place=cython.Py_ssize_t)
    cpdef of_masks(self, const unsigned long long[::1] masks, int[::1] found)
