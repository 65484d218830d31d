"""What an author works with: one check of a rule file, examples included."""
