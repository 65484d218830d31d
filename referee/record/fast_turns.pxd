# The turns on machine words.
cimport cython

from referee.record.fast_bits cimport Bits


cdef class Turns:
    cdef Bits _bits
    cdef object _most_reshuffles, _reshuffle
    cdef Py_ssize_t _hand_size, _keep, _size

    @cython.locals(bits=Bits, size=cython.Py_ssize_t, made=list, shown=cython.longlong, seen=cython.longlong,
                   held=cython.longlong, free=cython.longlong, order=list, there=cython.Py_ssize_t)
    cpdef dealt(self, letters, hands, upcard, stock)

    @cython.locals(bits=Bits, hands=list, top=cython.longlong, stock=list, free=cython.longlong, count=cython.Py_ssize_t,
                   keep=cython.Py_ssize_t, others=cython.Py_ssize_t, reshuffles=cython.Py_ssize_t, known=cython.bint,
                   drawable=list, codes=list, op=cython.int, drawn=cython.longlong, thrown=cython.longlong,
                   field=cython.longlong, held=cython.longlong, left=cython.Py_ssize_t)
    cpdef closing(self, words, dealt, seats, Py_ssize_t at)

    cdef object _drawn(self, long long free, long long drawn)
