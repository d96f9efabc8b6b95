"""What a user calls: a function for each command of sparsescope-cli."""

import atexit
import os
from pathlib import Path

from . import program
from .errors import InputError
from .folder import Folder
from .matrix import Matrix
from .plan import Plan
from .session import Session
from .tables import table_of_rows

_shown = []  # matrices whose temporary files windows may still read
atexit.register(_shown.clear)


def info(A, **options):
    """What a matrix is: its shape, fingerprint, statistics; a dict as `sparsescope-cli info --json` prints it."""
    matrix = Matrix.of(A)
    return program.run_json("info", matrix.path, *program.option_list(options))


def plan(A, op="spmm", planner="stile", dtype="f16", dense=32, **options):
    """Decomposes a matrix into tiles for an operator (spmm, sddmm, spmv, rgms).

    Options are those of `sparsescope-cli plan`: planner="fixed:sell", c=32; compete=False for --no-compete;
    order="rcm"; calibration="a100-stile".
    """
    matrix = Matrix.of(A)
    folder = Folder()
    path = Path(folder.name) / "plan.json"
    asked = {"op": op, "planner": planner, "dtype": dtype, "dense": None if op == "spmv" else dense, **options}
    found = program.run_json("plan", matrix.path, *program.option_list(asked), "-o", path)
    return Plan(path, matrix, found=found, asked=asked, folder=folder)


def compare(A, planners=("stile", "hyb", "cell"), op="spmm", dtype="f16", dense=32, run=False, **options):
    """Plans a matrix by several planners; a table with a row for each, what was predicted, and with run=True what was
    measured on the GPU, beside rows of libraries' kernels."""
    matrix = Matrix.of(A)
    asked = {"op": op, "dtype": dtype, "dense": None if op == "spmv" else dense, "planners": planners,
             "run": True if run else None, **options}
    said = program.run_json("compare", matrix.path, *program.option_list(asked))
    return table_of_rows(said["rows"], names=["name", "kind", "predictedNs"])


def profile(A, op="spmm", planner="fastest", dtype="f16", dense=32, output=None, **options):
    """Runs a plan, or the fastest that several planners find, on the GPU, and measures it; returns a Session.

    A may be a Plan. `output` keeps the session in that file. Raises DeviceError where there is no GPU, and
    VerificationError where the result was wrong.
    """
    folder = None if output else Folder()
    path = os.fspath(output) if output else Path(folder.name) / "session.sscope"
    if isinstance(A, Plan):
        matrix = A.require_matrix()
        asked = {"plan": A.path, **options}
    else:
        matrix = Matrix.of(A)
        asked = {"op": op, "planner": planner, "dtype": dtype, "dense": None if op == "spmv" else dense, **options}
    program.run_json("profile", matrix.path, *program.option_list(asked), "-o", path)
    return Session(path, folder)


def load(path, A=None):
    """A session or a plan from its file; a plan of the matrix A, where it is to be run."""
    path = program.require_file(path)
    with open(path, "rb") as file:
        first = file.read(16)
    if first.startswith(b"SQLite format 3"):
        return Session(path)
    if first.lstrip().startswith(b"{"):
        return Plan(path, None if A is None else Matrix.of(A))
    raise InputError(f"{path}: is neither a session nor a plan")


def show(A):
    """Opens the window with a matrix, a plan or a session; returns its process, and does not wait for it."""
    if not isinstance(A, (Plan, Session)):
        A = Matrix.of(A)
    _shown.append(A)
    return program.start_window(*([A.require_matrix().path, A.path] if isinstance(A, Plan) else [A.path]))
