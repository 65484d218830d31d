# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython


@cython.final
cdef class MeldRows:
    cdef readonly long long[::1] bits, chosen, lines, numbers, path, points, runs, seen, sizes, weights
    cdef public int chosen_count, count, found, ways
    cdef readonly int room, ways_room
    cdef public long long held, used, whole, worth

    cdef int copied(self, int place, int to) except -1

    @cython.locals(place=cython.int)
    cdef int choose(self, int depth) except -1

    cpdef bint arrange(self) except -1

    @cython.locals(place=cython.int, bits=cython.longlong)
    cdef bint _arranged(self, int start, long long used, long long worth, int depth) except -1
