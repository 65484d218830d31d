# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Parts and what they gain in machine words; Python is asked for melds alone.
cimport cython

from referee.game.suitpoints cimport Beyond, SuitPoints

cdef int _UNKNOWN


@cython.final
cdef class PartMelds:
    cdef int seen
    cdef int[::1] starts, owns, wilds


@cython.final
cdef class PartGains:
    cdef object _listed
    cdef PartMelds _melds
    cdef int _joker
    cdef int[::1] _points
    cdef int[::1] loose, joined, one, two

    @cython.locals(melds=PartMelds)
    cdef int fill(self, int part) except -1

    @cython.locals(gain=cython.int, place=cython.int, best=cython.int, at=cython.int, own=cython.int,
                   wilds=cython.int, rest=cython.int)
    cdef int _rest(self, PartMelds melds, int part, int jokers) except? -1


@cython.final
cdef class JokerPoints(Beyond):
    cdef object _others
    cdef PartGains _first, _second, _third, _fourth
    cdef SuitPoints _plain
    cdef int _ranks, _twice, _thrice, _kinds, _joker, _with_one, _with_two
    cdef unsigned long long _most, _some
    cdef long long _part, _spread
    cdef bint _even, _threes, _fours
    cdef int[::1] _dear

    @cython.locals(fewer=cython.int, part=cython.longlong, a=cython.longlong, b=cython.longlong, c=cython.longlong,
                   d=cython.longlong, pairs=cython.longlong, sets=cython.longlong, best=cython.int,
                   free=cython.longlong, whole=cython.longlong, rank=cython.longlong, loose=cython.int)
    cdef int _least(self, long long cards, int jokers) except? -1

    @cython.locals(rank=cython.longlong, column=cython.longlong, held=cython.longlong, left=cython.longlong,
                   card=cython.longlong, others=cython.longlong, other=cython.longlong, size=cython.int)
    cdef int _with_sets(self, long long cards, long long pairs, long long sets, int jokers, int fewer,
                        int best) except? -1

    @cython.locals(least=cython.int, loose=cython.int)
    cdef int _with_set(self, long long cards, long long own, long long rank, int size, int jokers, int fewer,
                       int best) except? -1

    @cython.locals(rank=cython.longlong, column=cython.longlong, left=cython.longlong)
    cdef int _chosen(self, long long cards, long long sets, int jokers, int least) except? -1

    @cython.locals(loose=cython.int)
    cdef int _without(self, long long cards, long long sets, int jokers, int least) except? -1

    @cython.locals(part=cython.longlong, a=cython.longlong, b=cython.longlong, c=cython.longlong, d=cython.longlong,
                   loose=cython.int)
    cdef int _in_suits(self, long long cards, int jokers) except? -1

    @cython.locals(gain=cython.int)
    cdef int _gain(self, int a, int b, int c, int d) except? -1

    cdef int _fill(self, int a, int b, int c, int d) except -1

    @cython.locals(p=cython.int, q=cython.int, r=cython.int, s=cython.int, gain=cython.int)
    cdef int _by_two(self, int a, int b, int c, int d) except? -1
