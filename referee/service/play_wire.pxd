# cython: boundscheck=True
# Bytes and places as numbers of C; every byte is read with its bound checked.
cimport cython

from referee.service.state_wire cimport StateWire
from referee.service.turn_wire cimport TurnWire


cdef class PlayWire:
    cdef dict _games, _plays
    cdef object _seen, _table
    cdef StateWire _states
    cdef TurnWire _turns
    cdef bint _plain
    cdef bytes _allowed

    cpdef answer(self, bytes content, Py_ssize_t at)

    @cython.locals(size=cython.Py_ssize_t, start=cython.Py_ssize_t, end=cython.Py_ssize_t, way=cython.int, said=bytes,
                   told=cython.int)
    cdef _answer(self, bytes content, Py_ssize_t at)

    cpdef game(self, bytes said)

    cdef _action(self, bytes said, seat, state)
