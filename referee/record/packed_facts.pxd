# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_memo cimport WordMemo

cdef int _DIRECT


@cython.final
cdef class PackedRule:
    cdef object _ask
    cdef tuple _reads
    cdef WordMemo _known
    cdef long long[::1] _direct, _places, _widths, _more
    cdef int _count
    cdef readonly int only
    cdef long long _answer
    cdef readonly long long untold
    cdef readonly bint open, sees_highest

    @cython.locals(at=cython.longlong, known=cython.longlong, said=cython.longlong)
    cpdef Py_ssize_t of_one(self, long long fact, long long[::1] facts) except? -1

    @cython.locals(key=cython.longlong, at=cython.int, fact=cython.longlong, known=cython.longlong)
    cpdef Py_ssize_t of(self, long long[::1] facts) except? -1

    @cython.locals(known=cython.longlong)
    cdef Py_ssize_t _learn(self, long long key, long long[::1] facts) except? -1
