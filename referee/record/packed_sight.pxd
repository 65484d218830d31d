# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_melds cimport MeldRows


@cython.final
cdef class PackedSight:
    cdef object _kept, _rules
    cdef long long[::1] _behind, _bits, _first, _found, _lines, _points, _runs, _runs_from, _seen, _set_behind
    cdef long long[::1] _set_first, _sizes, _weights, _worth
    cdef int _count, _ranks, _sets_from, _sets_to, _suits
    cdef long long _column, _row
    cdef readonly bint open
    cdef readonly long long wild

    @cython.locals(suit=cython.int, points=cython.longlong)
    cpdef Py_ssize_t points(self, long long held) except? -1

    @cython.locals(ranks=cython.int, suit=cython.int, whole=cython.longlong, count=cython.int, part=cython.longlong,
                   at=cython.longlong, begin=cython.int, end=cython.int, place=cython.int, b=cython.longlong,
                   c=cython.longlong, d=cython.longlong, several=cython.longlong)
    cpdef bint look(self, long long held, MeldRows found) except -1

    @cython.locals(ranks=cython.int, start=cython.int, count=cython.int, rank=cython.int, at=cython.longlong,
                   part=cython.longlong, number=cython.int, place=cython.int, to=cython.int)
    cdef bint _look_for_sets(self, long long held, long long several, MeldRows found) except -1

    cdef int _put(self, MeldRows found, int place, int to) except -1

    @cython.locals(first=cython.int, place=cython.int)
    cdef int _look_among(self, int begin, int end, long long held) except -1

    @cython.locals(place=cython.int)
    cdef int _make_room(self, long long[::1] made) except -1
