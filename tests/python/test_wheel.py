"""The wheel: it is whole, installs, and imports away from the checkout."""

import csv
import io
import os
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

from support import PACKAGE

import sparsescope
from sparsescope.folder import Folder


class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        made = subprocess.run([sys.executable, PACKAGE / "build_wheel.py", self.folder.name], capture_output=True,
                              text=True, check=True)
        self.wheel = Path(made.stdout.strip())

    def test_its_record_lists_what_it_holds(self):
        self.assertEqual(self.wheel.name, f"sparsescope-{sparsescope.__version__}-py3-none-any.whl")
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            record = archive.read(next(name for name in names if name.endswith("/RECORD"))).decode()
            self.assertEqual([row[0] for row in csv.reader(io.StringIO(record))], names)
        modules = {f"sparsescope/{path.name}" for path in (PACKAGE / "sparsescope").glob("*.py")}
        self.assertLessEqual(modules, set(names))

    def test_it_is_the_same_whenever_it_is_made(self):
        before = self.wheel.read_bytes()
        self.setUp()
        self.assertEqual(self.wheel.read_bytes(), before)

    def imported(self, path):
        """The version that is imported from there alone."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path), os.environ.get("PYTHONPATH", "")])}
        done = subprocess.run([sys.executable, "-c", "import sparsescope; print(sparsescope.__file__, "
                               "sparsescope.__version__)"], capture_output=True, text=True, env=env, check=True,
                              cwd=self.folder.name)
        return done.stdout.split()

    def test_it_imports_as_it_is(self):
        where, version = self.imported(self.wheel)
        self.assertEqual((where, version), (f"{self.wheel}/sparsescope/__init__.py", sparsescope.__version__))

    def test_pip_installs_it(self):
        target = self.folder.name + "/site"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target]
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode != 0:
            self.skipTest("pip is not installed")
        subprocess.run([*pip, str(self.wheel)], check=True)
        self.assertEqual(self.imported(target)[0], target + "/sparsescope/__init__.py")


if __name__ == "__main__":
    unittest.main()
