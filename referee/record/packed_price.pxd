# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
cimport cython

from referee.record.packed_memo cimport WordMemo


@cython.final
cdef class PackedPrice:
    cdef object _cases, _table
    cdef long long[::1] _by_closer, _by_left, _by_others
    cdef WordMemo _of_left, _of_seat
    cdef bint _sees_closer
    cdef long long _bits, _most, _outcomes, _span, _written
    cdef readonly bint open
    cdef readonly long long untold

    @cython.locals(known=cython.longlong, key=cython.longlong)
    cpdef Py_ssize_t of_others(self, int outcome, long long loose, long long own) except? -1

    @cython.locals(known=cython.longlong, key=cython.longlong, own=cython.longlong, loose=cython.longlong,
                   place=cython.int)
    cpdef Py_ssize_t of_closer(self, int outcome, long long[::1] left, int at, int places) except? -1

    cdef Py_ssize_t _learn_others(self, int outcome, long long loose, long long own, long long key) except? -1

    cdef Py_ssize_t _learn_closer(self, int outcome, long long own) except? -1

    cdef Py_ssize_t _learn_by_left(self, int outcome, long long[::1] left, int at, int places, long long key) except? -1
