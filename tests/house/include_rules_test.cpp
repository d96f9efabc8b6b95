// The rooms of the house: who may include whom, and which program may link what.
#include "tests/house/include_rules.h"
#include "tests/house/sources.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Include {
    std::string from;
    int line = 0;
    std::string to;
};

const fs::path root = sourceFile("");

} // namespace

TEST_CASE("each include rule catches what it forbids and allows what it does not")
{
    using house::violation;
    CHECK(violation("app/window/main.cpp", "views/main_window/main_window.h").empty());
    CHECK(violation("app/worker/main.cpp", "kernels/device/context.h").empty());
    CHECK(violation("app/cli/plan.cpp", "kernels/generate/generate.h").empty());
    CHECK(violation("views/parts/theme.h", "engine/plan/plan.h").empty());
    CHECK(violation("kernels/device/context.h", "engine/core/error.h").empty());
    CHECK(violation("engine/plan/plan_file.cpp", "engine/io/npy.h").empty());
    CHECK(violation("engine/run/executor.h", "engine/plan/packed.h").empty());

    CHECK(violation("views/parts/theme.h", "kernels/generate/generate.h") == "views may not include kernels");
    CHECK(violation("views/parts/theme.h", "app/window/glue.h") == "views may not include app");
    CHECK(violation("kernels/device/context.h", "views/parts/theme.h") == "kernels may not include views");
    CHECK(violation("kernels/device/context.h", "app/window/glue.h") == "kernels may not include app");
    CHECK(violation("kernels/generate/generate.cpp", "kernels/device/context.h") ==
          "kernels/generate may not include kernels/device");
    CHECK(violation("engine/core/error.h", "views/parts/theme.h") == "engine may not include views");
    CHECK(violation("engine/core/error.h", "kernels/generate/generate.h") == "engine may not include kernels");
    CHECK(violation("engine/core/error.h", "app/window/glue.h") == "engine may not include app");
    CHECK(violation("engine/core/error.h", "tests/support/catch.h") == "engine may not include tests");
    CHECK(violation("app/cli/main.cpp", "kernels/device/context.h") == "only app/worker may include kernels/device");
    CHECK(violation("app/cli/main.cpp", "views/parts/theme.h") == "only app/window may include views");
    CHECK(violation("views/pages/pages.cpp", "views/pages/learn/learn_page.h").empty());
    CHECK(violation("views/pages/learn/learn_page.h", "views/pages/page.h").empty());
    CHECK(violation("views/pages/learn/learn_page.h", "views/pages/search/search_page.h") ==
          "the page learn may not include the page search");
    const std::map<std::string, std::vector<std::string>> orders = {
        {"engine",
         {"core", "matrix", "io", "plan", "cost", "search", "edit", "run", "ir", "raster", "learn", "measure",
          "session", "work", "report"}},
        {"views",
         {"parts", "plot", "scene", "tour", "workspace", "replay", "masks", "heatmap", "canvas", "inspector", "tiles",
          "rules", "graph", "export", "pages", "session", "main_window", "tabs"}}};
    for (const auto& [room, order] : orders)
        for (std::size_t low = 0; low < order.size(); ++low)
            for (std::size_t high = low + 1; high < order.size(); ++high) {
                const std::string a = room + "/" + order[low] + "/a.h";
                const std::string b = room + "/" + order[high] + "/b.h";
                CHECK(violation(b, a).empty());
                CHECK_FALSE(violation(a, b).empty());
            }
}

TEST_CASE("every include of the project obeys the rules")
{
    const std::regex quoted("^\\s*#\\s*include\\s*\"([^\"]+)\"");
    int checked = 0;
    for (const fs::path& file : house::sources()) {
        std::istringstream lines(house::textOf(file));
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            std::smatch match;
            if (!std::regex_search(line, match, quoted))
                continue;
            const std::string from = house::nameOf(file);
            const std::string to = match[1];
            if (to.find('/') == std::string::npos)
                continue; // generated: moc and the like
            INFO(from << ":" << number << " includes " << to);
            CHECK(house::violation(from, to).empty());
            CHECK((fs::exists(root / to) || fs::exists(root / (to + ".in")))); // which CMake fills in
            ++checked;
        }
    }
    CHECK(checked > 200);
}

