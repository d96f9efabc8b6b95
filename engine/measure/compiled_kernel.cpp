#include "engine/measure/compiled_kernel.h"

#include "engine/core/json_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace sparsescope {

namespace {

struct SmSize {
    int threads, blocks, sharedBytes;
};

// By compute capability: threads, blocks and bytes of shared memory of an SM. Registers are 65,536 in all of them.
const std::map<std::string, SmSize>& smSizes()
{
    static const std::map<std::string, SmSize> sizes = {
        {"sm_80", {2048, 32, 164 << 10}},  {"sm_86", {1536, 16, 100 << 10}},  {"sm_87", {1536, 16, 164 << 10}},
        {"sm_89", {1536, 24, 100 << 10}},  {"sm_90", {2048, 32, 228 << 10}},  {"sm_100", {2048, 32, 228 << 10}},
        {"sm_103", {2048, 32, 228 << 10}}, {"sm_120", {1536, 24, 100 << 10}},
    };
    return sizes;
}

constexpr int mostThreads = 1024;  // of a block
constexpr int mostBytes = 1 << 30; // that a kernel says it takes of anything
constexpr int registersOfSm = 65536;
constexpr int warpThreads = 32;
constexpr int registerUnit = 256;
constexpr int sharedUnit = 128;
constexpr int systemShared = 1024;

int roundedUp(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

std::int32_t numberIn(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::int32_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The source line that a marker names, or -1 where the line is none.
std::int32_t markedLine(std::string_view line)
{
    if (const std::size_t loc = line.find(".loc");
        loc != std::string_view::npos && line.find_first_not_of(" \t") == loc) {
        std::string_view rest = line.substr(loc + 4);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        return numberIn(rest.substr(std::min(rest.find_first_of(" \t"), rest.size())));
    }
    if (const std::size_t mark = line.find("//## File"); mark != std::string_view::npos)
        if (const std::size_t at = line.find("line ", mark); at != std::string_view::npos)
            return numberIn(line.substr(at + 5));
    return -1;
}

} // namespace

nlohmann::json toJson(const CompiledKernel& kernel)
{
    const KernelResources& r = kernel.resources;
    return {{"entry", kernel.entry},       {"architecture", kernel.architecture},
            {"compiler", kernel.compiler}, {"threads", kernel.threads},
            {"registers", r.registers},    {"sharedBytes", r.sharedBytes},
            {"stackBytes", r.stackBytes},  {"spillStores", r.spillStores},
            {"spillLoads", r.spillLoads},  {"ptx", kernel.ptx},
            {"sass", kernel.sass},         {"sassProblem", kernel.sassProblem}};
}

CompiledKernel compiledKernelFromJson(const nlohmann::json& json, const std::string& file)
{
    const JsonReader from(json, file);
    const auto count = [&](const char* key) { return static_cast<int>(from.integer(key, 0, mostBytes)); };
    CompiledKernel k;
    k.entry = from.get<std::string>("entry");
    k.architecture = from.get<std::string>("architecture");
    k.compiler = from.get<std::string>("compiler");
    k.threads = static_cast<int>(from.integer("threads", 1, mostThreads));
    k.resources = {count("registers"), count("sharedBytes"), count("stackBytes"), count("spillStores"),
                   count("spillLoads")};
    k.ptx = from.get<std::string>("ptx");
    k.sass = from.get<std::string>("sass");
    k.sassProblem = from.get<std::string>("sassProblem");
    return k;
}

Occupancy occupancyOf(const std::string& architecture, int threads, const KernelResources& resources)
{
    const auto size = smSizes().find(architecture);
    if (size == smSizes().end() || threads < 1)
        return {};
    const SmSize& sm = size->second;
    const int warps = (threads + warpThreads - 1) / warpThreads;
    const int registersOfWarp = roundedUp(std::max(1, resources.registers) * warpThreads, registerUnit);
    // Warps are spread over four schedulers, each with a quarter of the registers.
    const int warpsByRegisters = registersOfSm / 4 / registersOfWarp * 4;
    const int shared = roundedUp(resources.sharedBytes + systemShared, sharedUnit);
    const std::array<std::pair<const char*, int>, 4> limits = {{{"registers", warpsByRegisters / warps},
                                                                {"shared memory", sm.sharedBytes / shared},
                                                                {"threads", sm.threads / (warps * warpThreads)},
                                                                {"blocks", sm.blocks}}};
    Occupancy result;
    result.blocks = std::min_element(limits.begin(), limits.end(), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                    })->second;
    result.share = static_cast<double>(result.blocks * warps * warpThreads) / sm.threads;
    for (const auto& [name, blocks] : limits)
        if (blocks == result.blocks)
            result.limit += (result.limit.empty() ? "" : " and ") + std::string(name);
    return result;
}

Listing readListing(std::string_view text)
{
    Listing listing;
    std::int32_t source = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const std::int32_t marked = markedLine(line);
        if (marked >= 0)
            source = marked;
        listing.lines.push_back(line);
        listing.sourceLine.push_back(source);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return listing;
}

} // namespace sparsescope
