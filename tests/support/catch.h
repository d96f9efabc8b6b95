// Catch2, whichever of its two major versions is installed, and what tests of several rooms share.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

#include "tests/support/cases.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

// A sanitizer takes address space and time of its own, and sees in one size what it would see in others.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Real matrices beside the checkout; empty when they are not there.
std::string sharedData();

// Ends this test (run alone by CTest) as skipped, by name and with the reason.
[[noreturn]] inline void skipTest(const char* reason)
{
    std::printf("SKIPPED: %s\n", reason);
    std::fflush(stdout);
    std::_Exit(4);
}

// The seeds of that many cases, from 1.
inline std::vector<std::uint64_t> seeds(int usual)
{
    std::vector<std::uint64_t> all(static_cast<std::size_t>(cases(usual)));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

// A fresh folder for a test's files, removed at its end.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "sparsescope-test-XXXXXX").string();
        m_path = mkdtemp(name.data());
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};
