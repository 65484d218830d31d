# cython: boundscheck=True
# Bytes and places as numbers of C; every byte is read with its bound checked.
cimport cython


cdef class StateWire:
    cdef dict _cards, _hands, _numbers, _piles, _rests, _standings, _stocks
    cdef object _guards, _room, _table
    cdef Py_ssize_t _most, _seats, _size
    cdef bint _lone

    cpdef read(self, bytes content)

    @cython.locals(at=cython.Py_ssize_t, size=cython.Py_ssize_t, said=bytes, out=tuple)
    cdef _game(self, bytes content)

    @cython.locals(head=bytes, count=cython.Py_ssize_t, held=cython.Py_ssize_t, many=cython.Py_ssize_t, text=bytes,
                   hands=list, seat=cython.Py_ssize_t, start=cython.Py_ssize_t, middle=bytes, entry=bytes,
                   pile=tuple, stock=tuple)
    cdef _round(self, bytes content, Py_ssize_t at)

    @cython.locals(many=cython.Py_ssize_t, nobody=cython.Py_ssize_t, start=cython.Py_ssize_t, thrown_by=tuple,
                   throwers=tuple)
    cdef _whole(self, bytes content, Py_ssize_t at, bytes said, list hands, taken, tuple stock, tuple pile)

    @cython.locals(key=bytes, size=cython.Py_ssize_t, whole=bytes, cards=tuple, numbers=list, many=cython.Py_ssize_t, more=list)
    cdef tuple _pile(self, bytes text)

    @cython.locals(key=bytes, whole=bytes, cards=tuple, numbers=list, above=cython.Py_ssize_t, many=cython.Py_ssize_t, words=list)
    cdef tuple _stock(self, bytes text)

    @cython.locals(size=cython.Py_ssize_t, seat=cython.Py_ssize_t, text=bytes, words=list, cards=list, numbers=list,
                   known=tuple)
    cdef tuple _hand(self, bytes entry)

    cpdef tuple standing(self, bytes said)

    cpdef rest(self, bytes said)


@cython.locals(size=cython.Py_ssize_t, start=cython.Py_ssize_t, end=cython.Py_ssize_t)
cdef tuple _text(bytes content, Py_ssize_t at)
