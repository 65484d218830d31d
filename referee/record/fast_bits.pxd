# Sets of cards in a machine word.
cimport cython


cdef class Bits:
    cdef object _codes, _may_discard, _may_take
    cdef readonly object at_last  # no word: shifts by it must not be those of C
    cdef readonly long long full, single
    cdef readonly dict fields, known, unit_of
    cdef readonly tuple units

    cpdef int cards(self, long long held) except -1
