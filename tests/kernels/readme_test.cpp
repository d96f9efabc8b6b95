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

TEST_CASE("README says of every format which operators the GPU runs on its tiles")
{
    // | `name`, `name` | words | SpMM | SDDMM | SpMV |
    const std::regex row(R"(\|( `\w+`(?:, `\w+`)*) \|.*\| (GPU|CPU) \| (GPU|CPU) \| (GPU|CPU) \|)");
    const std::regex name(R"(`(\w+)`)");
    std::map<std::string, std::vector<std::string>> said;
    std::istringstream text(readText(sourceFile("README.md")));
    for (std::string line; std::getline(text, line);) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row))
            continue;
        const std::string names = cells[1];
        for (std::sregex_iterator i(names.begin(), names.end(), name), end; i != end; ++i)
            said[(*i)[1]] = {cells[2], cells[3], cells[4]};
    }
    CHECK(said.size() == formatKinds().size());
    REQUIRE(operatorKinds().size() == 3);
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        REQUIRE(said.count(kind.name) == 1);
        for (std::size_t k = 0; k < operatorKinds().size(); ++k)
            CHECK(said.at(kind.name)[k] == (hasDevicePiece(kind.name, operatorKinds()[k]) ? "GPU" : "CPU"));
    }
}
