# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Places as machine words; every byte is read with its bound checked.
cimport cython

from referee.record.packed_json cimport JsonReader
from referee.record.packed_round cimport PackedRound

cdef int QUOTE, COMMA, COLON, BEGINS, ENDS, LIST_ENDS, MINUS, ZERO, BLANK
cdef int OTHER, ELDEST, HANDS, UPCARD, STOCK, PLAY, SCORES, TOTALS, REENTER
cdef int ROUNDS, _MOST_DIGITS, DONE, MORE, UNTOLD, FIRST_LETTER, MOST_SEATS


cdef class LineReader(JsonReader):
    cdef bint _ended

    @cython.locals(more=cython.bint, seen=cython.int, key=cython.int, at=cython.Py_ssize_t)
    cpdef int following(self, PackedRound played) except -2

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, key=cython.int, place=cython.int)
    cdef int _round_key(self, int before) except -2

    @cython.final
    @cython.locals(begin=cython.Py_ssize_t, at=cython.Py_ssize_t)
    cdef bint _value(self, int key, PackedRound played) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, seat=cython.int)
    cdef bint _hands(self) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, seat=cython.int, seen=cython.int, negative=cython.int,
                   start=cython.Py_ssize_t, found=cython.int, many=cython.int)
    cdef bint _numbers(self, PackedRound played, bint totals) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t)
    cdef Py_ssize_t _object(self) except -1

    @cython.final
    cdef Py_ssize_t _colon(self, Py_ssize_t at) except -1

    @cython.final
    @cython.locals(byte=cython.int)
    cdef Py_ssize_t _behind(self, Py_ssize_t at) except -1
