// CSR: the columns and values of each row, one row after another.
#include "engine/learn/formats/csr_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtCsr()
{
    return {.name = "csr",
            .label = "CSR",
            .about =
                "Row after row: the column and the value of each non-zero, and where each row ends. Nothing is padded.",
            .kernels = csrKernels(false),
            .inOneTile = roomyTile,
            .place = placeRows};
}

} // namespace sparsescope::learn
