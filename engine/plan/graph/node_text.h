// Nodes in short, as lists and pictures name them.
#pragma once

#include "engine/plan/graph/node.h"

namespace sparsescope::graph {

// "BMT_PAD to bmtb multiple 2"; what is as usual is not said.
std::string text(const Node& node);
// "SORT, ROW_DIV at 8 (COMPRESS, ... | COMPRESS, ...)". No node begins behind the first `most` bytes.
std::string text(const Chain& nodes, std::size_t most);

} // namespace sparsescope::graph
