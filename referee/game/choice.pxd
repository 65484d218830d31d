# The fast road is asked without a Python call; the rest is compiled as it is written.
cimport cython

from referee.game.closeroad cimport CloseRoad


@cython.final
cdef class _Chooser:
    cdef bint _apart, _steady
    cdef dict _by_course, _dearest_first, _plain, _single
    cdef object _courses, _masks, _opens, _table
    cdef CloseRoad _road

    cpdef best(self, cards, given, taken)


@cython.locals(chooser=_Chooser)
cpdef best_close(table, cards, given=*, taken=*)
