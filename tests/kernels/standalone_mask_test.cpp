// One mask of a dynamic plan as a CUDA project of its own: built by nvcc, and run on the CPU, where it finds itself
// right and a wrong kernel wrong.
#include "engine/core/error.h"
#include "kernels/generate/standalone.h"
#include "tests/kernels/emulated_source.h"
#include "tests/kernels/micro_case.h"
#include "tests/kernels/standalone_project.h"
#include "tests/support/paths.h"

#include <sys/wait.h>

using namespace sparsescope;

namespace {

DynamicPlan planOf(const MicroCase& c)
{
    DynamicPlan plan;
    plan.op = c.op;
    plan.rule.pairing = c.pairing;
    plan.rule.input = c.input;
    plan.rule.order = c.order;
    plan.rule.shape = c.masks.shape;
    plan.rule.period = c.masks.period;
    return plan;
}

// Usually one of each axis, which have every input; all where many cases are asked for.
std::vector<MicroCase> casesOfProjects()
{
    constexpr auto inner = GatheredAxis::Inner, rows = GatheredAxis::Rows, cols = GatheredAxis::Cols;
    constexpr auto byRow = MaskLayout::Row, byColumn = MaskLayout::Column;
    const auto product = [](DataType dtype) { return Operator{OperatorKind::SpMM, dtype, 70}; };
    const auto sampled = [](DataType dtype) { return Operator{OperatorKind::SDDMM, dtype, 70}; };
    using enum DataType;
    using enum IndexInput;
    using enum IndexOrder;
    const std::vector<MicroCase> all = {
        {{inner, 32, 1, 32, 64, 128, byColumn}, product(Float16), Bytes, Unordered, factsOf({90, 300, 1, 1})},
        {{inner, 16, 8, 16, 32, 64, byRow}, product(Float32), Values, Ordered, factsOf({70, 130, 5, 3})},
        {{rows, 1, 64, 16, 64, 64, byRow}, product(Float16), Bits, Unordered, factsOf({100, 256, 1, 64}, 128)},
        {{rows, 1, 64, 32, 32, 64, byRow}, product(TFloat32), Bytes, Unordered, factsOf({80, 128, 1, 1})},
        {{cols, 32, 1, 32, 64, 64, byRow}, sampled(BFloat16), Bits, Unordered, factsOf({90, 150, 2, 1})},
        {{cols, 16, 8, 16, 64, 128, byColumn}, sampled(Float16), Values, Ordered, factsOf({50, 140, 1, 1})},
    };
    return cases(1) == 1 ? std::vector{all[0], all[2], all[5]} : all;
}

// The kernels of a project for its host program, on the CPU.
std::string emulatedKernels(const MicroCase& c, const std::string& project, bool wrong)
{
    const MicroSource product = generateMicroProduct(c.pairing, c.op.dtype, c.input);
    const bool converts = microShape(c.pairing, c.op, c.masks).converts;
    std::string text =
        fmt::format("#include \"{0}/cuda.h\"\n#include \"{0}/cuda_runtime.h\"\nnamespace listing {{\n{1}}}\n"
                    "namespace gathering {{\n{2}}}\n",
                    sourceFile("tests/kernels/emulated"), emulatedText(readText(project + "/index.cu"), {}),
                    emulatedText(readText(project + "/kernel.cu"), {product.sharedBytes}));
    text += "cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** list, std::size_t, "
            "void*)\n{\n    emulated::launch(blocks.x, threads.x, 1, [&] {\n"
            "        if (kernel == reinterpret_cast<const void*>(listing::microIndex))\n"
            "            listing::microIndex(*static_cast<const listing::Arguments*>(list[0]));\n";
    if (converts)
        text += "        else if (kernel == reinterpret_cast<const void*>(gathering::convertMicro))\n"
                "            gathering::convertMicro(*static_cast<void**>(list[0]), *static_cast<long long*>(list[1]), "
                "*static_cast<float**>(list[2]));\n";
    text += fmt::format("        else\n            gathering::{}(*static_cast<const gathering::Arguments*>(list[0]));\n"
                        "    }});\n",
                        product.entry);
    if (wrong)
        text += "    if (kernel == reinterpret_cast<const void*>(listing::microIndex)) // a member less\n"
                "        --*static_cast<const listing::Arguments*>(list[0])->count;\n";
    return text + "    return cudaSuccess;\n}\n";
}

int statusOf(const MicroCase& c, const std::string& project, bool wrong)
{
    writeText(project + "/kernels.cpp", emulatedKernels(c, project, wrong));
    const std::string command =
        fmt::format("cd '{}' && c++ -w -O1 -std=c++20 -I '{}' host.cpp kernels.cpp -o program > log 2>&1 && "
                    "./program 1 > out 2>&1",
                    project, sourceFile("tests/kernels/emulated"));
    const int status = std::system(command.c_str());
    INFO(readText(project + "/log"));
    REQUIRE(std::filesystem::exists(project + "/program"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("a standalone project of a mask compiles with nvcc")
{
    if (sanitized)
        skipTest("what nvcc builds has nothing to tell a sanitizer");
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    for (const MicroCase& c : casesOfProjects()) {
        INFO(c.text());
        const TemporaryFolder folder;
        const std::string project = folder / "project";
        const Mask mask = randomMask(c.masks.shape, 100, 1);
        writeStandalone(planOf(c), mask, c.masks, project);
        CHECK(std::filesystem::file_size(project + "/mask.bin") == static_cast<std::size_t>(c.masks.shape.bytes()));
        checkBuilds(project, name(c.op.kind));
    }
}

TEST_CASE("a standalone project of a mask finds its index and its result right, and those of wrong kernels wrong")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    unsigned seed = 0;
    for (const MicroCase& c : casesOfProjects()) {
        INFO(c.text());
        const TemporaryFolder folder;
        const std::string project = folder / "project";
        writeStandalone(planOf(c), randomMask(c.masks.shape, 100, ++seed), c.masks, project);
        CHECK(statusOf(c, project, false) == 0);
        CHECK_THAT(readText(project + "/out"),
                   Catch::Contains("correct: ") && Catch::Contains("median of 1 runs") && !Catch::Contains("WRONG"));
        if (seed != 1)
            continue;
        CHECK(statusOf(c, project, true) == 4);
        CHECK_THAT(readText(project + "/out"), Catch::Contains("WRONG: the index has other members than the mask"));
    }
}

TEST_CASE("a standalone project of a mask is refused where there is no kernel for it, or no folder")
{
    const MicroCase c = casesOfProjects().front();
    const Mask mask(c.masks.shape);
    DynamicPlan dense = planOf(c);
    dense.rule.pairing.reset();
    CHECK_THROWS_WITH(writeStandalone(dense, mask, c.masks, "/dev/null/project"),
                      Catch::Contains("there is no kernel of ours"));
    CHECK_THROWS_AS(writeStandalone(planOf(c), mask, c.masks, "/dev/null/project"), Error);
}
