// Binsparse's files. What HDF5 makes of them is in a process of its own, whose end is a refusal.
#include "engine/core/error.h"
#include "engine/io/reader.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/target.h"
#include "tests/support/binsparse_files.h"

namespace sparsescope::fuzz {

std::vector<std::string> binsparseSeeds()
{
    std::vector<std::string> seeds;
    for (const char* format : {"CSR", "DCSC", "COO"})
        seeds.push_back(binsparseFile({smallBinsparse(format)}));
    BinsparseGroupFile first = smallBinsparse(), vector{.name = "b", .descriptor = binsparseText("DVEC", "[1]", 1)};
    first.name = "A";
    first.descriptor = binsparseText("CSR", "[4, 4]", 3, "iso[int8]", ", \"structure\": \"symmetric_upper\"");
    first.indices = {{"pointers_to_1", {0, 1, 2, 2, 3}}, {"indices_1", {1, 3, 3}}};
    first.values = {2};
    vector.values = {1};
    seeds.push_back(binsparseFile({first, vector}));
    return seeds;
}

void runBinsparse(std::string_view input)
{
    const ScratchFile file(input, ".bsp.h5");
    require(stillInFile(*readMatrix(file.path(), noProgress())), "a matrix that was read is not in its file");
}

} // namespace sparsescope::fuzz
