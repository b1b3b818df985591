"""What build.py uses to make the article, serve it and test it.

    __main__   the three commands; every problem becomes one sentence and exit status 1
    errors     the error that is such a sentence
    progress   what is said while it works
    places     where everything lies: the project's folders, the cache

    lock       the pinned Pyodide files, by SHA-256 and size
    files      hashing, and writing a file whole or not at all
    pip        downloading wheels
    sources    where pinned files can come from: the CDN, a wheel that carries them, pip
    fetch      pinned files into a folder, by way of the cache

    ready/     Python made ready for the page: compiled at build, without what the page has no use for

    alone      one build at a time
    stamps     what a step read and wrote, so that it runs again only when something changed
    wheel      the package's own wheel
    code       functions and classes cut from the package, highlighted
    policy     what the page may load and run
    context    what the page's template can say
    page       the template filled in, and everything beside it
    publish    dist/: the page, the service worker, and a folder with this build's files
    build      all of it, in order

    server     dist/ on this machine
    browser    a Chromium to test with
    testing    lint, types, tests
"""
