# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_melds cimport MeldRows
from referee.record.packed_memo cimport WordMemo


@cython.final
cdef class PackedClose:
    cdef object _courses, _table
    cdef readonly tuple reads
    cdef list _asked
    cdef dict _numbers
    cdef WordMemo _by_look, _by_loose, _by_moment, _by_point
    cdef long long[::1] _beyond, _more, _places, _widths, _worth
    cdef readonly long long[::1] onto, outcomes, wins, writes, written
    cdef bint _by_card
    cdef int _count, _deadwood, _loose_bits, _point_bits
    cdef long long _below, _loose, _never
    cdef readonly bint open

    @cython.locals(key=cython.longlong, card=cython.int, at=cython.int, fact=cython.longlong, found=cython.longlong)
    cpdef Py_ssize_t course(self, long long[::1] facts, long long kept, long long thrown, bint taken) except? -1

    @cython.locals(told=cython.bint)
    cpdef int judge(self, long long course, MeldRows melds) except? -1

    @cython.locals(verdict=cython.longlong, worth=cython.longlong, place=cython.int, bits=cython.longlong)
    cdef bint _judged(self, long long course, MeldRows melds, int start, long long used, long long point,
                      int depth) except -1

    cdef Py_ssize_t _learn_course(self, long long key, long long[::1] facts, object kept, object thrown,
                                 bint taken) except? -1

    cdef Py_ssize_t _learn_point(self, long long course, long long point) except? -1

    @cython.locals(place=cython.longlong, key=cython.longlong, known=cython.longlong)
    cdef Py_ssize_t _look(self, long long course, long long loose, long long point) except? -1

    cdef Py_ssize_t _number_loose(self, long long loose) except? -1

    cdef Py_ssize_t _learn_look(self, long long key, long long course, long long loose, long long point) except? -1
