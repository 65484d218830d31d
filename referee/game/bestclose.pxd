# Two fields, and where the type is known a value made without its `__init__`.
cimport cython


@cython.final
cdef class BestClose:
    cdef readonly object closing, judged
