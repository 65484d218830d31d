# From the question to the road without a Python call; the rest is compiled as it is written.
cimport cython

from referee.game.closewords cimport CloseWords


@cython.final
cdef class CloseRoad:
    cdef bint _fits, _of_card, _of_hand
    cdef dict _common, _known, _plain
    cdef object _by_masks, _courses, _table
    cdef CloseWords _words

    @cython.locals(words=CloseWords)
    cpdef best(self, cards, given, taken)
