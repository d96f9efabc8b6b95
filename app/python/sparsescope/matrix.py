"""Matrices of other libraries as the file that the programs read."""

import os
import sys
from pathlib import Path

import numpy as np

from .errors import InputError, UsageError
from .folder import Folder
from .program import require_file


class Matrix:
    """A sparse matrix in a file: one that was given, or a temporary one that goes with this object.

    What is stored is a non-zero, explicit zeros too, and those of blocks; of a dense array, what is not zero.
    Duplicates are added up.
    """

    def __init__(self, path, folder=None):
        self.path = str(path)
        self._folder = folder  # temporary; removed with this object

    def __repr__(self):
        return f"Matrix({self.path!r})"

    @classmethod
    def of(cls, A):
        """A as a matrix: a SciPy or CuPy sparse matrix or array, a torch tensor (COO, CSR, CSC, BSR, BSC or dense), a
        NumPy array of two axes, (rows, columns, values) or (rows, columns, values, shape) with values None for ones,
        or the path of a file. Raises UsageError for what is none of them, InputError for what is wrong in one."""
        if isinstance(A, cls):
            return A
        if isinstance(A, (str, os.PathLike)):
            return cls(require_file(A))
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(A, torch.Tensor):
            return cls.of_coordinates(*_torch_coordinates(A, torch))
        if hasattr(A, "tocoo"):
            return cls.of_coordinates(*_scipy_coordinates(A))
        if isinstance(A, np.ndarray):
            if A.ndim != 2:
                raise InputError(f"a NumPy array of {A.ndim} axes is no matrix")
            rows, cols = np.nonzero(A)
            return cls.of_coordinates(rows, cols, np.asarray(A)[rows, cols], A.shape)
        if isinstance(A, tuple) and len(A) in (3, 4):
            return cls.of_coordinates(*A)
        raise UsageError(f"a {type(A).__name__} is no matrix: it takes a SciPy or torch sparse matrix, a NumPy array, "
                         "(rows, columns, values[, shape]) or a path")

    @classmethod
    def of_coordinates(cls, rows, cols, values=None, shape=None):
        rows, cols = _integers("rows", rows), _integers("columns", cols)
        values = np.ones(len(rows), np.float32) if values is None else np.asarray(values).reshape(-1)
        if not len(rows) == len(cols) == len(values):
            raise InputError(f"there are {len(rows)} rows, {len(cols)} columns and {len(values)} values")
        if shape is None:
            shape = (rows.max() + 1, cols.max() + 1) if len(rows) else (0, 0)
        shape = tuple(int(n) for n in shape)
        if len(shape) != 2 or min(shape) < 0 or max(shape) >= 2 ** 31:
            raise InputError(f"a matrix has from 0 to 2147483647 rows and columns, not {shape}")
        for what, places, most in (("row", rows, shape[0]), ("column", cols, shape[1])):
            if len(places) and (places.min() < 0 or places.max() >= most):
                bad = places.min() if places.min() < 0 else places.max()
                raise InputError(f"{what} {bad} is not from 0 to {most - 1}")
        return cls._write(rows, cols, _numbers(values), shape)

    @classmethod
    def _write(cls, rows, cols, values, shape):
        order = np.lexsort((cols, rows))
        rows, cols, values = rows[order], cols[order], values[order]
        if len(rows):
            first = np.concatenate([[True], (rows[1:] != rows[:-1]) | (cols[1:] != cols[:-1])])
            if not first.all():
                values = np.add.reduceat(values.astype(np.float64), np.flatnonzero(first))
                rows, cols = rows[first], cols[first]
        indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=shape[0]))]).astype(np.int64)
        folder = Folder()
        path = Path(folder.name) / "matrix.npz"
        # As scipy.sparse.save_npz() does, which reads it too.
        np.savez(path, format=np.array("csr".encode("ascii")), shape=np.array(shape, np.int64), indptr=indptr,
                 indices=cols.astype(np.int32), data=values)
        return cls(path, folder)


