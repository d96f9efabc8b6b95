"""Kernels on a GPU through the CUDA driver and NVRTC, called as they are: no compiler, no headers."""

import ctypes
import ctypes.util
import functools
import glob
import os
import sys
import threading

from .errors import DeviceError, InternalError

_MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...


@functools.lru_cache(maxsize=None)
def _driver():
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        raise DeviceError("there is no NVIDIA driver on this machine (libcuda.so.1 is not found)") from None
    driver = Driver(library)
    driver.call("cuInit", 0)
    return driver


class Driver:
    def __init__(self, library):
        self._library = library

    def call(self, name, *arguments):
        status = getattr(self._library, name)(*arguments)
        if status != 0:
            text = ctypes.c_char_p()
            self._library.cuGetErrorString(status, ctypes.byref(text))
            raise DeviceError(f"{name}: {(text.value or b'unknown error').decode()} (CUDA error {status})")


def _nvrtc_candidates():
    yield from ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
    found = ctypes.util.find_library("nvrtc")
    if found:
        yield found
    for folder in sys.path:  # where pip puts the one that torch and CuPy use
        yield from sorted(glob.glob(os.path.join(folder or ".", "nvidia", "*", "lib", "libnvrtc.so.*")))
    for root in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if root:
            yield from sorted(glob.glob(os.path.join(root, "lib64", "libnvrtc.so*")))


@functools.lru_cache(maxsize=None)
def _nvrtc():
    for name in _nvrtc_candidates():
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise DeviceError("NVRTC (libnvrtc.so), which compiles the kernel, is not found; it comes with torch, CuPy and the "
                      "CUDA toolkit")


def _check_nvrtc(status, call):
    if status != 0:
        text = _nvrtc().nvrtcGetErrorString
        text.restype = ctypes.c_char_p
        raise DeviceError(f"{call}: {text(status).decode()}")


def _architecture(capability):
    """What to compile for: the GPU's own, or the newest older one of the same major version that NVRTC knows."""
    nvrtc = _nvrtc()
    count = ctypes.c_int()
    _check_nvrtc(nvrtc.nvrtcGetNumSupportedArchs(ctypes.byref(count)), "nvrtcGetNumSupportedArchs")
    known = (ctypes.c_int * count.value)()
    _check_nvrtc(nvrtc.nvrtcGetSupportedArchs(known), "nvrtcGetSupportedArchs")
    usable = [arch for arch in known if arch <= capability and arch // 10 == capability // 10]
    if not usable:
        raise DeviceError(f"NVRTC compiles for sm_{min(known)} to sm_{max(known)}, not for sm_{capability}")
    # With the instructions that later GPUs do not have, as the worker compiles it.
    return f"sm_{max(usable)}{'a' if max(usable) == 90 else ''}"


@functools.lru_cache(maxsize=256)
def _compiled(source, architecture):
    nvrtc = _nvrtc()
    program = ctypes.c_void_p()
    _check_nvrtc(nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None),
                 "nvrtcCreateProgram")
    try:
        options = [f"--gpu-architecture={architecture}".encode(), b"--std=c++17", b"--generate-line-info"]
        status = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        size = ctypes.c_size_t()
        if status != 0:
            nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(max(size.value, 1))
            nvrtc.nvrtcGetProgramLog(program, log)
            if log.value:
                raise InternalError(f"the generated source does not compile:\n{log.value.decode(errors='replace')}")
        _check_nvrtc(status, "nvrtcCompileProgram")
        _check_nvrtc(nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size)), "nvrtcGetCUBINSize")
        cubin = ctypes.create_string_buffer(size.value)
        _check_nvrtc(nvrtc.nvrtcGetCUBIN(program, cubin), "nvrtcGetCUBIN")
        return cubin.raw
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


class Device:
    """A GPU by its number, in its primary context, which torch and CuPy use too."""

    def __init__(self, index):
        self.index = index
        driver = _driver()
        device = ctypes.c_int()
        driver.call("cuDeviceGet", ctypes.byref(device), index)
        major, minor = ctypes.c_int(), ctypes.c_int()
        driver.call("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, device)
        driver.call("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, device)
        self.capability = 10 * major.value + minor.value
        self._context = ctypes.c_void_p()
        driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)

    def _enter(self):
        _driver().call("cuCtxPushCurrent_v2", self._context)

    def _leave(self):
        _driver().call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def functions(self, source, kernels):
        """The kernels of a source by their entries, compiled and loaded."""
        if not kernels:
            return {}
        driver = _driver()
        cubin = _compiled(source, _architecture(self.capability))
        self._enter()
        try:
            module = ctypes.c_void_p()
            driver.call("cuModuleLoadData", ctypes.byref(module), cubin)
            loaded = {}
            for kernel in kernels:
                function = ctypes.c_void_p()
                driver.call("cuModuleGetFunction", ctypes.byref(function), module, kernel["entry"].encode())
                if kernel["shared"] > 0:
                    driver.call("cuFuncSetAttribute", function, _MAX_DYNAMIC_SHARED, kernel["shared"])
                loaded[kernel["entry"]] = function
            return loaded
        finally:
            self._leave()

    def call(self, function, kernel, parameters, places, stream):
        """A kernel that is ready to be launched on a stream again and again."""
        return Call(self, function, kernel, parameters, places, stream)

    def run(self, *arguments):
        """Calls cuLaunchKernel in this GPU's context."""
        self._enter()
        try:
            _driver().call("cuLaunchKernel", *arguments)
        finally:
            self._leave()


class Parameters:
    """The parameters of a kernel in memory, at multiples of 16 bytes. `places` says where addresses stand that differ
    from call to call: (which parameter, byte in it, name of the memory, bytes from its begin)."""

    def __init__(self, parameters, places):
        self._memory, begins = [], []
        for one in parameters:
            memory = (ctypes.c_char * (len(one) + 16))()
            begin = -ctypes.addressof(memory) % 16
            memory[begin:begin + len(one)] = one
            self._memory.append(memory)
            begins.append(begin)
        self.list = (ctypes.c_void_p * len(begins))(*(ctypes.addressof(memory) + begin
                                                      for memory, begin in zip(self._memory, begins)))
        self._places = [(name, offset, ctypes.c_uint64.from_buffer(self._memory[i], begins[i] + at))
                        for i, at, name, offset in places]

    def fill(self, addresses):
        for name, offset, place in self._places:
            place.value = addresses[name] + offset


class Call:
    def __init__(self, device, function, kernel, parameters, places, stream):
        self._device, self._parameters = device, Parameters(parameters, places)
        one = ctypes.c_uint(1)
        self._arguments = (function, ctypes.c_uint(kernel["blocks"]), one, one, ctypes.c_uint(kernel["threads"]), one,
                           one, ctypes.c_uint(kernel["shared"]), ctypes.c_void_p(stream), self._parameters.list, None)

    def launch(self, addresses):
        """Queues it, with these addresses."""
        self._parameters.fill(addresses)
        self._device.run(*self._arguments)


_devices = {}
_lock = threading.Lock()


def device(index):
    with _lock:
        if index not in _devices:
            _devices[index] = Device(index)
        return _devices[index]
