# Bytes and numbers of calls as whole numbers of C.
cimport cython


cdef class Held:
    cdef public Py_ssize_t size


cdef class Places:
    cdef Held _held
    cdef Py_ssize_t _most_bytes, _streams
    cdef object _bounds, _clock
    cdef dict _until
    cdef set _overdue

    cpdef leave(self, task, Py_ssize_t size)

    cpdef Py_ssize_t hold(self, Py_ssize_t size) except -1
