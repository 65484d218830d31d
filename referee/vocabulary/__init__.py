"""The vocabulary of the language: one table from which checker, schema, reference and voices are made."""
