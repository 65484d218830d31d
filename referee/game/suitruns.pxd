# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Parts and their runs in machine words.
cimport cython

cdef int _UNKNOWN


@cython.final
cdef class SuitRuns:
    cdef int[::1] _known, _first, _runs, _starts
    cdef readonly int[::1] numbers

    @cython.locals(first=cython.int, number=cython.int, place=cython.int, at=cython.int, run=cython.int,
                   after=cython.int)
    cpdef int decide(self, int part) except -1

    @cython.locals(run=cython.int)
    cpdef list runs_of(self, int part)
