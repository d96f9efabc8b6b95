#include "tests/house/sources.h"

#include "tests/support/paths.h"

#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace house {

std::vector<fs::path> sources()
{
    std::vector<fs::path> files;
    for (const char* room : {"app", "views", "kernels", "engine", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(sourceFile(room)))
            if (entry.is_regular_file() && (entry.path().extension() == ".h" || entry.path().extension() == ".cpp" ||
                                            entry.path().extension() == ".cuh"))
                files.push_back(entry.path());
    return files;
}

std::string nameOf(const fs::path& file)
{
    return fs::relative(file, sourceFile("")).generic_string();
}

std::string textOf(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

} // namespace house
