# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Places as machine words; every byte is read with its bound checked.
cimport cython

from referee.record.packed_reader cimport PackedReader
from referee.record.packed_round cimport PackedRound

cdef int RULES, DIGEST, OPTIONS, EVENT, NOTES, EXTENSIONS, TIME_OUT
cdef int RECORD, ID, SEATS, ROUND, RESULT, ELDEST, HANDS, UPCARD, STOCK, PLAY, SCORES, TOTALS, REENTER
cdef int KEY, TEXT, NUMBER, WINNERS, POT, NOTE
cdef int RECORD_BYTES, ROUNDS, _KEPT_TAILS, _MOST_HEAD_FIELDS
cdef int DONE, MORE, UNTOLD, FIRST_LETTER, MOST_WRITTEN, MOST_SEATS


cdef class WireReader(PackedReader):
    cdef dict _tails
    cdef int _told, _seen

    @cython.locals(parts=list, since=cython.Py_ssize_t, fields=cython.int, start=cython.Py_ssize_t, tag=cython.int,
                   length=cython.Py_ssize_t, begin=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cpdef bint open(self, bytes content) except -1

    @cython.locals(length=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cpdef int following(self, PackedRound played) except -2

    @cython.final
    @cython.locals(since=cython.Py_ssize_t, start=cython.Py_ssize_t, tag=cython.int, length=cython.Py_ssize_t,
                   end=cython.Py_ssize_t)
    cdef bint _end(self) except -1

    @cython.final
    cdef bint _tail_is_plain(self, bytes tail) except -1

    @cython.final
    @cython.locals(tag=cython.int, length=cython.Py_ssize_t, begin=cython.Py_ssize_t, end=cython.Py_ssize_t,
                   seat=cython.int)
    cdef bint _field(self, PackedRound played) except -1

    @cython.final
    @cython.locals(byte=cython.int, found=cython.int)
    cdef int _length(self) except -2

    @cython.final
    @cython.locals(found=cython.int)
    cdef bint _signed(self) except -1

    @cython.final
    @cython.locals(seat=cython.int)
    cdef int _key(self, Py_ssize_t begin) except -2

    @cython.final
    @cython.locals(seat=cython.int, length=cython.Py_ssize_t)
    cdef int _texts(self, Py_ssize_t begin, Py_ssize_t end) except -2

    @cython.final
    @cython.locals(seat=cython.int)
    cdef int _numbered(self, Py_ssize_t begin, Py_ssize_t end) except -2

    @cython.final
    @cython.locals(seat=cython.int)
    cdef bint _hand(self, Py_ssize_t begin, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(seat=cython.int)
    cdef bint _seat(self, Py_ssize_t begin, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(before=cython.int, tag=cython.int, length=cython.Py_ssize_t, start=cython.Py_ssize_t)
    cdef bint _result(self, Py_ssize_t begin, Py_ssize_t end) except -1
