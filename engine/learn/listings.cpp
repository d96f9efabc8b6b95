// The kernels of a format as a student would write them, and what each line reads.
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope::learn {

namespace {

const TaughtKernel& kernelOf(const Encoded& e)
{
    const std::vector<TaughtKernel>& kernels = taughtFormat(e.name).kernels;
    return *std::find_if(kernels.begin(), kernels.end(), [&](const TaughtKernel& k) { return k.mapping == e.mapping; });
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

std::vector<CodeLine> listingOf(const Encoded& encoded)
{
    const TaughtKernel& kernel = kernelOf(encoded);
    // C is the output of SpMM, and the height of a slice in an SpMV of SELL.
    const bool columns = kernel.code.find("B[") != std::string::npos || kernel.code.find("mma") != std::string::npos;
    std::vector<CodeLine> code;
    std::istringstream lines(kernel.code);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("//") && encoded.find(kernel.second) < 0)
            break;
        code.push_back({line, {}});
        for (const std::string& name : namesIn(line))
            if (encoded.find(name) >= 0 || name == (columns ? "B" : "x") || name == (columns ? "C" : "y"))
                if (std::vector<std::string>& reads = code.back().reads;
                    std::find(reads.begin(), reads.end(), name) == reads.end())
                    reads.push_back(name);
    }
    return code;
}

std::string numbersOf(const Encoded& encoded)
{
    ListingNumbers numbers = encoded.numbers;
    if (!encoded.launches.empty())
        for (const auto& [name, number] : encoded.launches.front())
            numbers[name] = number;
    std::vector<std::string> named;
    std::string text;
    for (const CodeLine& line : listingOf(encoded))
        for (const std::string& name : namesIn(line.text))
            if (numbers.contains(name) && std::find(line.reads.begin(), line.reads.end(), name) == line.reads.end() &&
                std::find(named.begin(), named.end(), name) == named.end()) {
                named.push_back(name);
                text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, numbers[name]);
            }
    return text;
}

} // namespace sparsescope::learn
