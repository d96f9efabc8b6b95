#!/usr/bin/env python3
"""run.py MODULE...: their tests, for CTest. Exits with 4 where none can run here: without NumPy, or all skipped."""

import sys
import unittest
from pathlib import Path


def main(names):
    try:
        import numpy  # noqa: F401
    except ImportError:
        print(f"SKIPPED: {sys.executable} has no NumPy")
        return 4
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful():
        return 1
    if result.testsRun == len(result.skipped) or result.testsRun == 0:
        print("SKIPPED: nothing of it can run here")
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
