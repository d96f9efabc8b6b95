// Small kernel libraries for tests, made with the machine's C compiler or nvcc; without one the test is skipped.
#pragma once

#include "engine/core/files.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <cstdlib>
#include <string>

namespace sparsescope {

inline void requireCommand(const std::string& command)
{
    INFO(command);
    REQUIRE(std::system((command + " > /dev/null").c_str()) == 0);
}

// A kernel that does nothing, as C. Options leave a function out (-DWITHOUT_run), or set what one returns.
inline void compileLibrary(const std::string& file, const std::string& options)
{
    static const char* const source = R"(
#include <sparsescope_kernel.h>
#ifndef VERSION
#define VERSION SPARSESCOPE_KERNEL_VERSION
#endif
#ifndef NAME
#define NAME "does_nothing"
#endif
#ifndef PREPARE
#define PREPARE 0
#endif
#ifndef RUN
#define RUN 0
#endif
#ifndef WITHOUT_version
int sparsescope_version(void) { return VERSION; }
#endif
#ifndef WITHOUT_name
const char* sparsescope_name(void) { return NAME; }
#endif
#ifndef WITHOUT_prepare
int sparsescope_prepare(const sparsescope_problem* problem, void** state) { *state = (void*)problem; return PREPARE; }
#endif
#ifndef WITHOUT_run
int sparsescope_run(const sparsescope_problem* problem, void* state) { (void)problem; (void)state; return RUN; }
#endif
#ifndef WITHOUT_release
void sparsescope_release(void* state) { (void)state; }
#endif
#ifndef WITHOUT_error
const char* sparsescope_error(int code)
{
    static char text[] = "this is code ?";
    text[13] = (char)('0' + code);
    return text;
}
#endif
)";
    if (std::system("cc --version > /dev/null 2>&1") != 0)
        skipTest("cc is not in the path");
    writeText(file + ".c", source);
    requireCommand("cc -std=c99 -Wall -Wextra -Werror -shared -fPIC -I " + sourceFile("kernels/baseline") + " " +
                   options + " " + file + ".c -o " + file);
}

// samples/kernels/csr_spmm.cu by the nvcc line in its head, for a named architecture: there may be no GPU to be
// "native".
inline void compileSample(const std::string& file, const std::string& architecture)
{
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    const std::string folder = sourceFile("samples/kernels");
    const std::string text = readText(folder + "/csr_spmm.cu");
    const std::size_t begin = text.find("nvcc ");
    REQUIRE(begin != std::string::npos);
    std::string command = text.substr(begin, text.find('\n', begin) - begin);
    const auto replace = [&](const std::string& old, const std::string& now) {
        REQUIRE(command.find(old) != std::string::npos);
        command.replace(command.find(old), old.size(), now);
    };
    replace("-arch=native", "-arch=" + architecture);
    replace("-o csr_spmm.so", "-o " + file);
    requireCommand("cd " + folder + " && " + command);
}

} // namespace sparsescope
