# cython: boundscheck=True, wraparound=False, binding=False, initializedcheck=False, nonecheck=False
# Places as machine words; every byte is read with its bound checked.
cimport cython

from referee.record.packed_round cimport PackedRound

cdef int _FIRST, _BEHIND


cdef class PackedReader:
    cdef readonly object content
    cdef readonly bytes rest
    cdef dict _known
    cdef const unsigned char[::1] octets
    cdef long long[::1] hand_at, hand_end, name_at, name_end
    cdef readonly bint escaped, resulted
    cdef readonly Py_ssize_t at, size, head_end, id_at, id_end, upcard_at, upcard_end, stock_at, stock_end, play_at, play_end
    cdef Py_ssize_t least_hand, least_stock
    cdef readonly int seats, winners, eldest, handed
    cdef readonly long long pot, number

    cpdef take(self, bytes content)

    @cython.final
    cdef void begin(self) noexcept

    cpdef bint open(self, bytes content) except -1

    cpdef int following(self, PackedRound played) except -2

    @cython.final
    cdef bint _won(self, int seat) noexcept

    @cython.locals(seat=cython.int)
    cpdef tuple names(self)

    cpdef str text(self, Py_ssize_t at, Py_ssize_t end)

    @cython.final
    @cython.locals(letter=cython.int, place=cython.Py_ssize_t, byte=cython.uchar)
    cdef bint shown(self, Py_ssize_t at, Py_ssize_t end, int name) except -1

    @cython.final
    cdef bint _looked(self, Py_ssize_t at, Py_ssize_t end, int name) except -1
