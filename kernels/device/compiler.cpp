#include "kernels/device/compiler.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"

#include <nvrtc.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <regex>
#include <span>

namespace sparsescope {

namespace {

void checkNvrtc(nvrtcResult result, const char* call)
{
    if (result == NVRTC_SUCCESS)
        return;
    std::string reason = nvrtcGetErrorString(result);
    if (result == NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)
        reason += ": libnvrtc-builtins was not found beside libnvrtc";
    throw Error(ErrorKind::Device, reason, {.call = call});
}

class Program {
public:
    Program(const std::string& source, const std::string& name)
    {
        checkNvrtc(nvrtcCreateProgram(&m_program, source.c_str(), name.c_str(), 0, nullptr, nullptr),
                   "nvrtcCreateProgram");
    }
    ~Program() { nvrtcDestroyProgram(&m_program); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    nvrtcProgram handle() const { return m_program; }
    std::string log() const
    {
        std::size_t size = 0;
        if (nvrtcGetProgramLogSize(m_program, &size) != NVRTC_SUCCESS || size < 2)
            return {};
        std::string text(size, '\0');
        if (nvrtcGetProgramLog(m_program, text.data()) != NVRTC_SUCCESS)
            return {};
        text.resize(size - 1);
        return text;
    }

private:
    nvrtcProgram m_program = nullptr;
};

std::pair<int, int> nvrtcNumber()
{
    int major = 0, minor = 0;
    checkNvrtc(::nvrtcVersion(&major, &minor), "nvrtcVersion");
    return {major, minor};
}

// The architecture itself, or the newest older one of the same major version: its code runs there too.
std::string usableArchitecture(const std::string& wanted)
{
    int count = 0;
    checkNvrtc(nvrtcGetNumSupportedArchs(&count), "nvrtcGetNumSupportedArchs");
    std::vector<int> known(static_cast<std::size_t>(count));
    checkNvrtc(nvrtcGetSupportedArchs(known.data()), "nvrtcGetSupportedArchs");
    const int number = wanted.starts_with("sm_") ? std::atoi(wanted.c_str() + 3) : 0;
    int best = 0;
    for (const int arch : known)
        if (arch <= number && arch / 10 == number / 10)
            best = std::max(best, arch);
    if (best == 0)
        throw Error(
            ErrorKind::Device,
            fmt::format(
                "NVRTC {} compiles for sm_{} to sm_{}, not for {}; a CUDA toolkit that knows this GPU is needed",
                nvrtcVersion(), *std::min_element(known.begin(), known.end()),
                *std::max_element(known.begin(), known.end()), wanted),
            {.call = "nvrtcGetSupportedArchs"});
    return fmt::format("sm_{}", best);
}

std::string hashText(const std::string& text)
{
    return hex64(hashArray(std::span<const char>(text.data(), text.size())));
}

struct Cached {
    std::string log, cubin;
};

// What is cached stands behind the 16 digits of its own hash, so that a damaged file is never loaded: the size of the
// log in 8 digits, the log, the cubin.
std::optional<Cached> readCached(const std::string& path)
{
    std::error_code error;
    if (path.empty() || !std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    try {
        const std::string text = readText(path);
        constexpr std::size_t hash = 16, size = 8;
        if (text.size() < hash + size || hashText(text.substr(hash)) != text.substr(0, hash))
            return std::nullopt;
        std::size_t log = 0;
        const char* const end = text.data() + hash + size;
        if (std::from_chars(end - size, end, log, 16).ptr != end || log > text.size() - hash - size)
            return std::nullopt;
        return Cached{text.substr(hash + size, log), text.substr(hash + size + log)};
    } catch (const Error&) {
        return std::nullopt;
    }
}

void writeCached(const std::string& path, const Cached& cached)
{
    if (path.empty())
        return;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    try {
        const std::string body = fmt::format("{:08x}", cached.log.size()) + cached.log + cached.cubin;
        writeText(path, hashText(body) + body);
    } catch (const Error&) {
        // A cache that cannot be written costs time, nothing else.
    }
}

} // namespace

std::string nvrtcVersion()
{
    const auto [major, minor] = nvrtcNumber();
    return fmt::format("{}.{}", major, minor);
}

KernelResources resourcesOf(const std::string& log, const std::string& entry)
{
    const std::size_t begin = log.find("'" + entry + "'");
    if (begin == std::string::npos)
        throw Error(ErrorKind::Internal, fmt::format("the compiler's log does not name {}", entry),
                    {.call = "nvrtcGetProgramLog"});
    const std::string part = log.substr(begin, log.find("Compiling entry", begin + 1) - begin);
    const auto number = [&](const char* pattern) {
        std::smatch match;
        return std::regex_search(part, match, std::regex(pattern)) ? std::stoi(match[1]) : 0;
    };
    return {number("Used (\\d+) registers"), number("(\\d+) bytes smem"), number("(\\d+) bytes stack frame"),
            number("(\\d+) bytes spill stores"), number("(\\d+) bytes spill loads")};
}

CompiledSource compileSource(const std::string& source, const std::string& name, const CompileOptions& options)
{
    const auto begin = std::chrono::steady_clock::now();
    CompiledSource result;
    result.architecture = usableArchitecture(options.architecture);

    // With the instructions that later GPUs do not have: what is compiled runs on this architecture alone.
    const std::string own = options.architecture == "sm_90" ? "a" : "";
    std::vector<std::string> arguments = {"--gpu-architecture=" + result.architecture + own, "--std=c++17",
                                          "--generate-line-info"};
    for (const std::string& define : options.defines)
        arguments.push_back("--define-macro=" + define);
    std::string key = source;
    for (const std::string& argument : arguments)
        key += '\0' + argument;
    result.hash = hashText(key);
    arguments.push_back("--ptxas-options=-v");
    // From its own cache (12.9 and later, where there is a driver) NVRTC gives a result without its log.
    if (nvrtcNumber() >= std::pair(12, 9))
        arguments.push_back("--no-cache");

    const std::string folder = options.cache ? kernelCacheFolder() : std::string();
    const std::string path = folder.empty()
                                 ? std::string()
                                 : (std::filesystem::path(folder) / fmt::format("{}-{}-nvrtc{}.kernel", result.hash,
                                                                                result.architecture, nvrtcVersion()))
                                       .string();
    const auto elapsed = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    };
    if (auto cached = readCached(path)) {
        result.log = std::move(cached->log);
        result.cubin = std::move(cached->cubin);
        result.cached = true;
        result.ms = elapsed();
        return result;
    }

