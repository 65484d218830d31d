# cython: boundscheck=True, wraparound=False, initializedcheck=False, nonecheck=False
# Masks in a machine word; what a part of a suit comes to is a number in a row of them.
cimport cython

from referee.game.arrangement cimport Arrangement
from referee.game.cardtexts cimport CardTexts

cdef int _NOT_HELD, _POINTS


@cython.final
cdef class Choice:
    cdef int number
    cdef unsigned long long taken
    cdef bint tied


cdef class SuitMelds:
    cdef object _wilds, _joined
    cdef object __weakref__
    cdef readonly object table
    cdef CardTexts _texts
    cdef list _parts, _runs
    cdef dict _known
    cdef int[::1] _first, _second, _third, _fourth, _joined_first, _joined_second, _joined_third, _joined_fourth
    cdef int _ranks, _twice, _thrice
    cdef unsigned long long _all, _spread
    cdef readonly unsigned long long beyond, most
    cdef readonly bint fits
    cdef readonly Py_ssize_t cards, characters
    cdef readonly list bits
    cdef readonly dict spelt

    @cython.locals(spelt=dict, mask=cython.longlong, count=cython.Py_ssize_t)
    cpdef of_texts(self, cards)

    @cython.locals(bits=list, mask=cython.ulonglong, marks=cython.int)
    cpdef of_cards(self, hand)

    cpdef bint holds(self, unsigned long long mask, Py_ssize_t cards) except -1

    cpdef of_mask(self, unsigned long long mask)

    @cython.locals(part=cython.ulonglong, a=cython.ulonglong, b=cython.ulonglong, c=cython.ulonglong,
                   d=cython.ulonglong, sets=cython.ulonglong, number=cython.int, made=Arrangement)
    cpdef Arrangement of_plain(self, unsigned long long mask)

    @cython.locals(part=cython.ulonglong, a=cython.ulonglong, b=cython.ulonglong, c=cython.ulonglong,
                   d=cython.ulonglong, number=cython.int)
    cdef int _number(self, unsigned long long mask) except -1

    @cython.locals(part=cython.ulonglong, joined=cython.ulonglong, taken=cython.ulonglong, left=cython.ulonglong)
    cdef unsigned long long _sets_of(self, unsigned long long mask, unsigned long long sets) except? 0

    @cython.locals(rank=cython.ulonglong, held=cython.ulonglong, card=cython.ulonglong)
    cdef int _choose(self, Choice best, unsigned long long mask, unsigned long long sets, unsigned long long taken,
                     int count) except -1

    @cython.locals(number=cython.int)
    cdef int _look(self, Choice best, unsigned long long mask, unsigned long long sets, unsigned long long taken,
                   int count) except -1
