// What everything that reads a file is held to, whatever the file holds: it is refused with an Error of kind Input, or
// what was read can be used.
#pragma once

#include "engine/core/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::fuzz {

struct Target {
    const char* name;                    // of its folder in tests/fuzz/crashes too
    std::vector<std::string> (*seeds)(); // inputs to begin with, the same at any time
    // Reads the input as the programs do, then does with what was read what they would do next.
    void (*run)(std::string_view input);
    bool seedsAreRead = true; // else some of them are refused
};

std::span<const Target> targets();
const Target* findTarget(std::string_view name); // null: there is none

// Runs it on one thread. Why the input shows a defect: what was thrown that is no refusal; empty where nothing was.
// Signals, reports of sanitizers, time and memory are up to the caller.
std::string defectShownBy(const Target& target, std::string_view input);

// For what says that it refuses with Error(Usage).
template <class Body>
void allowingUsage(const Body& body)
{
    try {
        body();
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Usage)
            throw;
    }
}

// Throws Error(Internal): what was read contradicts itself.
void require(bool holds, const char* what);

// A file with these contents, in memory where the system has a place for that.
class ScratchFile {
public:
    ScratchFile(std::string_view contents, const std::string& suffix);
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace sparsescope::fuzz
