# cython: boundscheck=False, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# No bound is checked: each place is made here, and cut to the size of the rows.
cimport cython


@cython.final
cdef class WordMemo:
    cdef unsigned long long[::1] _keys
    cdef long long[::1] _values
    cdef unsigned long long _all, _mask, _spread, _used
    cdef int _least_shift, _shift

    @cython.locals(place=cython.ulonglong, wanted=cython.ulonglong, held=cython.ulonglong)
    cpdef Py_ssize_t get(self, unsigned long long key) noexcept

    cpdef put(self, unsigned long long key, long long value)

    @cython.locals(place=cython.ulonglong)
    cdef void _keep(self, unsigned long long key, long long value) noexcept

    cdef _make_room(self)

    cdef _empty(self, unsigned long long room, int shift)
