// Formats are told apart by what they are asked, by name only where each has a file of its own.
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path sourceTree = sourceFile("");

// A file without its comments.
std::string codeOf(const fs::path& path)
{
    std::ifstream in(path);
    std::string code;
    for (std::string line; std::getline(in, line);)
        code += line.substr(0, line.find("//")) + "\n";
    return code;
}

// The names that the files of engine/plan/formats give to their formats.
std::vector<std::string> formatNames()
{
    const std::regex kind(R"regex(return \{\s*"([^"]+)",\s*FormatFamily::)regex");
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(sourceTree / "engine/plan/formats")) {
        const std::string code = codeOf(entry.path());
        if (std::smatch found; std::regex_search(code, found, kind))
            names.push_back(found[1]);
    }
    return names;
}

// What in the code compares a text with a format's name, looks for one, or lists several.
std::vector<std::string> comparisonsIn(const std::string& code, const std::vector<std::string>& names)
{
    const std::string name = fmt::format(R"text("(?:{})"(?:s|sv|_s|_L1)?)text", fmt::join(names, "|"));
    const std::string made = R"((?:(?:std::)?(?:string|string_view|QString|QStringLiteral|QLatin1String)[({]\s*)?)";
    std::vector<std::string> found;
    for (const std::string& pattern :
         {"[!=]=\\s*" + made + name, name + "\\s*[)}]?\\s*[!=]=",
          R"(\b(?:compare|starts_with|ends_with|startsWith|endsWith|find|count|contains|strcmp)\()" +
              (R"((?:[\w.>()-]+,\s*)?)" + made + name),
          name + ",\\s*" + name}) {
        const std::regex wanted(pattern);
        for (std::sregex_iterator at(code.begin(), code.end(), wanted); at != std::sregex_iterator(); ++at)
            found.push_back(at->str());
    }
    return found;
}

} // namespace

TEST_CASE("a comparison of a format's name is seen however it is written")
{
    const std::vector<std::string> names = {"csr", "ell", "1d"};
    for (const char* code :
         {R"(if (format.name() == "csr"))", R"(return name != "ell";)", R"(if ("1d" == name))",
          R"(format == std::string_view("csr"))", R"(format == QStringLiteral("ell"))", "kind.name ==\n        \"csr\"",
          R"(a ? 1 : name == "ell" ? 2 : 3)", R"(name.starts_with("csr"))", R"(formats.count("1d"))",
          R"(strcmp(name, "ell") == 0)", R"(const std::set<std::string> onGpu = {"csr", "ell"};)"})
        CHECK_FALSE(comparisonsIn(code, names).empty());
    for (const char* code :
         {R"(makeFormat("csr", {{"places", 64}}))", R"(const char* format = "ell";)", R"(name == "coo-like")",
          R"(model.fits("csr"))", R"({{"format", "csr"}, {"choose", true}})"})
        CHECK(comparisonsIn(code, names).empty());
}

TEST_CASE("nothing compares a format's name but the format's own files")
{
    const std::vector<std::string> names = formatNames();
    CHECK(names.size() >= 13);
    // A format's own files; names and words in files of SciPy's and of edges; options of a planner and of a request;
    // styles of pictures.
    const std::vector<std::string> own = {"engine/plan/formats/",         "engine/learn/formats/",
                                          "kernels/generate/pieces/",     "engine/io/npz_reader.cpp",
                                          "engine/io/edge_layout.cpp",    "engine/search/stile/stile.cpp",
                                          "engine/learn/scene_style.cpp", "engine/search/request.cpp"};
    int files = 0;
    for (const char* room : {"app", "views", "kernels", "engine"})
        for (const auto& entry : fs::recursive_directory_iterator(sourceTree / room)) {
            const std::string file = fs::relative(entry.path(), sourceTree).generic_string();
            const std::string extension = entry.path().extension().string();
            const auto begins = [&](const std::string& folder) { return file.rfind(folder, 0) == 0; };
            if ((extension != ".cpp" && extension != ".h") || std::any_of(own.begin(), own.end(), begins))
                continue;
            ++files;
            INFO(file);
            CHECK(comparisonsIn(codeOf(entry.path()), names) == std::vector<std::string>());
        }
    CHECK(files > 400);
}
