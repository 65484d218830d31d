# Compiled as it is written.
cpdef bytes varint(number)

cpdef bytes field(bytes tag, bytes content)
