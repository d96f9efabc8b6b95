// A nest of a program's stage III made ready to be printed: the same statements, with as few loops and branches as they
// need. Nodes keep the ids that they have in the program.
#pragma once

#include "engine/ir/program.h"

#include <set>
#include <string>

namespace sparsescope {

// Blocks are opened, loops of one iteration are gone, and branches stand as far outside as they can, those beside one
// another that ask the same joined. Loops that are threads or thread blocks stay. Of an innermost loop whose last
// iteration may go too far, that one stands apart, and the others ask nothing.
ir::Body prepared(const ir::Body& body);

// Names of arrays that a body writes.
std::set<std::string> writtenIn(const ir::Body& body);

} // namespace sparsescope