namespace {

// A type that a header of the programs defines: "sparsescope::learn::Scene", "engine/learn/scene.h".
struct DefinedType {
    std::string name, header;
};

std::vector<DefinedType> definedTypes()
{
    const std::regex opens(R"(namespace ([\w:]+) \{)");
    const std::regex defines(R"((?:struct|class|enum class|union) (\w+)(?: final)?(?: : [^;{]*)?(?: \{.*)?)");
    std::vector<DefinedType> types;
    for (const fs::path& file : house::sources()) {
        const std::string name = house::nameOf(file);
        if (file.extension() != ".h" || name.rfind("tests/", 0) == 0)
            continue;
        std::istringstream text(house::textOf(file));
        std::string space;
        std::smatch found;
        for (std::string line; std::getline(text, line);)
            if (std::regex_match(line, found, opens))
                space = found[1].str().rfind("sparsescope", 0) == 0 ? found[1].str() : space + "::" + found[1].str();
            else if (std::regex_match(line, found, defines))
                types.push_back({space + "::" + found[1].str(), name});
    }
    return types;
}

} // namespace

// Two types of one name are one type to the linker, which keeps the functions of either.
TEST_CASE("no two headers define a type of the same name")
{
    std::map<std::string, std::set<std::string>> headers;
    for (const DefinedType& type : definedTypes())
        headers[type.name].insert(type.header);
    CHECK(headers.size() > 400);
    for (const auto& [type, where] : headers) {
        INFO(type);
        CHECK(where.size() == 1);
    }
}

TEST_CASE("drawing, teaching, sessions and each planner have a namespace of their own")
{
    const std::map<std::string, std::string> spaces = {
        {"engine/raster/", "raster"},       {"engine/learn/", "learn"},
        {"engine/plan/graph/", "graph"},    {"engine/session/", "session"},
        {"engine/search/stile/", "stile"},  {"engine/search/liteform/", "liteform"},
        {"engine/search/rules/", "rules"},  {"engine/search/alphasparse/", "alphasparse"},
        {"engine/search/sparda/", "sparda"}};
    std::map<std::string, int> types;
    for (const DefinedType& type : definedTypes()) {
        const auto own = std::find_if(spaces.begin(), spaces.end(),
                                      [&](const auto& space) { return type.header.rfind(space.first, 0) == 0; });
        INFO(type.name << " in " << type.header);
        if (own != spaces.end()) {
            CHECK(type.name.rfind("sparsescope::" + own->second + "::", 0) == 0);
            ++types[own->first];
        } else if (type.header.rfind("engine/search/", 0) == 0) {
            // A planner without an entry above shows its Planner alone.
            CHECK(std::count(type.header.begin(), type.header.end(), '/') == 2);
        }
    }
    CHECK(types.size() == spaces.size());
}

TEST_CASE("what comes from outside is taken in by one place for each kind")
{
    const std::map<std::string, std::string> places = {{"json::parse(", "engine/core/json_text.cpp"},
                                                       {"json::accept(", "engine/core/json_text.cpp"},
                                                       {"sax_parse(", "engine/core/json_text.cpp"},
                                                       {"sqlite3_open", "engine/session/database.cpp"},
                                                       {"zip_open", "engine/io/npy.cpp"},
                                                       {"inflateInit", "engine/io/gzip.cpp"}};
    std::set<std::string> found;
    for (const fs::path& file : house::sources()) {
        const std::string name = house::nameOf(file);
        if (name.rfind("tests/", 0) == 0)
            continue;
        const std::string text = house::textOf(file);
        for (const auto& [call, place] : places) {
            INFO(name << " calls " << call);
            CHECK((text.find(call) == std::string::npos || name == place));
            if (name == place && text.find(call) != std::string::npos)
                found.insert(call);
        }
    }
    CHECK(found.size() >= 5);
}

TEST_CASE("operators are told apart by what they read and write, by name only where each has an entry")
{
    const std::set<std::string> tables = {"kernels/baseline/user_kernel.cpp"};
    const std::set<std::string> folders = {"engine/plan/operators/", "kernels/generate/pieces/", "tests/"};
    std::set<std::string> named;
    for (const fs::path& file : house::sources()) {
        const std::string name = house::nameOf(file);
        const bool own = std::any_of(folders.begin(), folders.end(),
                                     [&](const std::string& folder) { return name.rfind(folder, 0) == 0; });
        if (!own && house::textOf(file).find("OperatorKind::") != std::string::npos)
            named.insert(name);
    }
    CHECK(named == tables);
}

