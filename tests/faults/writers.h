// Every command that writes, and what can be said of its files whatever happened to it.
#pragma once

#include "tests/support/catch.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace faults {

// A file's text by its name within a folder.
using Files = std::map<std::string, std::string>;
Files filesIn(const std::string& folder);

// A command with a folder of its own, where `target` is to be written: a file, or a folder with several.
struct Writer {
    std::vector<std::string> arguments;
    std::string folder, target;
    bool set = false;
    Files whole;        // what it wrote when nothing happened
    double seconds = 0; // and in what time

    static constexpr const char* old = "old\n";
    void putOld() const; // the target as it was before: a file that says `old`, or no folder

    // What is wrong with what lies there now; empty: the old file or the new one, a set that is whole or says that it
    // is not, and nothing else but what a killed process leaves behind.
    std::string fault() const;
    // The files of killed processes, by the ending of their names.
    int temporaries() const;
};

// All of them, each of which has run once; with the files that they read in `folder` too.
std::vector<Writer> writers(const TemporaryFolder& folder);

} // namespace faults
