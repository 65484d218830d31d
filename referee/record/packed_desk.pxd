# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_melds cimport MeldRows


@cython.final
cdef class PackedDesk:
    cdef readonly MeldRows melds
    cdef readonly long long[::1] bits, facts, laid, left, lines, loose, near, owners, runs, sizes, tried
    cdef readonly int room, ways_room
    cdef public int lying, open_to, own, ties, ways
    cdef public long long choice, floor, least, listed

    @cython.locals(melds=MeldRows, number=cython.int, place=cython.int, to=cython.int)
    cpdef bint put_down(self, int owner) except -1

    cdef int put(self, int place, long long cards, int count) except -1

    @cython.locals(bits=cython.longlong, line=cython.longlong)
    cdef int look_near(self, int place) except -1
