// The main function of every Catch2 test program.
#include "tests/support/paths.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

// Catch ends with the number of failures, and four of them are no skipped test.
int main(int argc, char** argv)
{
    return Catch::Session().run(argc, argv) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

std::string sharedData()
{
    namespace fs = std::filesystem;
    const char* set = std::getenv("SPARSESCOPE_DATA");
    const fs::path folder = set ? fs::path(set) : fs::path(sourceFile("../shared/data"));
    return fs::exists(folder) ? fs::canonical(folder).string() : std::string();
}