def load_torch(path, name=None):
    """The sparse tensor that torch.save() wrote to a file, as a matrix; of several by name, that one."""
    import torch
    try:
        held = torch.load(require_file(path), map_location="cpu", weights_only=True)
    except InputError:
        raise
    except Exception as error:  # pickle and zip raise what they like
        raise InputError(f"{path}: cannot be read as what torch.save() writes: {error}") from None
    if isinstance(held, dict):
        sparse = [key for key, tensor in held.items() if isinstance(tensor, torch.Tensor) and _is_sparse(tensor, torch)]
        if name is None and len(sparse) == 1:
            name = sparse[0]
        if name is None or name not in held:
            raise InputError(f"{path}: holds {len(held)} tensors by name, name={name!r} is none of them; "
                             f"sparse are: {', '.join(map(str, sparse)) or 'none'}")
        held = held[name]
    if not isinstance(held, torch.Tensor):
        raise InputError(f"{path}: holds a {type(held).__name__}, no tensor")
    return Matrix.of(held)


def _integers(what, places):
    places = np.asarray(places).reshape(-1)
    if len(places) == 0:
        return places.astype(np.int64)
    if places.dtype.kind not in "iu":
        raise InputError(f"{what} are {places.dtype}, not whole numbers")
    return places.astype(np.int64)


def _numbers(values):
    """As a type that keeps them: float32 or float64."""
    if values.dtype in (np.float32, np.float64):
        return values
    if values.dtype.kind not in "biuf":
        raise InputError(f"values are {values.dtype}, not real numbers")
    return values.astype(np.float32 if values.dtype in (np.float16, np.bool_) else np.float64)


def _scipy_coordinates(A):
    if type(A).__module__.startswith("cupyx"):  # on a GPU
        A = A.get()
    A = A.tocoo()
    if len(A.shape) != 2:
        raise InputError(f"an array of {len(A.shape)} axes is no matrix")
    return A.row, A.col, A.data, A.shape


def _is_sparse(tensor, torch):
    return tensor.layout != torch.strided


def _torch_coordinates(A, torch):
    if A.dim() != 2:
        raise InputError(f"a tensor of {A.dim()} axes is no matrix")
    A = A.detach().cpu()
    array = lambda x: (x.float() if x.dtype == torch.bfloat16 else x).contiguous().numpy()
    layout = str(A.layout).rsplit(".", 1)[-1]
    if layout == "strided":
        rows, cols = np.nonzero(array(A))
        return rows, cols, array(A)[rows, cols], tuple(A.shape)
    if layout == "sparse_coo":  # those of a tensor that is not coalesced are added up as duplicates
        values = A._values()
        if values.dim() != 1:
            raise InputError("a hybrid COO tensor, whose values are vectors, is no matrix")
        rows, cols = array(A._indices())
        return rows, cols, array(values), tuple(A.shape)
    if layout not in ("sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc"):
        raise InputError(f"a tensor of layout {layout} is not read")
    by_rows = layout in ("sparse_csr", "sparse_bsr")
    starts = array(A.crow_indices() if by_rows else A.ccol_indices())
    across = array(A.col_indices() if by_rows else A.row_indices())
    along = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    rows, cols = (along, across) if by_rows else (across, along)
    values = array(A.values())
    if values.ndim == 1:
        return rows, cols, values, tuple(A.shape)
    if values.ndim != 3:
        raise InputError(f"a tensor whose values have {values.ndim} axes is no matrix")
    height, width = values.shape[1:]
    inner_rows, inner_cols = np.divmod(np.arange(height * width), width)
    rows = (rows[:, None] * height + inner_rows).reshape(-1)
    cols = (cols[:, None] * width + inner_cols).reshape(-1)
    return rows, cols, values.reshape(-1), tuple(A.shape)
