"""Plans as differentiable operators on torch tensors. Imported when one is asked for: torch is needed here."""

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from . import driver
from .errors import UsageError
from .matrix import Matrix
from .operator import DenseOperator, KernelOperator, no_gpu

_DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "tf32": torch.float32, "f32": torch.float32,
           "f64": torch.float64}


class TorchArrays:
    """How an operator handles torch's tensors."""

    name = "torch tensor"
    byte = torch.uint8
    device = staticmethod(driver.device)

    def dtype(self, name):
        return _DTYPES[name]

    def is_array(self, x):
        return isinstance(x, torch.Tensor) and x.layout == torch.strided

    def is_contiguous(self, x):
        return x.is_contiguous()

    def gpu_of(self, x, name):
        if x.device.type != "cuda":
            raise no_gpu(name, x.device)
        return x.device.index

    def place(self, gpu):
        return torch.device("cuda", gpu)

    def current(self):
        return torch.cuda.current_device()

    def on(self, gpu):
        return torch.cuda.device(gpu)

    def stream(self, gpu):
        return torch.cuda.current_stream(gpu).cuda_stream

    def synchronize(self, gpu):
        torch.cuda.current_stream(gpu).synchronize()

    def used_here(self, x):
        """Its memory is not given away before what is on the current stream has ended."""
        x.record_stream(torch.cuda.current_stream(x.device))

    def upload(self, data, gpu):
        return torch.from_numpy(np.ascontiguousarray(data)).to(self.place(gpu))

    def numbers(self, data, dtype, gpu):
        return self.upload(data, gpu).to(dtype)

    def empty(self, shape, dtype, gpu):
        return torch.empty(shape, dtype=dtype, device=self.place(gpu))

    def zeros(self, shape, dtype, gpu):
        return torch.zeros(shape, dtype=dtype, device=self.place(gpu))

    def copy(self, x):
        return x.clone()

    def padded(self, x, ld):
        wide = x.new_zeros((x.shape[0], ld))
        wide[:, :x.shape[1]] = x
        return wide

    def address(self, x):
        return x.data_ptr()

    def scatter(self, memory, begin, count, places, positions, values):
        size = values.element_size()
        memory[begin:begin + count * size].view(values.dtype)[places] = values[positions]


