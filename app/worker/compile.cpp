// The source of a plan's kernel as the compiler sees it: resources, PTX and, with nvdisasm, SASS. Needs no GPU.
#include "app/worker/commands.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/measure/compiled_kernel.h"
#include "kernels/device/compiler.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <iterator>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

// nvdisasm of $CUDA_HOME, of PATH, or of the toolkit's usual place; empty when there is none.
std::string disassembler()
{
    std::string folders;
    for (const char* variable : {"CUDA_HOME", "PATH"})
        if (const char* value = std::getenv(variable))
            folders += value + std::string(variable == std::string("PATH") ? ":" : "/bin:");
    folders += "/usr/local/cuda/bin:";
    for (std::size_t begin = 0, end; (end = folders.find(':', begin)) != std::string::npos; begin = end + 1) {
        const fs::path program = fs::path(folders.substr(begin, end - begin)) / "nvdisasm";
        std::error_code ignored;
        if (fs::is_regular_file(program, ignored))
            return program.string();
    }
    return {};
}

void disassemble(const std::string& cubin, const std::string& output, CompiledKernel& kernel, Progress& progress)
{
    const std::string program = disassembler();
    if (program.empty()) {
        kernel.sassProblem = "SASS needs nvdisasm of the CUDA toolkit, in PATH or in $CUDA_HOME/bin";
        return;
    }
    const std::string file = output + ".cubin";
    writeText(file, cubin);
    const ProcessResult result = runProcess(
        program, {"--print-line-info", file}, [&](const std::string& line) { kernel.sass += line + "\n"; }, progress);
    std::error_code ignored;
    fs::remove(file, ignored);
    if (result.exitStatus != 0 || result.signal != 0) {
        kernel.sass.clear();
        kernel.sassProblem = fmt::format("{} failed: {}", program, result.standardError);
    }
}

} // namespace

int runCompile(const CompileRequest& request, Progress& progress)
{
    progress.report("compiling", -1);
    CompileOptions options;
    options.architecture = request.architecture;
    options.cache = false; // which holds no PTX
    const std::string source =
        request.source == "-" ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : readText(request.source);
    const CompiledSource compiled = compileSource(source, request.entry + ".cu", options);
    progress.check();
    CompiledKernel kernel;
    kernel.entry = request.entry;
    kernel.architecture = compiled.architecture;
    kernel.compiler = "NVRTC " + nvrtcVersion();
    kernel.threads = request.threads;
    kernel.resources = resourcesOf(compiled.log, request.entry);
    kernel.ptx = compiled.ptx;
    progress.report("disassembling", -1);
    disassemble(compiled.cubin, request.output, kernel, progress);
    progress.check();
    writeText(request.output, toJson(kernel).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return 0;
}

} // namespace sparsescope
