# Kinds and points as whole numbers of C.
cimport cython


cdef class HandWire:
    cdef dict _places
    cdef list _loose, _melded
    cdef object _points, _warmth
    cdef Py_ssize_t _most
    cdef bytes _start

    @cython.locals(said=list, places=dict, kinds=list)
    cpdef bytes answer(self, bytes content, Py_ssize_t at)

    @cython.locals(loose=list, laid=bytes, best=bytes, value=bytes, told=bytes, deadwood=cython.longlong)
    cdef bytes _written(self, list kinds, melds)

    cdef bytes _meld(self, meld)
