// What the kernels of tensor cores share as they are stepped: all lanes of a warp work together.
#pragma once

#include "engine/learn/warp_builder.h"

namespace sparsescope::learn {

inline constexpr std::int64_t tensorColumns = 8; // of B for one instruction

// body(lane, k) for k in [0, n): as many as there are lanes side by side, then the next ones; all lanes work together.
template <class Body>
void together(WarpBuilder& b, WarpStep& s, const std::string& row, std::int64_t n, const char* what, const Body& body)
{
    for (std::int64_t k = 0; k < n; ++k)
        body(static_cast<int>(k % b.lanes()), k);
    for (int l = 0; l < b.lanes(); ++l)
        WarpBuilder::works(s, l, row, what);
}

// What one instruction multiplies: nothing where the element is padding.
inline void addProduct(WarpStep& s, const EncodedElement& e)
{
    if (e.position >= 0)
        WarpBuilder::product(s, e.about.rowBegin, e.about.colBegin, e);
}

} // namespace sparsescope::learn
