// The version stands in CMakeLists.txt; what people read beside the program says the same.
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <fstream>
#include <regex>
#include <sstream>

namespace {

std::string contents(const std::string& name)
{
    std::ostringstream text;
    text << std::ifstream(sourceFile("") + name).rdbuf();
    return text.str();
}

// What stands in the first place where the pattern matches.
std::string first(const std::string& text, const std::string& pattern, int group = 1)
{
    std::smatch match;
    return std::regex_search(text, match, std::regex(pattern)) ? match[static_cast<std::size_t>(group)].str() : "";
}

} // namespace

TEST_CASE("change log, citation and Python package have the version of CMakeLists.txt, the first two one date")
{
    const std::string version = first(contents("CMakeLists.txt"), R"(project\(Sparsescope VERSION ([0-9.]+))");
    const std::string changes = contents("CHANGELOG.md");
    const std::string citation = contents("CITATION.cff");
    const std::string release = R"(\n## \[([0-9.]+)\] - (\d{4}-\d{2}-\d{2})\n)";
    REQUIRE(!version.empty());
    CHECK(first(changes, release) == version);
    CHECK(first(citation, R"(\nversion: (\S+)\n)") == version);
    CHECK(first(citation, R"(\ndate-released: (\S+)\n)") == first(changes, release, 2));
    CHECK(first(contents("app/python/sparsescope/version.py"), R"rx(\n__version__ = "(\S+)"\n)rx") == version);
    CHECK(changes.find("\n## [Unreleased]\n") < changes.find("\n## [" + version + "]"));
}
