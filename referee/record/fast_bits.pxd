# Compiled as it is written.
