// The kernels of a format as a student would write them, and what each line reads.
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/warp.h"

#include <algorithm>

namespace sparsescope::learn {

namespace {

std::span<const TaughtKernel> kernelsOf(const std::string& format)
{
    const TaughtFormat* taught = findTaught(format);
    return taught ? std::span<const TaughtKernel>(taught->kernels) : std::span<const TaughtKernel>();
}

} // namespace

std::vector<LearnMapping> mappingsOf(const std::string& format)
{
    const FormatKind* kind = findFormatKind(format); // none: a composition of tiles, which run on the GPU
    const std::string note = kind && !kind->traits.onGpu
                                 ? " Sparsescope runs this format on the CPU only: this is how a GPU would do it."
                                 : "";
    std::vector<LearnMapping> mappings;
    for (const TaughtKernel& kernel : kernelsOf(format))
        mappings.push_back({kernel.mapping, kernel.about + note});
    return mappings;
}

std::string storedMapping(const std::string& format, const std::string& mapping)
{
    std::string stored;
    for (const TaughtKernel& kernel : kernelsOf(format))
        if (!kernel.byColumns && (stored.empty() || kernel.mapping == mapping))
            stored = kernel.mapping;
    return stored;
}

std::vector<CodeLine> listingOf(const Encoded& encoded, const std::string& mapping)
{
    for (const TaughtKernel& kernel : kernelsOf(encoded.name)) {
        if (!mapping.empty() && mapping != kernel.mapping)
            continue;
        std::vector<CodeLine> code = kernel.code;
        if (!kernel.second.empty() && encoded.find(kernel.second) < 0)
            code.erase(std::find_if(code.begin(), code.end(),
                                    [](const CodeLine& line) { return line.text.starts_with("//"); }),
                       code.end());
        // Stored rows that are not those of the matrix one after another.
        for (const std::string rows : {"rowIdx", "rowIds", "ell.rowIds"}) {
            const int array = encoded.find(rows);
            if (array < 0 || encoded.arrays[static_cast<std::size_t>(array)].added)
                continue;
            for (CodeLine& line : code)
                for (const std::string to : {"y[i]", "C[i]"})
                    if (const std::size_t at = line.text.find(to); at != std::string::npos) {
                        line.text.replace(at, to.size(), to.substr(0, 2) + rows + "[i]]");
                        line.reads.push_back(rows);
                    }
        }
        return code;
    }
    return {};
}

} // namespace sparsescope::learn
