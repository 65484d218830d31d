"""Judges game records by the hundred thousand, on this machine or on a cluster, and reports on them.

Nothing is imported here: who only judges needs neither tables of columns nor charts.
"""
