# The masks of hands in a machine word.
cimport cython

from referee.game.suitmelds cimport SuitMelds


@cython.locals(melds=SuitMelds, bits=list, mask=cython.ulonglong, marks=cython.int)
cpdef best_arrangement(table, hand)

cdef object _latest

@cython.locals(melds=SuitMelds)
cpdef arrange(table, cards)

@cython.locals(bits=list, mask=cython.ulonglong)
cpdef deadwood(table, hand)
