"""A generated kernel as a function of arrays on a GPU; what torch's and CuPy's operators have in common."""

import threading

import numpy as np

from .errors import DeviceError, UsageError


class KernelOperator:
    """Launches the kernels of a plan. `arrays` says how a library allocates, copies and names its streams.

    What the kernels need beside operands and output is kept for each GPU and stream, so that calls on several streams
    do not meet.
    """

    def __init__(self, plan, arrays):
        self.plan = plan
        self._launch = plan.launch()
        self._arrays = arrays
        self._dtype = arrays.dtype(self._launch.dtype)
        self._gpus = {}
        self._lock = threading.Lock()

    def __repr__(self):
        operands = ", ".join(f"{o['name']}: {o['rows']} x {o['cols']}" for o in self._launch.operands)
        return f"<{type(self).__name__} {self._launch.op} {self._launch.dtype} ({operands})>"

    def _checked(self, operands):
        """The operands as matrices of the right shape, or UsageError that names what is wrong; the GPU they are on."""
        told = self._launch.operands
        if len(operands) != len(told):
            raise UsageError(f"{self._launch.op} takes {', '.join(o['name'] for o in told)}: "
                             f"{len(told)} operands, not {len(operands)}")
        matrices, gpus = [], set()
        for operand, x in zip(told, operands):
            name, rows, cols = operand["name"], operand["rows"], operand["cols"]
            if not self._arrays.is_array(x):
                raise UsageError(f"{name} is a {type(x).__name__}, not a {self._arrays.name}")
            if x.dtype != self._dtype:
                raise UsageError(f"{name} is {x.dtype}, the plan computes in {self._dtype}")
            shape = tuple(x.shape)
            good = shape == (rows, cols) or (cols == 1 and shape == (rows,)) or (
                len(shape) == 3 and shape[0] * shape[1] == rows and shape[2] == cols)
            if not good:
                raise UsageError(f"{name} is {_shape_text(shape)}, the plan needs {_shape_text((rows, cols))}")
            gpus.add(self._arrays.gpu_of(x, name))
            if not self._arrays.is_contiguous(x):
                raise UsageError(f"{name} is not contiguous: its rows have to lie one behind another")
            matrices.append(x if shape == (rows, cols) else x.reshape(rows, cols))
        if len(gpus) > 1:
            raise UsageError(f"operands are on different GPUs: {', '.join(map(str, sorted(gpus)))}")
        return matrices, gpus.pop()

    def _product(self, operands, gpu, values=None, token=None):
        """The output for checked operands, on the caller's stream. `values`: of the matrix, in CSR order, in place of
        the plan's; they are stored anew where `token` is another than at the last call."""
        arrays, launch = self._arrays, self._launch
        with arrays.on(gpu):
            kept = self._gpu(gpu).stream(arrays.stream(gpu))
            addresses, copies = {}, []  # which live until the kernels are queued, on the stream whose memory they are
            for operand, x in zip(launch.operands, operands):
                address = arrays.address(x)
                if operand["ld"] != operand["cols"] or address % 16 != 0:
                    copies.append(arrays.padded(x, operand["ld"]))
                    address = arrays.address(copies[-1])
                addresses[operand["name"]] = address
            told = launch.output
            make = arrays.empty if launch.kernels else arrays.zeros
            output = make((told["rows"], told["ld"]), self._dtype, gpu)
            addresses["C"] = arrays.address(output)
            kept.launch(addresses, values, token)
            if told["sampled"]:
                return output[0, :told["cols"]]
            if launch.op == "spmv":
                return output[:, 0]
            return output if told["ld"] == told["cols"] else output[:, :told["cols"]]

    def _gpu(self, gpu):
        with self._lock:
            if gpu not in self._gpus:
                self._gpus[gpu] = _OnGpu(self._launch, self._arrays, gpu)
            return self._gpus[gpu]


