"""A generated kernel with all that a host needs to launch it: what `generate --standalone` writes as launch.json.

Nothing here knows a layout: which memory there is, where each argument stands and how often what is launched, that file
says, which is made with the kernel.
"""

import json
import struct
from pathlib import Path

import numpy as np

from .errors import InputError, UsageError

_VERSION = 1


class Pattern:
    """The matrix that a project was written for, in CSR, its values rounded to the plan's type."""

    def __init__(self, folder):
        self.indptr = np.fromfile(folder / "rowPtr.bin", np.int64)
        self.indices = np.fromfile(folder / "colIdx.bin", np.int32)
        self.values = np.fromfile(folder / "csrValues.bin", np.float64)
        self.rows, self.nnz = len(self.indptr) - 1, len(self.indices)

    def transposed(self):
        """Which non-zero of this matrix each one of the transposed matrix is, both in CSR order."""
        return np.argsort(self.indices, kind="stable")

    def row_indices(self):
        return np.repeat(np.arange(self.rows), np.diff(self.indptr))


class DenseProduct(Pattern):
    """A plan that stores all of its matrix densely: what a library is asked for in place of a kernel."""

    def __init__(self, folder, plan):
        super().__init__(Path(folder))
        self.op, self.dtype, self.dense, self.cols = plan.op, plan.dtype, plan.dense, plan.json["matrix"]["cols"]
        sizes = {"X": self.rows, "Y": self.cols} if self.op == "sddmm" else {"B": self.cols}
        self.operands = [{"name": name, "rows": size, "cols": self.dense} for name, size in sizes.items()]


class Launch(Pattern):
    """Everything is read into memory; the folder may go."""

    def __init__(self, folder):
        folder = Path(folder)
        path = folder / "launch.json"
        if not path.exists():
            raise UsageError("there is no kernel to launch: the plan is dynamic, and makes its tiles at run time")
        with open(path, encoding="utf-8") as file:
            told = json.load(file)
        if told.get("schema") != "sparsescope-launch" or told.get("version") != _VERSION:
            raise InputError(f"{path}: is no sparsescope-launch of version {_VERSION}")
        self.source = (folder / told["source"]).read_text(encoding="utf-8")
        self.op, self.dtype, self.dense = (told["operator"][key] for key in ("kind", "dtype", "dense"))
        super().__init__(folder)
        self.cols = told["cols"]
        self.operands, self.output, self.kernels = told["operands"], told["output"], told["kernels"]
        self.memory = {one["name"]: one for one in told["memory"]}
        self.files = {name: np.fromfile(folder / one["file"], np.uint8)
                      for name, one in self.memory.items() if one["holds"] == "file"}
        self.arguments = told["arguments"]
        self.parts = told["values"]["parts"]
        self.positions = np.fromfile(folder / told["values"]["positions"], np.int32)
        if len(self.positions) < sum(part["count"] for part in self.parts):
            raise InputError(f"{path}: {len(self.positions)} positions are fewer than the stored values")

    def scattered(self):
        """For each part of the stored values: memory, first byte, how many; places in it that hold a non-zero, and
        which one of CSR."""
        begin = 0
        for part in self.parts:
            positions = self.positions[begin:begin + part["count"]]
            places = np.flatnonzero(positions >= 0)
            yield part["memory"], part["begin"], part["count"], places, positions[places].astype(np.int64)
            begin += part["count"]

    def parameters(self, kernel, addresses):
        """The bytes of each parameter of a kernel, for memory at these addresses; and where the addresses of other
        memory stand: (which parameter, byte in it, name of the memory, bytes from its begin)."""
        places = []

        def number(value, parameter, at):
            if "number" in value:
                return value["number"]
            if value["memory"] in addresses:
                return addresses[value["memory"]] + value["begin"]
            places.append((parameter, at, value["memory"], value["begin"]))
            return 0

        if "parameters" in kernel:
            return [(number(value, i, 0) & (1 << 64) - 1).to_bytes(8, "little")
                    for i, value in enumerate(kernel["parameters"])], places
        struct_bytes = bytearray(self.arguments["bytes"])
        for field in self.arguments["fields"]:
            size = field["bytes"]
            struct.pack_into("<Q" if size == 8 else "<I", struct_bytes, field["at"],
                             number(field, 0, field["at"]) & (1 << 8 * size) - 1)
        return [bytes(struct_bytes)], places
