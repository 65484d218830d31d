"""House rules that are kept, by name in revisions that never change and by digest: in SQLite, or in PostgreSQL.

Nothing is imported here: who only names a failure needs no database.
"""
