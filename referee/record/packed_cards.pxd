# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# The tables of a pack; they never change once they are made.
cimport cython


@cython.final
cdef class PackedCards:
    cdef readonly unsigned char[::1] allowed
    cdef readonly short[::1] steps
    cdef readonly long long[::1] takeable
    cdef readonly const unsigned char[::1] forms
    cdef readonly long long full
    cdef readonly int begins, kinds, at_last, many, shortest, size
    cdef readonly bint open
