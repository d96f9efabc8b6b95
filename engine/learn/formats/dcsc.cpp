// DCSC: CSC of the columns that hold something.
#include "engine/learn/formats/csc_columns.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtDcsc()
{
    return {.name = "dcsc",
            .label = "DCSC",
            .about = "CSC of those columns that hold something, and which columns these are. Good for parts of a "
                     "matrix in which most columns are empty.",
            .kernels = cscKernels(true),
            .inTiles = ofTextbooks,
            .compose = [](Encoded& e) { composeColumns(e, true); }};
}

} // namespace sparsescope::learn
