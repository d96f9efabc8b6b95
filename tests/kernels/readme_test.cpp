// README's table of formats against what there is device code for.
#include "engine/core/files.h"
#include "engine/plan/format.h"
#include "engine/plan/operators/operator.h"
#include "kernels/generate/pieces.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <map>
#include <regex>
#include <sstream>

using namespace sparsescope;

namespace {

std::string codeOf(const FormatKind& kind, OperatorKind op)
{
    const bool byLibrary =
        !kind.traits.library.empty() && !definitionOf(op).axis.empty() && definitionOf(op).inner.empty();
    return byLibrary                       ? kind.traits.library
           : hasTemplate(kind.name, op)    ? "template"
           : hasDevicePiece(kind.name, op) ? "ir"
                                           : "CPU";
}

} // namespace

TEST_CASE("README says of every format what computes its tiles on the GPU")
{
    // | `name`, `name` | words | SpMM | SDDMM | SpMV | RGMS |
    const std::regex row(R"(\|( `\w+`(?:, `\w+`)*) \|.*\| (\w+) \| (\w+) \| (\w+) \| (\w+) \|)");
    const std::regex name(R"(`(\w+)`)");
    std::map<std::string, std::vector<std::string>> said;
    std::istringstream text(readText(sourceFile("README.md")));
    for (std::string line; std::getline(text, line);) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row))
            continue;
        const std::string names = cells[1];
        for (std::sregex_iterator i(names.begin(), names.end(), name), end; i != end; ++i)
            said[(*i)[1]] = {cells[2], cells[3], cells[4], cells[5]};
    }
    CHECK(said.size() == formatKinds().size());
    REQUIRE(operatorKinds().size() == 4);
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        REQUIRE(said.count(kind.name) == 1);
        for (std::size_t k = 0; k < operatorKinds().size(); ++k)
            CHECK(said.at(kind.name)[k] == codeOf(kind, operatorKinds()[k]));
    }
}
