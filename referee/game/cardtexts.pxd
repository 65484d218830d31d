# cython: boundscheck=False, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Characters are read where they lie; every index is made here, below the length of what is indexed.
cimport cython
from libc.stdint cimport int64_t

cdef long _LAST_SIGN, _MOST_SIGNS
cdef unsigned long long _LARGEST


@cython.final
cdef class CardTexts:
    cdef long long _beyond
    cdef unsigned long long _times
    cdef Py_ssize_t _cards, _characters
    cdef int _shift
    cdef unsigned long long _last
    cdef long long[::1] _codes, _bits

    @cython.locals(mask=cython.longlong)
    cpdef int64_t mask_of(self, cards) except? -1

    @cython.locals(mask=cython.longlong, code=cython.ulonglong, count=cython.int, sign=cython.Py_UCS4)
    cdef int64_t _of_text(self, str text) except? -1

    @cython.locals(bit=cython.longlong)
    cdef inline long long _with(self, long long mask, unsigned long long code) noexcept

    @cython.locals(size=cython.Py_ssize_t, code=cython.ulonglong, at=cython.Py_ssize_t, sign=cython.long)
    cdef unsigned long long _code_of(self, str word)

    @cython.locals(place=cython.ulonglong)
    cdef long long _bit_of(self, unsigned long long code)
