# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_between cimport PackedBetween
from referee.record.packed_desk cimport PackedDesk
from referee.record.packed_facts cimport PackedRule
from referee.record.packed_round cimport PackedRound


@cython.final
cdef class PackedLedger:
    cdef PackedBetween _rules
    cdef readonly PackedDesk desk
    cdef long long[::1] _back, _facts, _gained, _lost, _out_since, _paid, _re_entries, _told, _totals, _written
    cdef int _after_closer, _highest_in, _is_closer, _is_eldest, _out, _outcome, _pot, _rounds, _rounds_out, _seats_in
    cdef int _second_highest_in, _seen_gained, _seen_lost, _seen_re_entries, _seen_total, _seen_written, _seats
    cdef long long _now_pot
    cdef readonly int eldest, rounds, seats_in, winners
    cdef readonly long long pot

    @cython.locals(seat=cython.int)
    cpdef begin(self, int eldest)

    @cython.locals(places=cython.int, seat=cython.int)
    cpdef lay_out(self, PackedRound played)

    cpdef Py_ssize_t total(self, int seat) except? -1

    cpdef Py_ssize_t held(self, int seat) except? -1

    @cython.locals(closer=cython.int, places=cython.int, seat=cython.int, place=cython.int,
                   written=cython.longlong, over=cython.int)
    cpdef bint add(self, PackedRound played) except -1

    @cython.locals(seat=cython.int)
    cdef int _tell(self) except -1

    @cython.locals(rules=PackedBetween, place=cython.int, seat=cython.int, total=cython.longlong)
    cdef bint _adjusted(self, PackedRound played, int closer) except -1

    @cython.locals(rule=PackedRule, by_total=cython.bint, gone=cython.int, place=cython.int, seat=cython.int,
                   said=cython.longlong)
    cdef bint _put_out(self, PackedRound played, int closer) except -1

    @cython.locals(rules=PackedBetween, coming=cython.int, seat=cython.int, said=cython.longlong,
                   total=cython.longlong)
    cdef bint _came_back(self, int closer, int wanted) except -1

    @cython.locals(rules=PackedBetween, place=cython.int, said=cython.longlong)
    cdef int _ended(self, PackedRound played, int closer) except -2

    @cython.locals(rules=PackedBetween, rule=PackedRule, left=cython.int, kept=cython.int,
                   best=cython.longlong, place=cython.int, number=cython.int, seat=cython.int, measured=cython.longlong)
    cdef int _winners_of(self, PackedRound played, int closer) except -1

    @cython.locals(rules=PackedBetween, taken=cython.longlong, due=cython.longlong, seat=cython.int)
    cdef bint _won(self, int closer, int winners) except -1

    @cython.locals(count=cython.int, seat=cython.int, place=cython.int, share=cython.longlong, rest=cython.longlong)
    cdef int _share(self, long long coins, int closer, int winners) except -1

    cpdef see_closer(self, int seat)

    cdef int _see_all(self) except -1

    @cython.locals(count=cython.int, seat=cython.int)
    cdef int _count_in(self) noexcept

    @cython.locals(count=cython.int, seat=cython.int, total=cython.longlong,
                   highest=cython.longlong, second=cython.longlong)
    cdef int _see_highest(self) except -1

    @cython.locals(since=cython.longlong)
    cdef int _see(self, int seat, int closer) except -1
