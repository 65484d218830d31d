# Which road a hand goes is seen without a Python call; the rest is compiled as it is written.
cimport cython

from referee.game.closewords cimport CloseWords


@cython.final
cdef class _Chooser:
    cdef bint _apart, _fits, _steady
    cdef dict _by_course, _dearest_first, _plain, _plain_road, _road, _single
    cdef object _by_masks, _courses, _masks, _opens, _table
    cdef CloseWords _words

    @cython.locals(words=CloseWords)
    cpdef best(self, cards, given, taken)


@cython.locals(chooser=_Chooser)
cpdef best_close(table, cards, given=*, taken=*)