class TorchOperator(KernelOperator):
    """The kernel of a plan on torch tensors of a GPU, on the caller's current stream.

        spmm   C = op(B)       B: columns x J, C: rows x J
        spmv   y = op(x)       x: columns, y: rows
        sddmm  values = op(X, Y)   X: rows x K, Y: columns x K; a value for each non-zero, in CSR order
        rgms   Y = op(X, W)    X: columns of a relation x K, W: relations x K x L; without gradients

    Operands are contiguous, of the plan's type (float32 for tf32, whose last 13 bits tensor cores pass over) and on
    one GPU; the output is allocated by torch, and its rows may lie further apart than they are long.

    `values` are those of the matrix in CSR order (as `indptr`, `indices`): read or replace them, or make them a
    Parameter: op.values = torch.nn.Parameter(op.values). Any plan's values can be changed, as its arrays say which
    non-zero each stored value is; they are stored anew when they differ from those of the last call, which costs
    about a copy of them.

    Gradients: of SpMM to B by the plan of the transposed matrix and to values by SDDMM; of SDDMM to X and Y by SpMM
    and to values by itself; of SpMV to x by the transposed plan and to values by torch.
    """

    def __init__(self, plan, transposed=None, sampled=None, arrays=None):
        super().__init__(plan, arrays or TorchArrays())
        self._values = None
        self._given = {"transposed": transposed, "sampled": sampled}
        self._others = {}
        self._constants = {}
        for name, other in self._given.items():
            if other is not None:
                self._require_fit(name, other)

    def __call__(self, *operands):
        matrices, gpu, values = self._inputs(operands)
        inputs = matrices if values is None else (*matrices, values)
        if torch.is_grad_enabled() and any(x.requires_grad for x in inputs):
            return _Product.apply(self, gpu, values, *matrices)
        return self._run(matrices, gpu, values)

    def _inputs(self, operands):
        matrices, gpu = self._checked(operands)
        values = self._values
        if values is not None and self._arrays.gpu_of(values, "values") != gpu:
            raise UsageError(f"values are on GPU {self._arrays.gpu_of(values, 'values')}, operands on GPU {gpu}")
        return matrices, gpu, values

    @property
    def values(self):
        if self._values is None:
            self._values = self._tensor(self._launch.values, self._arrays.current(), self._dtype)
        return self._values

    @values.setter
    def values(self, values):
        if not self._arrays.is_array(values):
            raise UsageError(f"values are a {type(values).__name__}, not a {self._arrays.name}")
        if values.dtype != self._dtype or tuple(values.shape) != (self._launch.nnz,):
            raise UsageError(f"values are {values.dtype} of shape {tuple(values.shape)}, the plan needs {self._dtype} "
                             f"of shape ({self._launch.nnz},)")
        self._arrays.gpu_of(values, "values")
        self._values = values

    @property
    def indptr(self):
        """Where each row of `values` begins, and their end."""
        return self._tensor(self._launch.indptr, self._arrays.current())

    @property
    def indices(self):
        """The column of each of `values`."""
        return self._tensor(self._launch.indices.astype(np.int64), self._arrays.current())

    def _tensor(self, data, gpu, dtype=None):
        return self._arrays.upload(data, gpu) if dtype is None else self._arrays.numbers(data, dtype, gpu)

    def _run(self, operands, gpu, values=None):
        """As _product(), of operands that may lie anyhow."""
        operands = [x.contiguous() for x in operands]
        if values is None:
            return self._product(operands, gpu)
        values = values.detach().contiguous()
        # The tensor itself is kept in the token: its memory is no other's while the token is compared.
        return self._product(operands, gpu, values, _Token(values))

    def constant(self, name, gpu, make, dtype=None):
        """A tensor that depends on the matrix alone, made once."""
        with self._lock:
            if (name, gpu) not in self._constants:
                self._constants[name, gpu] = self._tensor(make(), gpu, dtype)
                self._arrays.synchronize(gpu)
            return self._constants[name, gpu]

    def ones(self, gpu):
        return self.constant("ones", gpu, lambda: np.ones(self._launch.nnz, np.float32), self._dtype)

    def plan_values(self, gpu):
        return self.constant("values", gpu, lambda: self._launch.values, self._dtype)

    def transposed_order(self, gpu):
        return self.constant("order", gpu, self._launch.transposed)

    def rows(self, gpu):
        return self.constant("rows", gpu, self._launch.row_indices)

    def cols(self, gpu):
        return self.constant("cols", gpu, lambda: self._launch.indices.astype(np.int64))

    def _other_kind(self, name):
        if self._launch.op == "sddmm":
            return "spmm"
        return "sddmm" if name == "sampled" else self._launch.op

    def other(self, name):
        """The operator of a gradient: "transposed" or "sampled"."""
        with self._lock:
            if name not in self._others:
                plan = self._given[name] or self._planned(name)
                self._others[name] = operator_of(plan, arrays=self._arrays)
            return self._others[name]

    def _planned(self, name):
        launch = self._launch
        rows, cols, shape = launch.row_indices(), launch.indices, (launch.rows, launch.cols)
        # Values are handed over at each call, but for those of the plan itself.
        if name == "transposed":
            matrix = Matrix.of_coordinates(cols, rows, launch.values, shape[::-1])
        else:
            matrix = Matrix.of_coordinates(rows, cols, None, shape)
        return self.plan.derived(matrix, self._other_kind(name), launch.dense)

    def _require_fit(self, name, other):
        launch, told = self._launch, other.json
        shape = (launch.rows, launch.cols) if name == "sampled" else (launch.cols, launch.rows)
        wanted = (self._other_kind(name), launch.dtype, launch.dense, *shape, launch.nnz)
        matrix = told.get("matrix", {})
        given = (other.op, other.dtype, other.dense, matrix.get("rows"), matrix.get("cols"), matrix.get("nnz"))
        if given != wanted:
            raise UsageError(f"the plan that is given as {name} is (operator, type, dense extent, rows, columns, "
                             f"non-zeros) {given}, not {wanted}")
        pattern = other.launch()
        order = launch.transposed() if name == "transposed" else slice(None)
        columns = launch.row_indices()[order] if name == "transposed" else launch.indices
        rows = launch.indices[order] if name == "transposed" else launch.row_indices()
        if not (np.array_equal(pattern.indices, columns) and np.array_equal(pattern.row_indices(), rows)):
            raise UsageError(f"the plan that is given as {name} is of another pattern")


