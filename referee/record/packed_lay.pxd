# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.game.suitpoints cimport SuitPoints
from referee.record.packed_acts cimport PackedActs
from referee.record.packed_desk cimport PackedDesk
from referee.record.packed_melds cimport MeldRows
from referee.record.packed_round cimport PackedRound
from referee.record.packed_sight cimport PackedSight


@cython.final
cdef class PackedLay:
    cdef object _ask, _table
    cdef SuitPoints _points
    cdef PackedSight _sight
    cdef PackedActs _acts
    cdef long long[::1] _may, _run_room, _set_room
    cdef int _first, _sizes
    cdef bint _asks
    cdef long long _many
    cdef readonly bint open

    @cython.locals(at=cython.int, begin=cython.longlong, count=cython.longlong, place=cython.int, wild=cython.longlong,
                   loose=cython.longlong, number=cython.int)
    cpdef bint left(self, PackedDesk desk, PackedRound played, int onto, long long own) except -1

    @cython.locals(points=SuitPoints)
    cdef Py_ssize_t _least(self, long long hand) except? -1

    @cython.locals(act=cython.longlong, place=cython.longlong, hand=cython.longlong, left=cython.longlong)
    cdef bint _once_each(self, PackedDesk desk, PackedRound played, long long begin, long long last) except -1

    @cython.locals(act=cython.longlong, place=cython.longlong, told=cython.bint)
    cdef bint _in_sweeps(self, PackedDesk desk, PackedRound played, long long begin, long long last) except -1

    @cython.locals(rest=cython.longlong, melds=MeldRows)
    cdef bint _melds_and_lays(self, PackedDesk desk, long long hand, int place, bint final) except -1

    @cython.locals(loose=cython.longlong)
    cdef bint _adds(self, PackedDesk desk, int place) except -1

    @cython.locals(number=cython.int)
    cdef bint _may_lay(self, PackedDesk desk, long long hand) except -1

    @cython.locals(least=cython.longlong)
    cdef Py_ssize_t _laid(self, PackedDesk desk, long long hand, bint final) except? -1

    cdef bint _look(self, PackedDesk desk, long long hand, int measure) except -1

    @cython.locals(number=cython.int, cards=cython.longlong)
    cdef int _put(self, PackedDesk desk) except -1

    @cython.locals(free=cython.longlong, room=cython.longlong, cards=cython.longlong)
    cdef bint _choose(self, PackedDesk desk, long long hand, int number, long long taken, int measure) except -1

    @cython.locals(bits=cython.longlong, room=cython.longlong, low=cython.longlong, lower=cython.longlong,
                   lowers=cython.int, upper=cython.longlong, card=cython.longlong, uppers=cython.int,
                   low_card=cython.longlong)
    cdef bint _choose_ends(self, PackedDesk desk, long long hand, int number, long long taken, long long free,
                           int measure) except -1

    @cython.locals(bits=cython.longlong, size=cython.longlong, run=cython.longlong, room=cython.longlong,
                   near=cython.longlong, kind=cython.longlong, card=cython.longlong)
    cdef bint _choose_one_more(self, PackedDesk desk, long long hand, int number, long long taken, long long laid,
                               int measure) except -1

    @cython.locals(worth=cython.longlong, listed=cython.longlong, number=cython.int)
    cdef bint _weigh(self, PackedDesk desk, long long hand, long long taken, int measure) except -1

    @cython.locals(melds=MeldRows, cards=cython.int)
    cdef Py_ssize_t _loose_measure(self, PackedDesk desk, long long rest) except? -1

    @cython.locals(listed=cython.longlong, place=cython.int)
    cdef Py_ssize_t _listed(self, MeldRows melds) except? -1

    @cython.locals(other=cython.longlong, card=cython.longlong, number=cython.int)
    cdef bint _is_first(self, PackedDesk desk, long long taken) except -1

    @cython.locals(count=cython.int)
    cdef int _count(self, long long cards) except -1
