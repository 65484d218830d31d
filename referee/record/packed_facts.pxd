# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_memo cimport WordMemo


@cython.final
cdef class PackedRule:
    cdef object _ask
    cdef tuple _reads
    cdef WordMemo _known
    cdef long long[::1] _places, _widths, _more
    cdef int _count
    cdef long long _answer
    cdef readonly long long untold
    cdef readonly bint open, sees_highest

    @cython.locals(key=cython.longlong, at=cython.int, fact=cython.longlong, known=cython.longlong)
    cpdef Py_ssize_t of(self, long long[::1] facts) except? -1

    @cython.locals(known=cython.longlong)
    cdef Py_ssize_t _learn(self, long long key, long long[::1] facts) except? -1
