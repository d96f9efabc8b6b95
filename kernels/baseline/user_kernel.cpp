#include "kernels/baseline/user_kernel.h"

#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "kernels/baseline/storage.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

// Texts of the library go into files and onto screens: ASCII, and no more than a line of it.
std::string printable(const char* text)
{
    std::string out = text ? text : "";
    out.resize(std::min<std::size_t>(out.size(), 200));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
}

template <class Function>
void find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
}

static_assert(static_cast<int>(OperatorKind::SpMM) == SPARSESCOPE_SPMM &&
              static_cast<int>(OperatorKind::SDDMM) == SPARSESCOPE_SDDMM &&
              static_cast<int>(OperatorKind::SpMV) == SPARSESCOPE_SPMV);
static_assert(static_cast<int>(DataType::Float16) == SPARSESCOPE_F16 &&
              static_cast<int>(DataType::BFloat16) == SPARSESCOPE_BF16 &&
              static_cast<int>(DataType::TFloat32) == SPARSESCOPE_TF32 &&
              static_cast<int>(DataType::Float32) == SPARSESCOPE_F32 &&
              static_cast<int>(DataType::Float64) == SPARSESCOPE_F64);

} // namespace

UserKernel::UserKernel(const std::string& file)
{
    const auto fail = [&](const std::string& reason) { failInput(reason, {.file = file}); };
    const std::string path = fs::absolute(file).string(); // without a folder the linker would search its own
    if (!fs::exists(path))
        fail("there is no such file");
    if (!fs::is_regular_file(path)) // a pipe would be waited for
        fail("it is not a regular file");
    // Never unloaded: the CUDA runtime in it may be called until the process ends.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail(fmt::format("it cannot be loaded as a shared library: {}", dlerror()));
    decltype(&sparsescope_version) version = nullptr;
    decltype(&sparsescope_name) name = nullptr;
    const auto require = [&](const char* symbol, auto& function) {
        find(library, symbol, function);
        if (!function)
            fail(fmt::format("it has no function {}; sparsescope_kernel.h says what it has to do", symbol));
    };
    require("sparsescope_version", version);
    if (version() != SPARSESCOPE_KERNEL_VERSION)
        fail(fmt::format("it was built with version {} of sparsescope_kernel.h, this program runs version {}",
                         version(), SPARSESCOPE_KERNEL_VERSION));
    require("sparsescope_name", name);
    require("sparsescope_prepare", m_prepare);
    require("sparsescope_run", m_run);
    require("sparsescope_release", m_release);
    find(library, "sparsescope_error", m_error);
    m_name = printable(name());
}

void UserKernel::check(int code, const char* function) const
{
    if (code == 0)
        return;
    const std::string meaning = m_error ? printable(m_error(code)) : std::string();
    throw Error(ErrorKind::Device, fmt::format("it returned {}{}{}", code, meaning.empty() ? "" : ": ", meaning),
                {.call = function});
}

void* UserKernel::prepare(const sparsescope_problem& problem) const
{
    void* state = nullptr;
    check(m_prepare(&problem, &state), "sparsescope_prepare");
    return state;
}

void UserKernel::run(const sparsescope_problem& problem, void* state) const
{
    check(m_run(&problem, state), "sparsescope_run");
}

sparsescope_problem problemOf(const Operator& op, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
                              std::int64_t ld, const Stream& stream)
{
    sparsescope_problem problem{};
    problem.version = SPARSESCOPE_KERNEL_VERSION;
    problem.op = static_cast<std::int32_t>(op.kind);
    problem.dtype = static_cast<std::int32_t>(op.dtype);
    problem.rows = rows;
    problem.cols = cols;
    problem.nnz = nnz;
    problem.dense = op.dense;
    problem.ld = ld;
    problem.stream = stream.handle();
    return problem;
}

void setOperands(sparsescope_problem& problem, const Buffer& rowPtr, const Buffer& colIdx, const Buffer& values,
                 CUdeviceptr B, CUdeviceptr X, CUdeviceptr C)
{
    problem.rowPtr = reinterpret_cast<const std::int32_t*>(rowPtr.address());
    problem.colIdx = reinterpret_cast<const std::int32_t*>(colIdx.address());
    problem.values = reinterpret_cast<const void*>(values.address());
    problem.B = reinterpret_cast<const void*>(B);
    problem.X = reinterpret_cast<const void*>(X);
    problem.C = reinterpret_cast<void*>(C);
}

void runUserKernel(const std::string& file, Race& race)
{
    race.result.name = userKernelPrefix + fs::path(file).filename().string();
    if (race.input.op.relational())
        failInput(fmt::format("sparsescope_kernel.h has no operands for {} yet", label(race.input.op.kind)),
                  {.file = file});
    const UserKernel kernel(file);
    race.result.name = userKernelPrefix + kernel.name();

    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const std::vector<std::int32_t> rows(matrix.rowPtr().begin(), matrix.rowPtr().end()); // positions are below 2^31
    const Buffer rowPtr(std::span<const std::int32_t>(rows), "the rows of A");
    const Buffer colIdx(matrix.colIdx(), "the column indices of A");
    const Buffer values(std::span<const std::uint8_t>(storedValues(matrix, {}, matrix.nnz(), input.op.dtype)),
                        "the values of A");
    const bool sampled = input.op.sampled();

    sparsescope_problem problem =
        problemOf(input.op, matrix.rows(), matrix.cols(), matrix.nnz(), input.ld, race.stream);
    setOperands(problem, rowPtr, colIdx, values, input.B, sampled ? input.X : 0, input.C.address());

    std::optional<PreparedKernel> prepared;
    race.preprocess([&] { prepared.emplace(kernel, problem); });
    race.run(input.C, sampled ? 1 : input.ld, [&] { kernel.run(problem, prepared->state()); });
}

} // namespace sparsescope
