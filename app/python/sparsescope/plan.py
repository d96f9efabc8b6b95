"""A plan: its files, its tiles as a table, and the operators that run its kernel."""

import json
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np

from . import program
from .errors import InputError, UsageError
from .launch import DenseProduct, Launch
from .tables import table

_REDUNDANT = np.uint32(1 << 31)


class Plan:
    """A decomposition of a matrix into tiles (samples/plan-schema.md says what its files hold).

    `path` is its JSON file, `json` what that holds, `found` what the search told (of plan() alone). `kernel` says how
    its kernel is written, as options of `generate`: of a session's plan as its fastest run had it, else {}, the usual
    way. Operators and source() are of this kernel.
    """

    def __init__(self, path, matrix=None, found=None, asked=None, folder=None, kernel=None):
        self.path = os.fspath(path)
        self.matrix = matrix
        self.found = found
        self.kernel = kernel or {}
        self._asked = asked
        self._folder = folder  # temporary; removed with this object
        try:
            with open(self.path, encoding="utf-8") as file:
                self.json = json.load(file)
        except (OSError, ValueError) as error:
            raise InputError(f"{self.path}: {error}") from None
        if not isinstance(self.json, dict) or self.json.get("schema") != "sparsescope-plan":
            raise InputError(f"{self.path}: is no plan")

    def __repr__(self):
        formats = {f.get("name") for f in self.json.get("formats", [])}
        named = ", ".join(sorted(map(str, formats))) or "dynamic"
        return (f"<Plan by {self.planner}: {self.op} {self.dtype}, {named}, "
                f"predicted {self.predicted_ns / 1000:.1f} us>")

    op = property(lambda self: self.json["operator"]["kind"])
    dtype = property(lambda self: self.json["operator"]["dtype"])
    dense = property(lambda self: self.json["operator"]["dense"])
    planner = property(lambda self: self.json.get("planner", ""))
    predicted_ns = property(lambda self: float(self.json.get("predictedNs", 0)))

    @property
    def is_dense(self):
        """It stores all of its matrix densely, and a library multiplies."""
        formats = self.json.get("formats")
        return isinstance(formats, list) and len(formats) == 1 and isinstance(formats[0], dict) \
            and formats[0].get("name") == "dense"

    def require_matrix(self):
        if self.matrix is None:
            raise UsageError(f"{self.path}: the plan's matrix is not known; load(path, A) takes it")
        return self.matrix

    @property
    def tiles(self):
        """A row for each tile, in the order in which they were chosen: format and parameters, level, round, rows and
        columns that it stores, non-zeros that it owns, places where another tile owns the non-zero, cost in ns.
        A DataFrame; without pandas a dict of NumPy arrays."""
        arrays = self._arrays()
        formats = self.json["formats"]
        names = np.array([f["name"] for f in formats] + [""], object)
        parameters = np.array([json.dumps(f["parameters"]) for f in formats] + [""], object)
        ends = arrays["tile_entry_ptr"]
        owned = np.concatenate([[0], np.cumsum((arrays["entries"] & _REDUNDANT) == 0)])
        owned = owned[ends[1:]] - owned[ends[:-1]]
        columns = {"format": names[arrays["tile_format"]], "parameters": parameters[arrays["tile_format"]],
                   "level": arrays["tile_level"], "round": arrays["tile_round"],
                   "partition": arrays["tile_partition"], "rows": np.diff(arrays["tile_row_ptr"]),
                   "columns": np.diff(arrays["tile_col_ptr"]), "owned": owned, "redundant": np.diff(ends) - owned,
                   "cost_ns": arrays["tile_cost"]}
        return table(columns)

    def _arrays(self):
        if "arrays" not in self.json:
            raise UsageError(f"{self.path}: a dynamic plan makes its tiles at run time")
        name = self.json["arrays"]["file"]
        if os.path.basename(name) != name:
            raise InputError(f"{self.path}: arrays are to be in the same folder, not in {name}")
        path = os.path.join(os.path.dirname(self.path), name)
        try:
            with np.load(path, allow_pickle=False) as archive:
                return dict(archive)
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: {error}") from None

    def save(self, path):
        """Copies the plan to this JSON file, and its arrays beside it."""
        path = os.fspath(path)
        if "arrays" in self.json:
            name = self.json["arrays"]["file"]
            shutil.copyfile(os.path.join(os.path.dirname(self.path), name), os.path.join(os.path.dirname(path), name))
        shutil.copyfile(self.path, path)

    def check(self, **options):
        """Runs the plan on the CPU and compares it with float64: a dict with `accepted` and the errors."""
        return program.run_json("check", self.path, self.require_matrix().path, *program.option_list(options),
                                accept=(4,))

    def source(self, **kernel):
        """The CUDA source of its kernel; codegen and parameters in place of those in `kernel`."""
        with tempfile.TemporaryDirectory(prefix="sparsescope-") as folder:
            path = Path(folder) / "kernel.cu"
            program.run("generate", self.path, self.require_matrix().path, "-o", path,
                        *program.option_list({**self.kernel, **kernel}))
            return path.read_text(encoding="utf-8")

    def launch(self):
        """Its kernel with all that a host needs to launch it (Launch); of a dense plan what is multiplied
        (DenseProduct)."""
        with tempfile.TemporaryDirectory(prefix="sparsescope-") as folder:
            project = Path(folder) / "project"
            program.run("generate", self.path, self.require_matrix().path, "--standalone", project,
                        *program.option_list(self.kernel))
            return DenseProduct(project, self) if self.is_dense else Launch(project)

    def derived(self, matrix, op, dense):
        """The plan of another operator of this type that a gradient needs, by the same planner and options where the
        operator is the same, else by stile."""
        from .commands import plan
        asked = dict(self._asked or {"planner": "stile"}) if op == self.op else {"planner": "stile"}
        asked.update(op=op, dtype=self.dtype, dense=dense)
        return plan(matrix, **asked)

    def torch(self, transposed=None, sampled=None):
        """The plan as an operator on torch tensors of a GPU, differentiable; see TorchOperator.

        Gradients run plans too, which are searched when they are first needed, or given here: `transposed` of the same
        operator (of SDDMM: SpMM) for the transposed matrix, `sampled` SDDMM of SpMM's matrix (of SDDMM: SpMM)."""
        from .torch_operator import operator_of
        return operator_of(self, transposed, sampled)

    def cupy(self):
        """The plan as an operator on CuPy arrays; see CupyOperator."""
        from .cupy_operator import operator_of
        return operator_of(self)
