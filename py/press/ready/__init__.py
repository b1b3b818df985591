"""Python made ready for the page: compiled at build, and without what the page has no use for.

    node       Pyodide run at build, in Node
    inside/    what runs there
    compiled   Python compiled by the Python that will import it
    archive    zip files and wheels, the same bytes from the same files
    slim       which files of which wheels the page ships, and what is changed in them
    making     these files, tried out before they are used
    snapshot   a Python with the package imported, its memory kept
"""
