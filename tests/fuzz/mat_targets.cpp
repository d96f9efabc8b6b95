// MATLAB's files. What libmatio makes of them is in a process of its own, whose end is a refusal.
#include "engine/core/error.h"
#include "engine/io/reader.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/target.h"
#include "tests/support/mat_files.h"

namespace sparsescope::fuzz {

namespace {

MatVariablePtr someSparse(const std::string& name)
{
    return sparseVariable({name, 3, 4, {0, 0, 2, 3, 3}, {0, 2, 1}, {1.5, -2, 0}});
}

} // namespace

std::vector<std::string> matSeeds()
{
    std::vector<std::string> seeds;
    for (const MatForm& form : matForms) {
        std::vector<MatVariablePtr> fields, variables;
        fields.push_back(denseVariable("b", {1, 2}));
        fields.push_back(someSparse("A"));
        variables.push_back(structVariable("Problem", std::move(fields)));
        seeds.push_back(matFile(form, variables));
        variables.clear();
        variables.push_back(someSparse("A"));
        seeds.push_back(matFile(form, variables));
    }
    return seeds;
}

void runMat(std::string_view input)
{
    const ScratchFile file(input, ".mat");
    require(stillInFile(*readMatrix(file.path(), noProgress())), "a matrix that was read is not in its file");
}

} // namespace sparsescope::fuzz
