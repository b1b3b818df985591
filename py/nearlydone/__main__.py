import sys

from nearlydone.cli import main

sys.exit(main())
