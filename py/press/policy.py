"""The Content-Security-Policy: this origin's own files, workers and WebAssembly, nothing inline, nothing else.

It stands in the page itself, so that it holds on any host. A worker, though, has the policy that comes with its
script, as a header: the server here sends one, and so does the service worker with what it has stored.
"""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
