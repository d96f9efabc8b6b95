// A nest of a program's stage III made ready to be printed: the same statements, with as few loops and branches as they
// need. Nodes keep the ids that they have in the program.
#pragma once

#include "engine/ir/program.h"

namespace sparsescope {

// Blocks are opened, loops of one iteration are gone, and branches stand as far outside as they can, those beside one
// another that ask the same joined. Loops that are threads or thread blocks stay. Of an innermost loop whose last
// iteration may go too far, that one stands apart, and the others ask nothing.
ir::Body prepared(const ir::Body& body);

// The node with something else in its place: it keeps its id.
ir::NodePtr with(const ir::Node& node, decltype(ir::Node::what) what);

} // namespace sparsescope
