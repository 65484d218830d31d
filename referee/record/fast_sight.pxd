# Sets of cards in a machine word.
cimport cython


cdef class Sight:
    cdef object _kept, _rules
    cdef dict _parts, _sets
    cdef int _least_run, _ranks
    cdef bint _threes
    cdef unsigned long long _column, _row
    cdef tuple _suits
    cdef readonly bint open
    cdef readonly object wild

    @cython.locals(points=cython.int, known=dict, part=cython.ulonglong, of_part=tuple)
    cpdef points(self, unsigned long long held)

    @cython.locals(points=cython.int, found=list, known=dict, part=cython.ulonglong, of_part=tuple,
                   ranks=cython.int, b=cython.ulonglong, c=cython.ulonglong, d=cython.ulonglong,
                   several=cython.ulonglong, rank=cython.ulonglong, sets=list)
    cpdef melds(self, unsigned long long held)
