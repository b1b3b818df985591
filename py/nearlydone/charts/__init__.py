"""Charts of what was measured: plain data that matplotlib draws, and that moves without it.

    chart      what a chart is: two axes, lines through what was measured, guides beside them
    kinds      the charts that more than one figure shows
    paths      each line as the `d` of an SVG path, so that lines move where matplotlib is not at hand
    table      the same numbers as text
    renderer   matplotlib's artists as SVG elements, whose looks are left to the page
    drawing    a chart as a matplotlib figure, and that as SVG

Only `renderer` and `drawing` import matplotlib. A chart is drawn by the same code at build and in the
reader's tab, to the same text.
"""
