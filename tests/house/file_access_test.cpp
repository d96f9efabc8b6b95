// Files are written in one place and opened in one: whole or not at all, and never waiting for a pipe.
#include "tests/house/sources.h"
#include "tests/support/catch.h"

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

// What opens or names a file by itself, however it is written. Comments and texts are read along: the names below would
// not stand there by chance.
std::set<std::string> accessesIn(const std::string& code)
{
    struct Way {
        std::string name, word; // looking for the word first is a hundred times quicker
        std::regex pattern;
    };
    static const std::vector<Way> ways = {
        {"std::ofstream", "fstream", std::regex(R"(\bo?fstream\b(?!>))")},
        {"std::ifstream", "ifstream", std::regex(R"(\bifstream\b)")},
        {"fopen", "fopen(", std::regex(R"(\bfopen\()")},
        {"open", " O_", std::regex(R"( O_(RDONLY|WRONLY|RDWR|CREAT)\b)")},
        {"rename", "::rename(", std::regex(R"((\bfs|\bfilesystem|[^\w])::rename\()")},
        {"QSaveFile", "QSaveFile", std::regex(R"(\bQSaveFile\b)")},
        {"QFile", "QFile ", std::regex(R"(\bQFile \w+[({])")},
        {"QImage::save", ".save(", std::regex(R"(\.save\([^;]*"(PNG|JPG)\b)")},
    };
    std::set<std::string> found;
    for (const Way& way : ways)
        for (std::size_t at = 0; (at = code.find(way.word, at)) != std::string::npos; ++at) {
            const std::size_t begin = code.rfind('\n', at) + 1; // 0 in the first line
            if (std::regex_search(code.substr(begin, code.find('\n', at) - begin), way.pattern))
                found.insert(way.name);
        }
    return found;
}

} // namespace

TEST_CASE("an access to a file is seen however it is written")
{
    using Found = std::set<std::string>;
    CHECK(accessesIn("    std::ofstream out(path);\n") == Found{"std::ofstream"});
    CHECK(accessesIn("std::fstream both(path);") == Found{"std::ofstream"});
    CHECK(accessesIn("if (std::ifstream(\"/proc/x\") >> n)") == Found{"std::ifstream"});
    CHECK(accessesIn("file(std::fopen(name.c_str(), \"wb\"))") == Found{"fopen"});
    CHECK(accessesIn("const int fd = ::open(path.c_str(), O_RDONLY);") == Found{"open"});
    CHECK(accessesIn("m_file(open(file.c_str(), O_RDONLY))") == Found{"open"});
    CHECK(accessesIn("fs::rename(a, b);") == Found{"rename"});
    CHECK(accessesIn("if (::rename(a, b) != 0)") == Found{"rename"});
    CHECK(accessesIn("QSaveFile file(path);") == Found{"QSaveFile"});
    CHECK(accessesIn("QFile file(path);") == Found{"QFile"});
    CHECK(accessesIn("image.save(path, \"PNG\")") == Found{"QImage::save"});
    for (const char* code :
         {"zip_fopen_index(archive, index, 0)", "#include <fstream>", "window.open(paths);",
          "void Operations::open(const QStringList& paths)", "file.open(QIODevice::ReadOnly)",
          "bool Layouts::rename(const QString& from)", "QFile::exists(path)", "void open(const QString& path);"})
        CHECK(accessesIn(code).empty());
}

TEST_CASE("only the place that writes files writes them, and only the place that reads them opens them")
{
    // Each with what is its own, and never a path that a user names but where it says so.
    const std::map<std::string, std::set<std::string>> own = {
        {"engine/core/file_writer.cpp", {"open", "rename", "std::ifstream"}}, // the place; /proc/self/status
        {"engine/core/mapped_file.cpp", {"open"}},                            // the place
        {"engine/core/files.cpp", {"std::ifstream"}},                         // /proc and the control group's files
        {"engine/core/process.cpp", {"open"}},                                // in place of a child's streams
        {"engine/core/turn.cpp", {"open"}},                                   // the file of the turn, never written
        {"engine/session/recovery.cpp", {"open"}},                            // locks, and copies that SQLite fills
        {"engine/io/mtx_writer.cpp", {"fopen"}},                              // fills the file that it is handed
        {"app/readers/child.h", {"open"}},                                    // fills the file that it is handed
        {"app/readers/binsparse.cpp", {"open"}},                              // what it is handed
        {"kernels/device/driver.cpp", {"std::ifstream"}},                     // /proc and /sys
        {"kernels/profile/cupti_support.cpp", {"std::ifstream"}},             // /proc
        {"views/parts/icons.cpp", {"QFile"}},                                 // resources of the program
        {"views/parts/theme.cpp", {"QFile"}},                                 // resources of the program
        {"views/parts/picture_file.cpp", {"QImage::save"}},                   // into memory
        {"views/pages/measure/scatter_page.cpp", {"QImage::save"}},           // into memory
    };
    std::set<std::string> found, allowed;
    for (const auto& file : house::sources()) {
        const std::string name = house::nameOf(file);
        if (name.rfind("tests/", 0) == 0 || name.rfind("samples/", 0) == 0)
            continue;
        for (const std::string& access : accessesIn(house::textOf(file)))
            found.insert(name + ": " + access);
    }
    for (const auto& [name, accesses] : own)
        for (const std::string& access : accesses)
            allowed.insert(name + ": " + access);
    CHECK(found == allowed);
}
