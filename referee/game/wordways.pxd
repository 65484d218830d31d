# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Hands and their arrangements in machine words; no Python number from one arrangement to the next.
cimport cython

cdef long long _LAST, _POINTS, _SIGN, _SIGN_BITS, _SLOTS, _SLOT_BITS
cdef unsigned long long _SCATTER, _WORD


@cython.final
cdef class WordHand:
    cdef readonly unsigned long long closing, held, loose
    cdef readonly long long cell, dead, points, row
    cdef long long a, b, c, d, e, first_a, first_b, first_c, first_d, first_e


@cython.final
cdef class WordWays:
    cdef object _lock
    cdef int[::1] _bottom, _places, _rows, _runs_from, _starts
    cdef unsigned long long[::1] _keys, _melds, _ways
    cdef long long[::1] _melds_seen, _seen, _worth
    cdef long long _choices, _kinds, _most_choices, _most_ways, _ranks, _step, _used
    cdef unsigned long long _one, _spread, _whole, _wild
    cdef readonly bint fits
    cdef readonly long long most_cards
    cdef readonly list signs
    cdef readonly tuple points

    @cython.locals(held=cython.ulonglong, bit=cython.ulonglong, points=cython.longlong, kind=cython.longlong,
                   hand=WordHand)
    cpdef WordHand hand_of(self, cards)

    @cython.locals(part=cython.ulonglong, ranks=cython.longlong, held=cython.ulonglong)
    cdef bint _found(self, WordHand hand) except -1

    cpdef bint begin(self, WordHand hand) except -1

    cpdef bint go_on(self, WordHand hand) except -1

    @cython.locals(runs=cython.ulonglong, sets=cython.ulonglong, seen=cython.longlong)
    cdef bint _looked_at(self, WordHand hand) except -1

    @cython.locals(place=cython.longlong)
    cdef Py_ssize_t _start(self, long long suit, unsigned long long part) except? -1

    @cython.locals(part=cython.ulonglong, ranks=cython.longlong, a=cython.ulonglong, b=cython.ulonglong,
                   c=cython.ulonglong, d=cython.ulonglong, thrice=cython.ulonglong, cards=cython.ulonglong,
                   slot=cython.ulonglong)
    cdef Py_ssize_t _start_of_sets(self, unsigned long long held) except? -1

    @cython.locals(slot=cython.ulonglong)
    cdef unsigned long long _slot(self, unsigned long long cards) except? 0

    @cython.locals(place=cython.longlong, bottom=cython.longlong, first=cython.longlong)
    cdef Py_ssize_t _put_part(self, long long suit, unsigned long long part) except? -1

    @cython.locals(place=cython.longlong, slot=cython.ulonglong)
    cdef Py_ssize_t _put_sets(self, unsigned long long cards) except? -1

    @cython.locals(place=cython.longlong)
    cdef Py_ssize_t _put(self, long long meld, long long end, unsigned long long cards) except? -1

    @cython.locals(cards=cython.ulonglong, further=cython.longlong, place=cython.longlong)
    cdef void _split_up(self, long long start, long long meld, long long end, unsigned long long free,
                        unsigned long long taken, long long seen) except *
