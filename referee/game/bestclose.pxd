# Two fields, and an answer made without its `__init__` where the type is known.
cimport cython


@cython.final
cdef class BestClose:
    cdef readonly object closing, judged