    const Program program(source, name);
    std::vector<const char*> list;
    for (const std::string& argument : arguments)
        list.push_back(argument.c_str());
    const nvrtcResult compiled = nvrtcCompileProgram(program.handle(), static_cast<int>(list.size()), list.data());
    result.log = program.log();
    if (compiled == NVRTC_ERROR_COMPILATION)
        throw Error(ErrorKind::Internal, "the generated source does not compile:\n" + result.log,
                    {.file = name, .call = "nvrtcCompileProgram"});
    if (compiled != NVRTC_SUCCESS && !result.log.empty())
        throw Error(ErrorKind::Device, fmt::format("{}:\n{}", nvrtcGetErrorString(compiled), result.log),
                    {.call = "nvrtcCompileProgram"});
    checkNvrtc(compiled, "nvrtcCompileProgram");

    std::size_t size = 0;
    checkNvrtc(nvrtcGetCUBINSize(program.handle(), &size), "nvrtcGetCUBINSize");
    result.cubin.resize(size);
    checkNvrtc(nvrtcGetCUBIN(program.handle(), result.cubin.data()), "nvrtcGetCUBIN");
    checkNvrtc(nvrtcGetPTXSize(program.handle(), &size), "nvrtcGetPTXSize");
    result.ptx.resize(size);
    checkNvrtc(nvrtcGetPTX(program.handle(), result.ptx.data()), "nvrtcGetPTX");
    result.ptx.resize(size > 0 ? size - 1 : 0); // without the zero at its end
    writeCached(path, {result.log, result.cubin});
    result.ms = elapsed();
    return result;
}

} // namespace sparsescope