class DenseOperator(KernelOperator):
    """A plan that stores its matrix densely: the library multiplies, by its own functions of arrays. Of SDDMM all of
    X Y^T is computed, and what the matrix has of it taken out."""

    def __init__(self, *given):
        super().__init__(*given)
        self._dense = {}

    def _product(self, operands, gpu, values=None, token=None):
        arrays, launch = self._arrays, self._launch
        with arrays.on(gpu):
            rows, cols, own, A = kept = self._kept(gpu)
            for array in kept:
                arrays.used_here(array)
            if launch.op == "sddmm":
                X, Y = operands
                return (own if values is None else values) * (X @ Y.T)[rows, cols]
            if values is not None:
                A = self._filled(rows, cols, values, gpu)
            return A @ operands[0]

    def _kept(self, gpu):
        """Row, column and value of each non-zero, and the matrix (of SDDMM nothing) with the plan's values."""
        arrays, launch = self._arrays, self._launch
        with self._lock:
            if gpu not in self._dense:
                rows, cols = (arrays.upload(places.astype(np.int64), gpu)
                              for places in (launch.row_indices(), launch.indices))
                own = arrays.numbers(launch.values, self._dtype, gpu)
                A = own if launch.op == "sddmm" else self._filled(rows, cols, own, gpu)
                arrays.synchronize(gpu)
                self._dense[gpu] = rows, cols, own, A
            return self._dense[gpu]

    def _filled(self, rows, cols, values, gpu):
        A = self._arrays.zeros((self._launch.rows, self._launch.cols), self._dtype, gpu)
        A[rows, cols] = values
        return A


class _OnGpu:
    """The files of a launch on a GPU, and its kernels."""

    def __init__(self, launch, arrays, gpu):
        self.device = arrays.device(gpu)
        self.functions = self.device.functions(launch.source, launch.kernels)
        self.launch, self.arrays, self.gpu = launch, arrays, gpu
        self.files = {name: arrays.upload(_filled(data), gpu) for name, data in launch.files.items()}
        self.scattered = [(memory, begin, count, arrays.upload(places, gpu), arrays.upload(positions, gpu))
                          for memory, begin, count, places, positions in launch.scattered()]
        arrays.synchronize(gpu)
        self._streams = {}
        self._lock = threading.Lock()

    def stream(self, handle):
        with self._lock:
            if handle not in self._streams:
                self._streams[handle] = _OnStream(self, handle)
            return self._streams[handle]


class _OnStream:
    """The kernels of a launch, ready for a stream: what they write beside the output, and values that were stored for
    them."""

    def __init__(self, held, handle):
        arrays, launch, gpu = held.arrays, held.launch, held.gpu
        self._held = held
        self._lock = threading.Lock()
        for array in (*held.files.values(), *(a for part in held.scattered for a in part[3:])):
            arrays.used_here(array)
        # Both are as the kernels leave them: what has to be zero before a run is zero after it.
        self.work = {name: arrays.zeros((max(one["bytes"], 16),), arrays.byte, gpu)
                      for name, one in launch.memory.items() if one["holds"] in ("scratch", "zeros")}
        # Memory of values is another once they are replaced.
        replaced = {part[0] for part in held.scattered}
        self._of_values = {name: arrays.address(held.files[name]) for name in replaced}
        fixed = {name: arrays.address(a) for name, a in {**held.files, **self.work}.items() if name not in replaced}
        self._calls = [held.device.call(held.functions[kernel["entry"]], kernel, *launch.parameters(kernel, fixed),
                                        handle) for kernel in launch.kernels]
        self._token, self._stored = None, {}

    def launch(self, addresses, values, token):
        """Queues the kernels, of one caller before those of the next: they share the memory that they write."""
        with self._lock:
            addresses.update(self._of_values if values is None else self._addresses_of(values, token))
            for call in self._calls:
                call.launch(addresses)

    def _addresses_of(self, values, token):
        arrays, held = self._held.arrays, self._held
        if token is None or token != self._token:
            memory = {}
            for name, begin, count, places, positions in held.scattered:
                if name not in memory:
                    memory[name] = arrays.copy(held.files[name])
                arrays.scatter(memory[name], begin, count, places, positions, values)
            self._token, self._stored = token, memory
        return {name: arrays.address(a) for name, a in self._stored.items()}


def _filled(data):
    """At least as many bytes as a kernel may look at where there are none."""
    return data if len(data) >= 16 else np.concatenate([data, np.zeros(16 - len(data), np.uint8)])


def _shape_text(shape):
    return " x ".join(map(str, shape)) or "a number"


def no_gpu(name, where):
    return DeviceError(f"{name} {'are' if name == 'values' else 'is'} on {where}; the kernel runs on an NVIDIA GPU")
