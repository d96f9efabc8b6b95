// The kinds of nodes that nodeKinds() lists. A new one adds a line here and in registry.cpp.
#pragma once

#include "engine/plan/graph/node.h"

namespace sparsescope::graph {

NodeKind sortKind();
NodeKind sortSubKind();
NodeKind binKind();
NodeKind rowDivKind();
NodeKind colDivKind();
NodeKind rowSplitKind();
NodeKind diagSplitKind();
NodeKind compressKind();
NodeKind bmtbRowBlockKind();
NodeKind bmtbColBlockKind();
NodeKind sortBmtbKind();
NodeKind rowPadKind();
NodeKind bmwRowBlockKind();
NodeKind bmwColBlockKind();
NodeKind bmtRowBlockKind();
NodeKind bmtColBlockKind();
NodeKind bmtNnzBlockKind();
NodeKind bmtPadKind();
NodeKind bmwPadKind();
NodeKind bmtbPadKind();
NodeKind interleaveKind();
NodeKind xSharedKind();
NodeKind threadTotalRedKind();
NodeKind threadBitmapRedKind();
NodeKind warpTotalRedKind();
NodeKind warpBitmapRedKind();
NodeKind warpSegRedKind();
NodeKind shmemTotalRedKind();
NodeKind shmemOffsetRedKind();
NodeKind gmemAtomRedKind();
NodeKind setResourcesKind();

} // namespace sparsescope::graph
