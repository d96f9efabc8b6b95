// The kernels of a format as a student would write them, and what each line reads.
#include "engine/learn/columns.h"
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/formats/tensor_core.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope::learn {

namespace {

// That of a mapping, or the first.
const TaughtKernel& kernelOf(const std::string& format, const std::string& mapping)
{
    const std::vector<TaughtKernel>& kernels = taughtFormat(format).kernels;
    const auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const TaughtKernel& k) { return k.mapping == mapping; });
    return found == kernels.end() ? kernels.front() : *found;
}

const TaughtKernel& kernelOf(const Encoded& e)
{
    return kernelOf(e.name, e.mapping);
}

Columns columnsOf(const TaughtKernel& kernel)
{
    return kernel.code.find("mma") != std::string::npos  ? Columns::Tensor
           : kernel.code.find("X[") != std::string::npos ? Columns::Sampled
           : kernel.code.find("B[") != std::string::npos ? Columns::Lanes
                                                         : Columns::Loop;
}

// The names in a line, in their order: "coo.rowIdx" is one. What is behind // is for people.
std::vector<std::string> namesIn(const std::string& line)
{
    std::vector<std::string> names(1);
    for (std::size_t i = 0; i < std::min(line.size(), line.find("//")); ++i) {
        const bool letter = std::isalpha(static_cast<unsigned char>(line[i])) || line[i] == '_';
        if (letter || (!names.back().empty() && (std::isdigit(static_cast<unsigned char>(line[i])) || line[i] == '.')))
            names.back() += line[i];
        else if (!names.back().empty())
            names.emplace_back();
    }
    return names;
}

std::vector<std::string> linesOf(const Encoded& encoded)
{
    const TaughtKernel& kernel = kernelOf(encoded);
    std::vector<std::string> lines;
    std::istringstream code(kernel.code);
    for (std::string line; std::getline(code, line); lines.push_back(line))
        if (line.starts_with("//") && encoded.find(kernel.second) < 0)
            break;
    return lines;
}

std::vector<CodeLine> codeOf(const Encoded& encoded, const std::vector<std::string>& lines, bool vectors)
{
    const std::vector<std::string> dense = columnsOf(kernelOf(encoded)) == Columns::Sampled
                                               ? std::vector<std::string>{"X", "Y", "out"}
                                           : vectors ? std::vector<std::string>{"x", "y"}
                                                     : std::vector<std::string>{"B", "C"};
    std::vector<CodeLine> code;
    for (const std::string& line : lines) {
        code.push_back({line, {}});
        for (const std::string& name : namesIn(line))
            if (encoded.find(name) >= 0 || std::find(dense.begin(), dense.end(), name) != dense.end())
                if (std::vector<std::string>& reads = code.back().reads;
                    std::find(reads.begin(), reads.end(), name) == reads.end())
                    reads.push_back(name);
    }
    return code;
}

} // namespace

std::vector<LearnMapping> mappingsOf(const std::string& format)
{
    const FormatKind* kind = findFormatKind(format); // none: a composition of tiles, which run on the GPU
    const std::string note =
        kind && !kind->traits.onGpu
            ? " Sparsescope has no template for this format: its kernel is printed from the plan's program."
            : "";
    std::vector<LearnMapping> mappings;
    if (const TaughtFormat* taught = findTaught(format))
        for (const TaughtKernel& kernel : taught->kernels)
            mappings.push_back({kernel.mapping, kernel.about + note});
    return mappings;
}

Columns columnsOf(const Encoded& encoded)
{
    return columnsOf(kernelOf(encoded));
}

std::int64_t usualColumns(const std::string& format, const std::string& mapping, int lanes)
{
    constexpr std::int64_t sampled = 4; // that a thread sums alone
    const TaughtKernel& kernel = kernelOf(format, mapping);
    const Columns how = columnsOf(kernel);
    const bool shared = kernel.code.find("j = threadIdx.x") != std::string::npos;
    return shared ? lanes : how == Columns::Tensor ? tensorColumns : how == Columns::Sampled ? sampled : 1;
}

std::vector<LearnParameter> multiplySettings(const LearnState& state, nlohmann::json& now)
{
    std::vector<LearnParameter> all;
    now = nlohmann::json::object();
    LearnParameter columns{"columns", "J", "Columns of B, or of X and Y: one is a vector x", {}, 1};
    for (std::int64_t j = 1; j <= state.lanes; j = j < 8 ? j + 1 : 2 * j)
        columns.values.push_back(j);
    for (const LearnFormat& format : state.formats)
        if (findTaught(format.name))
            columns.initial = std::max(columns.initial, usualColumns(format.name, format.mapping, state.lanes));
    addSetting(std::move(columns), state, all, now);
    addSetting({"numbers",
                "Numbers",
                "Operands are small numbers, and the results are seen as they are summed",
                {0, 1},
                0,
                true},
               state, all, now);
    return all;
}

std::vector<CodeLine> listingOf(const Encoded& encoded)
{
    return codeOf(encoded, linesOf(encoded), columnsOf(encoded) == Columns::Loop);
}

std::vector<CodeLine> listingOf(const Encoded& encoded, std::int64_t columns, int lanes)
{
    const Columns how = columnsOf(encoded);
    return codeOf(encoded, withColumns(listingOf(encoded), how, columns, lanes).lines,
                  how == Columns::Loop && columns == 1);
}

std::string numbersOf(const Encoded& encoded, const std::vector<CodeLine>& code, std::int64_t columns)
{
    ListingNumbers numbers = encoded.numbers;
    if (columns > 0)
        numbers["J"] = columns;
    if (!encoded.launches.empty())
        for (const auto& [name, number] : encoded.launches.front())
            numbers[name] = number;
    std::vector<std::string> named;
    std::string text;
    for (const CodeLine& line : code)
        for (const std::string& name : namesIn(line.text))
            if (numbers.contains(name) && std::find(line.reads.begin(), line.reads.end(), name) == line.reads.end() &&
                std::find(named.begin(), named.end(), name) == named.end()) {
                named.push_back(name);
                text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, numbers[name]);
            }
    return text;
}

} // namespace sparsescope::learn
