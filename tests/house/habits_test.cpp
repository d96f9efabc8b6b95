// Habits that a formatter does not keep: what files and comments begin with, how long files and lines are.
#include "tests/house/sources.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace {

bool isTest(const std::string& name)
{
    return name.rfind("tests/", 0) == 0;
}

// Bytes that begin a character of UTF-8.
std::ptrdiff_t charactersOf(const std::string& line)
{
    return std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

} // namespace

TEST_CASE("every file says first what it is for, a .cpp in its header where it has one")
{
    std::set<std::string> silent;
    for (const auto& file : house::sources()) {
        const bool inHeader = file.extension() == ".cpp" && exists(std::filesystem::path(file).replace_extension(".h"));
        if (!inHeader && house::textOf(file).find_first_of("/") != 0)
            silent.insert(house::nameOf(file));
    }
    CHECK(silent == std::set<std::string>());
}

TEST_CASE("no comment begins with a noun left out")
{
    const std::regex of(R"((^|[;,{)]) *// Of )");
    std::set<std::string> found;
    for (const auto& file : house::sources()) {
        std::istringstream lines(house::textOf(file));
        int number = 0;
        for (std::string line, before; std::getline(lines, line); before = line)
            if (++number; line.find("// Of ") != std::string::npos && before.find("//") == std::string::npos &&
                          std::regex_search(line, of))
                found.insert(house::nameOf(file) + ":" + std::to_string(number));
    }
    CHECK(found == std::set<std::string>());
}

TEST_CASE("no line is wider than 120 characters, and no file of the programs longer than 500 lines")
{
    std::set<std::string> wide, tall;
    for (const auto& file : house::sources()) {
        std::istringstream lines(house::textOf(file));
        int number = 0;
        for (std::string line; std::getline(lines, line);)
            if (++number; charactersOf(line) > 120)
                wide.insert(house::nameOf(file) + ":" + std::to_string(number));
        if (number > 500 && !isTest(house::nameOf(file)))
            tall.insert(house::nameOf(file));
    }
    CHECK(wide == std::set<std::string>());
    CHECK(tall == std::set<std::string>());
}

TEST_CASE("no test waits for long without looking whether what it waits for has come")
{
    const std::regex wait(R"((?:qWait|qSleep|sleep_for|usleep)\((?:std::chrono::)?(?:milliseconds\()?(\d+))");
    std::set<std::string> found;
    for (const auto& file : house::sources()) {
        const std::string text = house::textOf(file);
        for (std::sregex_iterator i(text.begin(), text.end(), wait), end; i != end; ++i)
            if (isTest(house::nameOf(file)) && (*i)[1].length() < 6 && std::stoi((*i)[1]) >= 150 &&
                (*i)[0].str().rfind("usleep", 0) != 0)
                found.insert(house::nameOf(file) + ": " + (*i)[0].str());
    }
    CHECK(found == std::set<std::string>());
}