class TorchDense(DenseOperator, TorchOperator):
    """TorchOperator of a plan that stores its matrix densely. torch multiplies and differentiates (tf32 where
    torch.backends.cuda.matmul.allow_tf32 says so); values that were replaced are written into a matrix at each call."""

    def __call__(self, *operands):
        return self._product(*self._inputs(operands))


def operator_of(plan, transposed=None, sampled=None, arrays=None):
    if not plan.is_dense:
        return TorchOperator(plan, transposed, sampled, arrays)
    if transposed is not None or sampled is not None:
        raise UsageError("of a dense plan torch computes the gradients: it takes no plans for them")
    return TorchDense(plan, None, None, arrays)


class _Token:
    """Says whether values are those of the last call: the same memory, not written to since."""

    def __init__(self, values):
        # Tensors of inference mode do not count what is written to them.
        self._values, self._version = values, object() if values.is_inference() else values._version

    def __eq__(self, other):
        return (isinstance(other, _Token) and self._values.data_ptr() == other._values.data_ptr()
                and self._version == other._version)


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, op, gpu, values, *operands):
        ctx.op, ctx.gpu, ctx.has_values = op, gpu, values is not None
        ctx.save_for_backward(*operands, *([values] if values is not None else []))
        return op._run(operands, gpu, values)

    @staticmethod
    @once_differentiable
    def backward(ctx, gradient):
        operands = ctx.saved_tensors[:-1] if ctx.has_values else ctx.saved_tensors
        values = ctx.saved_tensors[-1] if ctx.has_values else None
        kind = ctx.op._launch.op
        if kind not in _GRADIENTS:
            raise UsageError(f"there is no gradient of {kind}")
        return (None, None, *_GRADIENTS[kind](ctx.op, ctx.gpu, gradient, values, operands, ctx.needs_input_grad[2:]))


def _transposed(op, gpu, values):
    """The values of the transposed matrix; None: those of its plan."""
    return None if values is None else values.detach()[op.transposed_order(gpu)]


def _spmm(op, gpu, gradient, values, operands, needs):
    of_values = of_b = None
    if needs[0]:
        sampled = op.other("sampled")
        of_values = sampled._run([gradient, operands[0]], gpu, None if op._given["sampled"] is None else op.ones(gpu))
    if needs[1]:
        of_b = op.other("transposed")._run([gradient], gpu, _transposed(op, gpu, values))
    return of_values, of_b


def _spmv(op, gpu, gradient, values, operands, needs):
    of_values = of_x = None
    if needs[0]:
        of_values = gradient[op.rows(gpu)] * operands[0][:, 0][op.cols(gpu)]
    if needs[1]:
        of_x = op.other("transposed")._run([gradient.reshape(-1, 1)], gpu, _transposed(op, gpu, values))[:, None]
    return of_values, of_x


def _sddmm(op, gpu, gradient, values, operands, needs):
    X, Y = operands
    of_values = of_x = of_y = None
    if needs[0]:
        of_values = gradient * op._run([X, Y], gpu, op.ones(gpu))
    if needs[1] or needs[2]:
        if values is None:
            values = op.plan_values(gpu)
        weighted = gradient * values
        if needs[1]:
            of_x = op.other("sampled")._run([Y], gpu, weighted)
        if needs[2]:
            of_y = op.other("transposed")._run([X], gpu, weighted[op.transposed_order(gpu)])
    return of_values, of_x, of_y


_GRADIENTS = {"spmm": _spmm, "spmv": _spmv, "sddmm": _sddmm}
