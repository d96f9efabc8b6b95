#!/usr/bin/env python3
"""Writes this package as a wheel, of pure Python, with nothing but the standard library: build_wheel.py FOLDER

`pip wheel .` makes the same where setuptools is installed; pyproject.toml says what it is.
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEN = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever it is made


def project(name):
    """A text of the table [project]."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(rf'^{name} = (?:\{{ text = )?"([^"]*)"', text, re.M).group(1)


def version():
    text = (HERE / "sparsescope" / "version.py").read_text(encoding="utf-8")
    return re.search(r'__version__ = "([^"]*)"', text).group(1)


def build(folder):
    stem = f"sparsescope-{version()}"
    info = f"{stem}.dist-info"
    files = {f"sparsescope/{path.name}": path.read_bytes() for path in sorted((HERE / "sparsescope").glob("*.py"))}
    files[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: sparsescope\nVersion: {version()}\n"
                                 f"Summary: {project('description')}\nLicense: {project('license')}\n"
                                 f"Requires-Python: {project('requires-python')}\nRequires-Dist: numpy\n"
                                 "Provides-Extra: tables\nRequires-Dist: pandas ; extra == 'tables'\n"
                                 "Provides-Extra: matrices\nRequires-Dist: scipy ; extra == 'matrices'\n").encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: sparsescope\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{name},sha256={hashed(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            one = zipfile.ZipInfo(name, WHEN)
            one.compress_type = zipfile.ZIP_DEFLATED
            one.external_attr = 0o100644 << 16
            archive.writestr(one, data)
    return path


def hashed(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(build(sys.argv[1]))
