# A light object: machine words, and Python's objects only when they are read.
cimport cython


@cython.final
@cython.freelist(64)
cdef class Arrangement:
    cdef object _decided
    cdef tuple _melds, _loose
    cdef long long _mask, _sets
    cdef int _deadwood

    cdef tuple _shown(self)
