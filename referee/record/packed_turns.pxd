# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# The turns on machine words; every byte is read with its bound checked.
cimport cython

from referee.record.packed_cards cimport PackedCards
from referee.record.packed_reader cimport PackedReader
from referee.record.packed_round cimport PackedRound

cdef int BLANK, LINE_END, BACKSLASH, LETTER_N, LABEL, DRAW, TAKE, DISCARD, CLOSE, RESHUFFLE, PASS
cdef int LONG, NONE, FIRST_LETTER, MAY_DISCARD, MAY_RETURN, PLAY_CHARACTERS


@cython.final
cdef class PackedTurns:
    cdef unsigned char[::1] _allowed
    cdef short[::1] _steps, _order
    cdef long long[::1] _takeable
    cdef const unsigned char[::1] _forms
    cdef Py_ssize_t _at
    cdef int _at_last, _begins, _hand_size, _keep, _kinds, _left, _many, _most_reshuffles, _next, _size
    cdef long long _dealt, _free, _full, _top
    cdef bint _formed, _known, _may_reshuffle, _offers, _whole

    @cython.locals(there=cython.int, place=cython.int, seat=cython.int, before=cython.longlong, left=cython.int)
    cpdef bint deal(self, PackedReader read, PackedRound played) except -1

    @cython.locals(at=cython.Py_ssize_t, end=cython.Py_ssize_t, place=cython.int, turns=cython.int, sign=cython.int,
                   what=cython.int)
    cpdef bint play(self, PackedReader read, PackedRound played) except -1

    @cython.locals(place=cython.int, sign=cython.int)
    cdef int _offered(self, PackedReader read, Py_ssize_t at, PackedRound played) except -2

    @cython.locals(one=cython.longlong, drawn=cython.int, what=cython.int, thrown=cython.int, unit=cython.longlong,
                   returned=cython.bint, held=cython.longlong)
    cdef int _turn(self, PackedReader read, Py_ssize_t at, bint takes, PackedRound played, int place) except -1

    @cython.locals(one=cython.longlong)
    cdef bint _drawn(self, int kind) except -1

    @cython.locals(one=cython.longlong, held=cython.longlong, place=cython.int, lie=cython.int, gone=cython.int,
                   kind=cython.int)
    cdef bint _reshuffled(self, PackedReader read, Py_ssize_t at, PackedRound played) except -1

    @cython.locals(one=cython.longlong, place=cython.int, kind=cython.int, node=cython.int)
    cdef bint _cards(self, PackedReader read, Py_ssize_t at, Py_ssize_t end, int count) except -1

    @cython.locals(one=cython.longlong, odd=cython.int, kept=cython.int, twice=cython.longlong, place=cython.int,
                   dealt=cython.longlong, first=cython.int, second=cython.int, third=cython.int, longer=cython.int,
                   two=cython.int, kind=cython.int, bit=cython.longlong)
    cdef bint _cards_of_form(self, PackedReader read, Py_ssize_t at, Py_ssize_t end, int count) except -1

    cdef bint _fresh(self, long long held, int kind) noexcept

    @cython.locals(node=cython.int, step=cython.int, first=cython.int, second=cython.int, longer=cython.int,
                   two=cython.int)
    cdef int _card(self, PackedReader read, Py_ssize_t at) except -2
