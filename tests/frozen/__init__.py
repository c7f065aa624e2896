"""Tests of strings that are data; their expectations never change."""
