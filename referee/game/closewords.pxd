# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# What comes of closes in machine words; no Python number between the cards and the answer.
cimport cython

from referee.game.bestclose cimport BestClose
from referee.game.wordways cimport WordHand, WordWays

cdef long long _FAILED_AT, _NONE


@cython.final
cdef class CourseWords:
    cdef object _course
    cdef list _judged, _points
    cdef readonly long long cards, few, lefts, most
    cdef long long[::1] orders, worths

    cpdef work_out(self, long long cell)

    cpdef judged(self, long long cell)


@cython.final
cdef class CloseWords:
    cdef WordWays _ways
    cdef long long[::1] _worths
    cdef unsigned long long[::1] _members
    cdef long long _looks
    cdef unsigned long long _one

    @cython.locals(hand=WordHand, kind=cython.longlong, made=BestClose)
    cpdef best(self, cards, CourseWords course)

    @cython.locals(lefts=cython.longlong, dearest=cython.longlong, best=cython.longlong, closing=cython.ulonglong,
                   there=cython.bint, look=cython.longlong, same=cython.bint, cells=cython.longlong,
                   asked=cython.ulonglong, left=cython.longlong, value=cython.longlong)
    cdef bint _best_of(self, WordHand hand, CourseWords course, long long limit, long long few) except -1
