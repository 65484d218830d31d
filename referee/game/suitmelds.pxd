# Masks in a machine word; what a part of a suit comes to is looked up without a Python number.
cimport cython


cdef class SuitMelds:
    cdef object _table, _wilds, _joined
    cdef list _first, _second, _third, _fourth
    cdef dict _choices, _known, _sets
    cdef int _ranks, _twice, _thrice
    cdef unsigned long long _all, _spread
    cdef readonly unsigned long long beyond, most
    cdef readonly bint fits
    cdef readonly Py_ssize_t cards, characters
    cdef readonly list bits
    cdef readonly dict spelt

    @cython.locals(spelt=dict, mask=cython.ulonglong, count=cython.Py_ssize_t)
    cpdef of_texts(self, cards)

    @cython.locals(bits=list, mask=cython.ulonglong, marks=cython.int)
    cpdef of_cards(self, hand)

    cpdef bint holds(self, unsigned long long mask, Py_ssize_t cards) except -1

    cpdef of_mask(self, unsigned long long mask)

    @cython.locals(part=cython.ulonglong, a=cython.ulonglong, b=cython.ulonglong, c=cython.ulonglong,
                   d=cython.ulonglong, sets=cython.ulonglong, runs=tuple, loose=tuple, more=tuple, others=tuple,
                   cost=cython.int, dear=cython.int)
    cpdef of_plain(self, unsigned long long mask)
