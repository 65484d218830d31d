# cython: boundscheck=True, wraparound=False, nonecheck=False
# Cards as machine words; every byte is read with its bound checked.
cimport cython

from referee.service.state_wire cimport StateWire

cdef int DRAW, TAKE, THROW, NO_CARD
cdef int PHASE, STANDING, ROUND, SEAT, COUNT, PILE, HAND, TAKEN, TURNS, FAULTY, BARRED, RESHUFFLES
cdef int ELDEST, STOCK, THROWN, LETTER, TEXT, FIRST, _BLANK, _NOT_KNOWN
cdef int MAY_DISCARD, MAY_RETURN, MAY_TAKE, ONE_BYTE


cdef class TurnWire:
    cdef unsigned char[::1] _allowed
    cdef short[::1] _steps
    cdef unsigned long long _bits, _hand_bits
    cdef int _dealt, _first, _held, _known, _last, _many
    cdef Py_ssize_t _at, _keep, _most, _seats, _size
    cdef bint _scans
    cdef readonly bint open
    cdef dict _places, _rests, _standings, _words
    cdef list _said
    cdef StateWire _states
    cdef object _texts

    cpdef int judge(self, bytes content, Py_ssize_t at, Py_ssize_t end, bytes said) except -2

    @cython.locals(phase=cython.int, size=cython.Py_ssize_t, start=cython.Py_ssize_t, seat=cython.int, standing=bytes, word=tuple, out=cython.int)
    cdef int _judged(self, bytes content, Py_ssize_t at, Py_ssize_t end, bytes said) except -2

    @cython.locals(head=bytes, middle=bytes, told=bytes, count=cython.int, pile=cython.int, last=cython.int,
                   start=cython.Py_ssize_t, hand=cython.ulonglong, taken=cython.int, stock=cython.int, first=cython.int,
                   thrower=cython.int, number=cython.int, discarding=cython.int, own=cython.int)
    cdef int _round(self, bytes content, Py_ssize_t at, Py_ssize_t end, int seat, int out, tuple word) except -2

    @cython.locals(way=cython.int, card=cython.int, may=cython.int)
    cdef int _told(self, tuple word, int discarding, unsigned long long hand, int taken, int stock, int first, int last,
                   int own) except -2

    @cython.locals(size=cython.Py_ssize_t)
    cdef Py_ssize_t _length(self, bytes content, Py_ssize_t at) except -1

    @cython.locals(size=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cdef Py_ssize_t _lying(self, bytes content, Py_ssize_t at) except -1

    @cython.locals(start=cython.Py_ssize_t, before=cython.ulonglong, known=cython.int, other=cython.int)
    cdef Py_ssize_t _hands(self, bytes content, Py_ssize_t at, int seat) except -1

    @cython.locals(size=cython.int, seat=cython.int)
    cdef int _hand(self, bytes content, Py_ssize_t at, Py_ssize_t end) except -2

    @cython.locals(node=cython.int, byte=cython.int, step=cython.int, bits=cython.ulonglong, one=cython.ulonglong,
                   known=cython.int, many=cython.int, kind=cython.int)
    cdef int _cards(self, bytes content, Py_ssize_t at, Py_ssize_t end) except -1

    @cython.locals(tag=cython.int, size=cython.int)
    cdef Py_ssize_t _behind_hands(self, bytes content, Py_ssize_t at) except -1

    @cython.locals(nobody=cython.bint)
    cdef Py_ssize_t _throwers(self, bytes content, Py_ssize_t at, int many) except -1


cdef int _count(unsigned long long cards) except -1
