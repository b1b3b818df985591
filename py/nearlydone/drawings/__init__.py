"""Drawings as SVG, the same ones at build and in the reader's tab.

Colours, strokes and what can be pressed come from classes, which the page's styles know.
"""
