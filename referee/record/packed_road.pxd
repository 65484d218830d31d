# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# From round to round without a value of Python.
cimport cython

from referee.record.packed_cards cimport PackedCards
from referee.record.packed_ledger cimport PackedLedger
from referee.record.packed_reader cimport PackedReader
from referee.record.packed_round cimport PackedRound
from referee.record.packed_rules cimport PackedRules
from referee.record.packed_turns cimport PackedTurns

cdef int DONE, MORE


@cython.final
cdef class PackedClean:
    cdef readonly object head, table
    cdef readonly str record_id
    cdef readonly int rounds, turns, actions, inside, winners
    cdef readonly tuple names, totals


@cython.final
cdef class PackedRoad:
    cdef readonly object table
    cdef readonly bint open
    cdef object _of_rounds
    cdef Py_ssize_t _least_hand, _least_stock
    cdef PackedCards _cards
    cdef PackedRules _rules
    cdef list _walks

    @cython.locals(walk=PackedWalk, found=PackedClean)
    cpdef PackedClean clean(self, PackedReader read, head, bint named=*)


@cython.final
cdef class PackedWalk:
    cdef PackedLedger _ledger
    cdef PackedRound _played
    cdef PackedRules _rules
    cdef PackedTurns _turns
    cdef int _passes, _rounds, _turns_made

    @cython.locals(ledger=PackedLedger, played=PackedRound, turns=PackedTurns, rules=PackedRules, step=cython.int)
    cdef bint through(self, PackedReader read) except -1

    @cython.locals(ledger=PackedLedger, made=PackedClean, seat=cython.int, passes=cython.int)
    cdef PackedClean found(self, table, PackedReader read, head)

    @cython.locals(place=cython.int, there=cython.int, seat=cython.int)
    cdef bint _scores_agree(self, PackedRound played) except -1

    @cython.locals(seat=cython.int)
    cdef bint _totals_agree(self, PackedRound played, int seats) except -1

    cdef bint _result_agrees(self, PackedReader read) except -1
