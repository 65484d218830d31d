# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_between cimport PackedBetween
from referee.record.packed_close cimport PackedClose
from referee.record.packed_desk cimport PackedDesk
from referee.record.packed_lay cimport PackedLay
from referee.record.packed_ledger cimport PackedLedger
from referee.record.packed_melds cimport MeldRows
from referee.record.packed_price cimport PackedPrice
from referee.record.packed_round cimport PackedRound
from referee.record.packed_sight cimport PackedSight


@cython.final
cdef class PackedRules:
    cdef PackedSight _sight
    cdef PackedClose _close
    cdef PackedLay _lay
    cdef PackedPrice _price
    cdef readonly PackedBetween between
    cdef readonly bint open, plain
    cdef bint _by_seat
    cdef object _end, _table
    cdef int _laps, _reshuffles, _stock_cards, _turns

    cpdef bint count(self, PackedRound played, PackedLedger ledger) except -1

    @cython.locals(desk=PackedDesk, at=cython.int, melds=MeldRows, kept=cython.longlong, course=cython.longlong,
                   verdict=cython.int, outcome=cython.int, own=cython.longlong, number=cython.int, place=cython.int,
                   written=cython.longlong)
    cpdef bint told(self, PackedRound played, PackedLedger ledger) except -1

    @cython.locals(facts="long long[::1]", laps=cython.int)
    cdef int _see(self, PackedRound played, PackedLedger ledger) except -1

    cdef bint _by_game(self, PackedRound played, PackedLedger ledger) except -1
