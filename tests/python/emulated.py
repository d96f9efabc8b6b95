"""A GPU that is none: kernels compiled by the C++ compiler behind tests/kernels/emulated/cuda.h, and arrays of NumPy,
or torch's of the CPU. What calls a kernel is tested so wherever there is a compiler."""

import contextlib
import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np

from support import ROOT

from sparsescope.driver import Parameters
from sparsescope.folder import Folder

HEADER = ROOT / "tests" / "kernels" / "emulated" / "cuda.h"


def possible():
    return shutil.which("c++") is not None and HEADER.exists()


def _behind_parenthesis(text, at):
    depth, quoted = 0, False
    for i in range(at, len(text)):
        quoted ^= text[i] == '"'
        depth += 0 if quoted else (text[i] == "(") - (text[i] == ")")
        if not quoted and depth == 0:
            return i + 1
    return len(text)


def _call(statement):
    """PTX as a call of the function of its name; what orders the compiler alone as nothing."""
    name = statement.index('"') + 1
    if statement[name] == '"':
        return "void()"
    instruction = re.match(r"[^ ;]*", statement[name:]).group().replace(".", "_")
    operands = []
    at = statement.index("(")
    while (at := statement.find('"(', at)) != -1:
        end = _behind_parenthesis(statement, at + 1)
        operands.append(statement[at + 2:end - 1])
        at = end
    return f"ptx::{instruction}({', '.join(operands)})"


def _without_assembly(text):
    done, at = [], 0
    for match in re.finditer(r"\basm( volatile)?\(", text):
        if match.start() < at:
            continue
        end = _behind_parenthesis(text, match.end() - 1)
        done += [text[at:match.start()], _call(text[match.start():end])]
        at = end
    return "".join(done) + text[at:]


class EmulatedDevice:
    """As sparsescope.driver.Device."""

    capability = 90

    def __init__(self):
        self._folder = Folder()
        self.compiled = self.launched = 0

    def functions(self, source, kernels):
        if not kernels:
            return {}
        text = source
        for kernel in kernels:
            text = re.sub(r"extern __shared__ __align__\(16\) unsigned char shared\[\];",
                          f"__shared__ __align__(1024) unsigned char shared[{max(kernel['shared'], 1)}]; "
                          "emulated::dynamicShared = reinterpret_cast<const char*>(shared);", text, count=1)
        text = f'#include "{HEADER}"\n' + _without_assembly(text)
        for kernel in kernels:
            entry = kernel["entry"]
            types = [re.sub(r"\w+$", "", one).strip() for one in
                     re.search(rf"__global__[^{{;]*\b{entry}\(([^)]*)\)", source).group(1).split(",")]
            values = ", ".join(f"*static_cast<{re.sub('^const (?=Arguments)', '', kind)}*>(list[{i}])"
                               for i, kind in enumerate(types))
            text += (f'\nextern "C" void launch_{entry}(void** list, unsigned blocks, unsigned threads)\n'
                     f"{{\n    emulated::launch(blocks, threads, 1, [&] {{ {entry}({values}); }});\n}}\n")
        self.compiled += 1
        stem = Path(self._folder.name) / f"kernel{self.compiled}"
        stem.with_suffix(".cpp").write_text(text)
        done = subprocess.run(["c++", "-w", "-O1", "-std=c++20", "-fPIC", "-shared", "-o", stem.with_suffix(".so"),
                               stem.with_suffix(".cpp")], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stderr[:4000])
        library = ctypes.CDLL(str(stem.with_suffix(".so")))
        return {kernel["entry"]: library["launch_" + kernel["entry"]] for kernel in kernels}

    def call(self, function, kernel, parameters, places, stream):
        return EmulatedCall(self, function, kernel, Parameters(parameters, places))


class EmulatedCall:
    def __init__(self, device, function, kernel, parameters):
        self._device, self._function, self._parameters = device, function, parameters
        self._size = ctypes.c_uint(kernel["blocks"]), ctypes.c_uint(kernel["threads"])

    def launch(self, addresses):
        self._parameters.fill(addresses)
        self._function(self._parameters.list, *self._size)
        self._device.launched += 1


class NumpyArrays:
    """As sparsescope.torch_operator.TorchArrays, of NumPy's arrays. New memory is full of NaN."""

    name = "NumPy array"
    byte = np.uint8

    def __init__(self, device=None):
        self._device = device or EmulatedDevice()
        self.handle = 0

    def device(self, gpu):
        return self._device

    def dtype(self, name):
        return np.dtype({"f16": np.float16, "tf32": np.float32, "f32": np.float32, "f64": np.float64}[name])

    def is_array(self, x):
        return isinstance(x, np.ndarray)

    def is_contiguous(self, x):
        return x.flags.c_contiguous

    def gpu_of(self, x, name):
        return 0

    def current(self):
        return 0

    def on(self, gpu):
        return contextlib.nullcontext()

    def stream(self, gpu):
        return self.handle

    def synchronize(self, gpu):
        pass

    def used_here(self, x):
        pass

    def upload(self, data, gpu):
        return self._aligned(data)

    def numbers(self, data, dtype, gpu):
        return self._aligned(data.astype(dtype))

    def empty(self, shape, dtype, gpu):
        x = self._aligned(np.zeros(shape, dtype))
        x.view(np.uint8)[...] = 0xff
        return x

    def zeros(self, shape, dtype, gpu):
        return self._aligned(np.zeros(shape, dtype))

    def copy(self, x):
        return self._aligned(x)

    def padded(self, x, ld):
        wide = self.zeros((x.shape[0], ld), x.dtype, 0)
        wide[:, :x.shape[1]] = x
        return wide

    def address(self, x):
        return x.ctypes.data

    def scatter(self, memory, begin, count, places, positions, values):
        memory[begin:begin + count * values.itemsize].view(values.dtype)[places] = values[positions]

    def _aligned(self, data):
        data = np.ascontiguousarray(data)
        raw = np.zeros(data.nbytes + 64, np.uint8)
        begin = -raw.ctypes.data % 64
        x = raw[begin:begin + data.nbytes].view(data.dtype).reshape(data.shape)
        x[...] = data
        return x


def torch_arrays(device=None):
    """torch's own way with tensors, but of the CPU."""
    import torch
    from sparsescope.torch_operator import TorchArrays

    class CpuArrays(TorchArrays):
        def __init__(self):
            self._device = device or EmulatedDevice()

        def device(self, gpu):
            return self._device

        def gpu_of(self, x, name):
            return 0

        def place(self, gpu):
            return torch.device("cpu")

        def current(self):
            return 0

        def on(self, gpu):
            return contextlib.nullcontext()

        def stream(self, gpu):
            return 0

        def synchronize(self, gpu):
            pass

        def used_here(self, x):
            pass

    return CpuArrays()
