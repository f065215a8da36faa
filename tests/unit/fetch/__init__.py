"""Tests of getdocs.fetch, against servers of their own on the loopback interface."""
