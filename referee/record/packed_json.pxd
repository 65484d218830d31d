# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Places as machine words; every byte is read with its bound checked.
cimport cython

from referee.record.packed_reader cimport PackedReader

cdef int QUOTE, BACKSLASH, COMMA, COLON, BEGINS, ENDS, LIST_BEGINS, LIST_ENDS, MINUS, ZERO
cdef int OTHER, ELDEST, HANDS, UPCARD, STOCK, PLAY, SCORES, TOTALS, REENTER, ID, SEATS, ROUND_LIST, RESULT, WINNERS, POT, NOTE
cdef int RECORD_BYTES, _DEEPEST, _DIGITS, _MOST_HEAD_KEYS
cdef int FIRST_LETTER, MOST_WRITTEN, MOST_SEATS

cdef int _likely(int first, int second, int third) noexcept


cdef class JsonReader(PackedReader):
    cdef const unsigned char[::1] _names
    cdef short[::1] _starts
    cdef int _told
    cdef bint _noted

    @cython.locals(parts=list, since=cython.Py_ssize_t, keys=cython.int, key=cython.int, start=cython.Py_ssize_t)
    cpdef bint open(self, bytes content) except -1

    @cython.final
    @cython.locals(seat=cython.int, seen=cython.int, start=cython.Py_ssize_t)
    cdef bint _names_of_seats(self) except -1

    @cython.final
    @cython.locals(key=cython.int, start=cython.Py_ssize_t)
    cdef bint _end(self) except -1

    @cython.final
    @cython.locals(seen=cython.int, key=cython.int, start=cython.Py_ssize_t)
    cdef bint _result(self) except -1

    @cython.final
    @cython.locals(found=cython.int, start=cython.Py_ssize_t, seat=cython.int)
    cdef int _letters(self) except -2

    @cython.final
    @cython.locals(byte=cython.int)
    cdef void _blanks(self) noexcept

    @cython.final
    cdef Py_ssize_t _blank(self, Py_ssize_t at) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t)
    cdef bint _sign(self, int sign) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, byte=cython.int)
    cdef bint _string(self) except -1

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, key=cython.int, place=cython.int)
    cdef int _key(self) except -2

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, seat=cython.int)
    cdef int _seat(self) except -2

    @cython.final
    @cython.locals(at=cython.Py_ssize_t, start=cython.Py_ssize_t, found=cython.int, negative=cython.int)
    cdef bint _number(self) except -1

    @cython.final
    @cython.locals(depth=cython.int, byte=cython.int)
    cdef bint _skip(self) except -1
