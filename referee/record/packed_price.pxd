# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython


@cython.final
cdef class PackedPrice:
    cdef object _cases, _table
    cdef long long[::1] _by_closer, _by_others
    cdef long long _span, _written
    cdef readonly bint open
    cdef readonly long long untold

    @cython.locals(known=cython.longlong)
    cpdef Py_ssize_t of_others(self, int outcome, long long loose) except? -1

    @cython.locals(known=cython.longlong)
    cpdef Py_ssize_t of_closer(self, int outcome, long long loose) except? -1

    cdef Py_ssize_t _learn_others(self, int outcome, long long loose) except? -1

    cdef Py_ssize_t _learn_closer(self, int outcome, long long loose) except? -1
