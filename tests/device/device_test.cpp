// What the device layer says when a job asks too much of the GPU or breaks it.
#include "engine/core/error.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device.h"
#include "tests/device/gpu.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

std::string deviceError(const auto& job)
{
    try {
        job();
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Device);
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("more GPU memory than is free is refused with what it is for, what is free, and what to do")
{
    const Gpu gpu;
    const std::string error = deviceError([&] { const Buffer buffer(gpu.info().memory + 1, "the dense operand"); });
    INFO(error);
    CHECK(holds(error, "CUDA_ERROR_OUT_OF_MEMORY"));
    CHECK(holds(error, "the dense operand"));
    CHECK(holds(error, "are free"));
    CHECK(holds(error, "smaller J"));
    CHECK_NOTHROW(Buffer(1 << 20, "a smaller one")); // and nothing is lost
}

TEST_CASE("an illegal access in a kernel is an error that says that the job ends")
{
    const Gpu gpu;
    CompileOptions options;
    options.architecture = gpu.info().architecture();
    const Module module(
        compileSource("extern \"C\" __global__ void wild(int* p) { p[1 << 30] = 1; }", "wild.cu", options).cubin);
    const Stream stream;
    const Buffer buffer(64, "a buffer");
    const std::string error = deviceError([&] {
        module.function("wild").launch(stream, 1, 1, CUdeviceptr{16});
        stream.wait(noProgress());
    });
    INFO(error);
    CHECK(holds(error, "CUDA_ERROR_ILLEGAL_ADDRESS"));
    CHECK(holds(error, "the job ends"));
    const std::string after = deviceError([&] { const Buffer next(64, "the next job"); });
    CHECK(holds(after, "CUDA_ERROR_ILLEGAL_ADDRESS"));
}
