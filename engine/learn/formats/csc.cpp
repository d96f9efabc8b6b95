// CSC: the rows and values of each column, one column after another.
#include "engine/learn/formats/csc_columns.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtCsc()
{
    return {.name = "csc",
            .label = "CSC",
            .about = "Column after column: the row and the value of each non-zero, and where each column ends. The CSR "
                     "of the transposed matrix.",
            .kernels = cscKernels(false),
            .inTiles = ofTextbooks,
            .compose = [](Encoded& e) { composeColumns(e, false); }};
}

} // namespace sparsescope::learn
