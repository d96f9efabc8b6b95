// COMPRESS: only non-zeros are stored from here on, and rows without any leave.
#include "engine/plan/graph/nodes/nodes.h"

namespace sparsescope::graph {

namespace {

void compress(Metadata& m, const Node&, const Context&)
{
    const auto lengths = m[Array::RowLengths];
    Numbers origin, kept;
    origin.reserve(lengths.size());
    kept.reserve(lengths.size());
    std::vector<Part> parts;
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        Part part = m.parts[p];
        const std::int32_t end = m.partEnd(p);
        std::int32_t row = part.firstRow;
        part.firstRow = static_cast<std::int32_t>(kept.size());
        for (; row < end; ++row)
            if (lengths[at(row)] > 0) {
                origin.push_back(m[Array::OriginRows][at(row)]);
                kept.push_back(lengths[at(row)]);
            }
        if (std::ssize(kept) > part.firstRow)
            parts.push_back(part);
    }
    m.parts = std::move(parts);
    if (kept.size() != lengths.size())
        m.setRows(std::move(origin), std::move(kept));
}

} // namespace

NodeKind compressKind()
{
    return {.name = "COMPRESS",
            .description = "Stores the non-zeros alone; rows without any leave, and their results are zeroed.",
            .slot = Slot::Compress,
            .forms = {{}},
            .apply = compress};
}

} // namespace sparsescope::graph
