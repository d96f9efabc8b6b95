// Plans as CUDA projects of their own, built as their README says and run.
#include "engine/core/files.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/standalone.h"
#include "tests/device/gpu.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/micro_case.h"
#include "tests/support/paths.h"

#include <cstdlib>

using namespace sparsescope;

namespace {

// Builds a project as its README says, and runs it.
void checkRuns(const std::string& project)
{
    const std::string readme = readText(project + "/README");
    const std::size_t begin = readme.find("nvcc ");
    REQUIRE(begin != std::string::npos);
    const std::string command = readme.substr(begin, readme.find('\n', begin) - begin);
    INFO(command);
    CHECK(std::system(("cd " + project + " && (" + command + ") > log 2>&1 || { cat log; false; }").c_str()) == 0);
    CHECK_THAT(readText(project + "/log"), Catch::Contains("correct: ") && Catch::Contains("median of 30 runs"));
}

void checkProject(const Plan& plan, const Matrix& matrix)
{
    const TemporaryFolder folder;
    writeStandalone(plan, matrix, folder / "project");
    checkRuns(folder / "project");
}

void requireNvcc()
{
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
}

} // namespace

TEST_CASE("a standalone project of every operator and type builds, runs and is right")
{
    const Gpu gpu;
    requireNvcc();
    const MatrixPtr matrix = randomWithEmptyRows(200, 150, 0.08, 3);
    const OperatorKind kind = GENERATE(OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV);
    const DataType dtype = GENERATE(DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32);
    DYNAMIC_SECTION(name(kind) << " " << name(dtype))
    {
        const bool vector = kind == OperatorKind::SpMV;
        const Plan plan =
            mixedPlan(*matrix, {kind, dtype, vector ? 1 : 50}, vector ? 1 : 32, 5, !vector); // split rows, and split K
        checkProject(plan, *matrix);
    }
}

TEST_CASE("a standalone project of a dense plan calls cuBLAS, builds, runs and is right in every type")
{
    const Gpu gpu;
    requireNvcc();
    const MatrixPtr matrix = randomWithEmptyRows(200, 155, 0.3, 3);
    const DataType dtype = GENERATE(DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32);
    DYNAMIC_SECTION(name(dtype))
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM})
        checkProject(densePlan(*matrix, dtype, 50, kind), *matrix);
}

TEST_CASE("a standalone project of a graph builds, runs and is right in every type")
{
    const Gpu gpu;
    requireNvcc();
    const MatrixPtr matrix = raggedMatrix(280, 3);
    const DataType dtype = GENERATE(from_range(allDataTypes));
    DYNAMIC_SECTION(name(dtype))
    {
        checkProject(plannedByGraph(*matrix, dtype, 0, 0), *matrix); // some rows have several writers
        checkProject(plannedByGraph(*matrix, dtype, 7, 1), *matrix);
        checkProject(plannedByGraph(*matrix, dtype, 0, 0, "last"), *matrix);
    }
}

TEST_CASE("a standalone project of a mask builds, runs and is right on every axis, in every type and of every input")
{
    const Gpu gpu;
    requireNvcc();
    const DataType dtype = GENERATE(from_range(dataTypes));
    const std::int64_t step = bytesOf(dtype) == 2 ? 64 : 32;
    DYNAMIC_SECTION(name(dtype))
    {
        const std::vector<std::pair<Pairing, IndexInput>> kinds = {
            {{GatheredAxis::Inner, 32, 1, 32, step, 128, MaskLayout::Column}, IndexInput::Bytes},
            {{GatheredAxis::Rows, 1, 128, 64, step, 64, MaskLayout::Row}, IndexInput::Bits},
            {{GatheredAxis::Cols, 16, 8, 16, step, 64, MaskLayout::Row}, IndexInput::Values}};
        for (const auto& [pairing, input] : kinds) {
            const bool sampled = pairing.axis == GatheredAxis::Cols;
            const MaskFacts masks = factsOf({500, 768, 1, 1});
            DynamicPlan plan;
            plan.op = {sampled ? OperatorKind::SDDMM : OperatorKind::SpMM, dtype, 200};
            plan.rule.pairing = pairing;
            plan.rule.input = input;
            INFO(pairing.label());
            const TemporaryFolder folder;
            writeStandalone(plan, randomMask(masks.shape, 50, 1), masks, folder / "project");
            checkRuns(folder / "project");
        }
    }
}
