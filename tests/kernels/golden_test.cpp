// The sources of six plans, as the files in tests/kernels/golden have them. A template's own text is left out: a line
// names its file. Where a source has changed on purpose, SPARSESCOPE_APPROVE=1 keeps the new one.
#include "kernels/generate/generate.h"
#include "kernels/generate/templates.h"
#include "tests/kernels/plans.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>

using namespace sparsescope;

namespace {

// All of a matrix in one format.
Plan planIn(const FormatPtr& format, const Matrix& matrix, const Operator& op, std::int64_t densePart)
{
    Plan plan = emptyPlan(matrix, op, densePart);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    TileSet tiles;
    format->cover(matrix, all, tiles, noProgress());
    addTiles(plan, format, std::move(tiles));
    markAtomicTiles(plan);
    return plan;
}

// The source with each template as one line.
std::string withoutTemplates(std::string source)
{
    for (const auto& [file, text] : deviceTemplates())
        if (const std::size_t at = source.find(text); at != std::string::npos)
            source.replace(at, text.size(), "// " + file + "\n");
    return source;
}

void checkSource(const std::string& name, const Plan& plan, const Matrix& matrix)
{
    const std::string source = withoutTemplates(generateKernel(pack(plan, matrix, noProgress())).text);
    const std::string path = sourceFile("tests/kernels/golden/" + name + ".cu");
    if (std::getenv("SPARSESCOPE_APPROVE") != nullptr) {
        std::ofstream(path) << source;
        return;
    }
    std::stringstream approved;
    approved << std::ifstream(path).rdbuf();
    INFO(name);
    CHECK(source == approved.str());
}

} // namespace

TEST_CASE("the sources of six plans are the approved ones")
{
    const MatrixPtr matrix = strided(96);
    const Operator spmm16{OperatorKind::SpMM, DataType::Float16, 64};
    const Operator spmm32{OperatorKind::SpMM, DataType::Float32, 40};
    const Operator sddmm{OperatorKind::SDDMM, DataType::BFloat16, 64};
    const Operator spmv{OperatorKind::SpMV, DataType::Float32, 1};
    checkSource("spmm_f16_block_ell", planOf(*matrix, spmm16, 32), *matrix);
    checkSource("spmm_f16_bsr",
                planIn(makeFormat("bsr", {{"height", 16}, {"width", 32}, {"places", 1024}}), *matrix, spmm16, 64),
                *matrix);
    checkSource("spmm_f32_csr", planIn(csr(64), *matrix, spmm32, 40), *matrix);
    checkSource("sddmm_bf16_block_ell", planOf(*matrix, sddmm, 32), *matrix);
    checkSource("spmv_f32_sell", planIn(makeFormat("sell", {{"c", 8}, {"sigma", 64}}), *matrix, spmv, 1), *matrix);
    checkSource("spmv_f32_1d", planIn(oneD(64), *matrix, spmv, 1), *matrix);
}
