"""Temporary folders that go with the objects whose files they hold."""

import shutil
import tempfile
import weakref


class Folder:
    """Removed with this object, or when Python ends."""

    def __init__(self):
        self.name = tempfile.mkdtemp(prefix="sparsescope-")
        self._end = weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)
