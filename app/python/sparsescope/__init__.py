"""Decompositions of sparse matrices into tiles of different formats, and their generated GPU kernels.

    import sparsescope
    plan = sparsescope.plan(A, dense=128)     # A: SciPy, torch, NumPy, a triple, or a file
    plan.tiles                                # what each tile stores, as a DataFrame
    C = plan.torch()(B)                       # the generated kernel on a tensor of the GPU

Everything is computed by the program sparsescope-cli, which is found by the variable SPARSESCOPE_CLI, beside this
package, or in the PATH. NumPy alone is needed; SciPy, pandas, torch and CuPy are used where their objects are given or
asked for.
"""

from .commands import compare, info, load, plan, profile, show
from .errors import (Cancelled, DeviceError, InputError, InternalError, SparsescopeError, UsageError,
                     VerificationError)
from .matrix import Matrix, load_torch
from .plan import Plan
from .session import Session
from .version import __version__

__all__ = ["Cancelled", "DeviceError", "InputError", "InternalError", "Matrix", "Plan", "Session", "SparsescopeError",
           "UsageError", "VerificationError", "__version__", "compare", "info", "load", "load_torch", "plan",
           "profile", "show"]
