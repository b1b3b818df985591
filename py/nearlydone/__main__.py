import os
import sys

from nearlydone.cli import main

try:
    status = main()
    sys.stdout.flush()
except BrokenPipeError:  # whoever read our output has seen enough, as `| head` does
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    status = 1
sys.exit(status)