TEST_CASE("what is dear to include is reached by few files of the programs")
{
    // Own headers of a file, and libraries' as "<name>".
    std::map<std::string, std::vector<std::string>> includes;
    const std::regex any("^\\s*#\\s*include\\s*(\"[^\"]+\"|<[^>]+>)");
    for (const fs::path& file : house::sources()) {
        std::vector<std::string>& of = includes[house::nameOf(file)];
        std::istringstream lines(house::textOf(file));
        for (std::string line; std::getline(lines, line);)
            if (std::smatch match; std::regex_search(line, match, any))
                of.push_back(match.str(1).front() == '<' ? match.str(1) : match.str(1).substr(1, match.length(1) - 2));
    }
    const auto reachedBy = [&](const std::string& file) {
        std::set<std::string> seen;
        std::vector<std::string> left{file};
        while (!left.empty()) {
            const std::string next = left.back();
            left.pop_back();
            for (const std::string& to : includes[next])
                if (seen.insert(to).second && to.front() != '<')
                    left.push_back(to);
        }
        return seen;
    };
    struct Dear {
        const char* header;
        double seconds; // of compiling a file that includes nothing else, with GCC 12
        int most;
        int found = 0;
    };
    Dear table[] = {{"<nlohmann/json.hpp>", 2.1, 524},
                    {"<oneapi/tbb/parallel_for.h>", 1.3, 1},
                    {"<oneapi/tbb/parallel_sort.h>", 1.3, 7},
                    {"<qcustomplot.h>", 5.3, 31},
                    {"<QtConcurrent>", 3.8, 0},
                    {"<CLI/CLI.hpp>", 1.7, 18},
                    {"<regex>", 0.6, 2},
                    {"<QtWidgets>", 3.5, 0}};
    for (const auto& [file, to] : std::map(includes))
        if (file.ends_with(".cpp") && file.rfind("tests/", 0) != 0) {
            const std::set<std::string> reached = reachedBy(file);
            for (Dear& dear : table)
                dear.found += static_cast<int>(reached.count(dear.header));
        }
    for (const Dear& dear : table) {
        INFO(dear.found << " files reach " << dear.header << ", " << dear.seconds
                        << " s each: include it in fewer headers, or raise what is allowed");
        CHECK(dear.found <= dear.most);
    }
    CHECK(table[0].found > 0);
}

TEST_CASE("the engine knows neither Qt nor CUDA, the views no CUDA, the kernels no Qt")
{
    const std::regex qt("#\\s*include\\s*<Q[A-Z]");
    const std::regex cuda("#\\s*include\\s*<(cuda|cu[a-z]+|nvrtc)[a-zA-Z_]*\\.h>");
    for (const fs::path& file : house::sources()) {
        const std::string name = house::nameOf(file);
        const std::string text = house::textOf(file);
        const auto starts = [&](const char* room) { return name.rfind(room, 0) == 0; };
        INFO(name);
        if (starts("engine/") || starts("kernels/") || starts("app/cli/") || starts("app/worker/"))
            CHECK_FALSE(std::regex_search(text, qt));
        if (starts("engine/") || starts("views/") || starts("kernels/generate/") || starts("app/cli/") ||
            starts("app/window/"))
            CHECK_FALSE(std::regex_search(text, cuda));
    }
}

TEST_CASE("no process holds both QCustomPlot and NVIDIA's libraries")
{
    // The dynamic section names what a program needs.
    const auto needs = [](const std::string& program, const std::string& library) {
        const std::string text = house::textOf(programFile(program));
        return text.find(library) != std::string::npos;
    };
    const bool window = fs::exists(programFile("sparsescope"));
    const bool worker = fs::exists(programFile("sparsescope-gpu"));
    if (!window && !worker)
        skipTest("neither the window nor the worker is built");
    for (const char* nvidia :
         {"libcuda.so", "libcudart.so", "libnvrtc.so", "libcusparse.so", "libcublas.so", "libcupti.so"}) {
        INFO(nvidia);
        CHECK_FALSE(needs("sparsescope-cli", nvidia));
        if (window)
            CHECK_FALSE(needs("sparsescope", nvidia));
    }
    if (worker) {
        CHECK(needs("sparsescope-gpu", "libnvrtc.so"));
        CHECK_FALSE(needs("sparsescope-gpu", "libQCustomPlot"));
        CHECK_FALSE(needs("sparsescope-gpu", "libQt6"));
    }
    CHECK_FALSE(needs("sparsescope-cli", "libQt6"));
    if (window)
        CHECK(needs("sparsescope", "libQCustomPlot"));
}
