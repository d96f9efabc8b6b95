// The names of what a plan may be raced against.
#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "tests/support/catch.h"

#include <algorithm>

using namespace sparsescope;

TEST_CASE("CSR algorithms that have a preprocess are raced with and without it, block formats at two sizes, and dense")
{
    const auto& spmm = definitionOf(OperatorKind::SpMM).baselines;
    for (const char* name : {"csr_alg1", "csr_alg1_no_preprocess", "csr_alg2", "csr_alg3", "csr_alg3_no_preprocess",
                             "coo_alg4", "bsr16", "bsr32", "bell16", "bell32"})
        CHECK(std::count(spmm.begin(), spmm.end(), std::string("cusparse:") + name) == 1);
    CHECK(std::count(spmm.begin(), spmm.end(), "cublas:dense") == 1);
    CHECK(definitionOf(OperatorKind::SDDMM).baselines ==
          std::vector<std::string>{"cusparse:sddmm", "cusparse:sddmm_bsr16", "cusparse:sddmm_bsr32"});
    const auto& spmv = definitionOf(OperatorKind::SpMV).baselines;
    for (const char* name : {"csr_alg1", "csr_alg1_no_preprocess", "csr_alg2", "csr_alg2_no_preprocess", "coo_alg1",
                             "coo_alg2", "sell32", "bsr16"})
        CHECK(std::count(spmv.begin(), spmv.end(), std::string("cusparse:spmv_") + name) == 1);
    for (const OperatorKind op : operatorKinds())
        for (const std::string& name : definitionOf(op).baselines) {
            CHECK_NOTHROW(requireKnownBaseline(name));
            CHECK(userKernelFile(name).empty());
        }
}

TEST_CASE("a kernel of the user's own is named by its file")
{
    CHECK(userKernelFile("kernel:/tmp/a:b,c.so") == "/tmp/a:b,c.so");
    CHECK(userKernelFile("cusparse:kernel:a.so").empty());
    CHECK_NOTHROW(requireKnownBaseline("kernel:a.so"));
}

TEST_CASE("a name that nobody knows is a usage error that lists the known ones and says how to bring one's own")
{
    for (const char* name : {"magic", "kernel:", "cusparse:bsr8"}) {
        INFO(name);
        CHECK_THROWS_WITH(requireKnownBaseline(name),
                          Catch::Contains("cusparse:bsr16") && Catch::Contains("cusparse:sddmm_bsr32") &&
                              Catch::Contains("kernel:FILE") && Catch::Contains(std::string("\"") + name + "\""));
    }
}

TEST_CASE("what dynamic plans are raced against is a library's, the user's, or our own")
{
    MaskFacts masks;
    masks.shape = {64, 256, 1, 64};
    masks.period = 64; // experts
    const Operator spmm{OperatorKind::SpMM, DataType::Float16, 32}, sddmm{OperatorKind::SDDMM, DataType::Float16, 32};
    for (const std::string& name : maskBaselines(spmm, masks)) {
        INFO(name);
        CHECK_NOTHROW(requireMaskBaseline(name, spmm, masks));
        CHECK(libraryOf(name) == (name.starts_with("cusparse:") ? BaselineLibrary::CuSparse
                                  : name == "block"             ? BaselineLibrary::Own
                                                                : BaselineLibrary::CuBlas));
    }
    CHECK(libraryOf("packed") == BaselineLibrary::CuBlas);
    CHECK(libraryOf("kernel:a.so") == BaselineLibrary::User);
    CHECK_THROWS_WITH(requireMaskBaseline("grouped", sddmm, masks), Catch::Contains("cusparse:sddmm"));
    CHECK_THROWS_WITH(requireMaskBaseline("packed", spmm, masks), Catch::Contains("serial"));
}
