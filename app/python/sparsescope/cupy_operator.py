"""Plans as operators on CuPy arrays. Imported when one is asked for: CuPy is needed here."""

import cupy
import numpy as np

from . import driver
from .errors import UsageError
from .operator import DenseOperator, KernelOperator

_DTYPES = {"f16": np.float16, "tf32": np.float32, "f32": np.float32, "f64": np.float64}


class CupyArrays:
    """How an operator handles CuPy's arrays."""

    name = "CuPy array"
    byte = cupy.uint8
    device = staticmethod(driver.device)

    def dtype(self, name):
        if name not in _DTYPES:
            raise UsageError(f"CuPy has no {name}; torch has")
        return np.dtype(_DTYPES[name])

    def is_array(self, x):
        return isinstance(x, cupy.ndarray)

    def is_contiguous(self, x):
        return x.flags.c_contiguous

    def gpu_of(self, x, name):
        return x.device.id

    def current(self):
        return cupy.cuda.runtime.getDevice()

    def on(self, gpu):
        return cupy.cuda.Device(gpu)

    def stream(self, gpu):
        return cupy.cuda.get_current_stream().ptr

    def synchronize(self, gpu):
        cupy.cuda.get_current_stream().synchronize()

    def used_here(self, x):
        """CuPy knows nothing of it: an operator keeps its memory as long as it lives."""

    def upload(self, data, gpu):
        with self.on(gpu):
            return cupy.asarray(np.ascontiguousarray(data))

    def numbers(self, data, dtype, gpu):
        return self.upload(data.astype(dtype), gpu)

    def empty(self, shape, dtype, gpu):
        return cupy.empty(shape, dtype)

    def zeros(self, shape, dtype, gpu):
        return cupy.zeros(shape, dtype)

    def copy(self, x):
        return x.copy()

    def padded(self, x, ld):
        wide = cupy.zeros((x.shape[0], ld), x.dtype)
        wide[:, :x.shape[1]] = x
        return wide

    def address(self, x):
        return x.data.ptr

    def scatter(self, memory, begin, count, places, positions, values):
        memory[begin:begin + count * values.dtype.itemsize].view(values.dtype)[places] = values[positions]


class CupyOperator(KernelOperator):
    """The kernel of a plan on CuPy arrays, on the current stream; operands and output as of TorchOperator.

    `values` are those of the matrix in CSR order; assign them to change them (what is written into an array that was
    assigned before is not seen).
    """

    def __init__(self, plan, arrays=None):
        super().__init__(plan, arrays or CupyArrays())
        self._values, self._token = None, 0

    def __call__(self, *operands):
        matrices, gpu = self._checked(operands)
        if self._values is not None and self._arrays.gpu_of(self._values, "values") != gpu:
            raise UsageError(f"values and operands are on different GPUs: {self._values.device}, {gpu}")
        return self._product(matrices, gpu, self._values, self._token)

    @property
    def values(self):
        if self._values is None:
            return self._arrays.numbers(self._launch.values, self._dtype, self._arrays.current())
        return self._values

    @values.setter
    def values(self, values):
        if not self._arrays.is_array(values):
            raise UsageError(f"values are a {type(values).__name__}, not a {self._arrays.name}")
        if values.dtype != self._dtype or values.shape != (self._launch.nnz,):
            raise UsageError(f"values are {values.dtype} of shape {values.shape}, the plan needs {self._dtype} of "
                             f"shape ({self._launch.nnz},)")
        self._values, self._token = values.copy(), self._token + 1


class CupyDense(DenseOperator, CupyOperator):
    """CupyOperator of a plan that stores its matrix densely: CuPy multiplies."""


def operator_of(plan):
    return CupyDense(plan) if plan.is_dense else CupyOperator(plan)
