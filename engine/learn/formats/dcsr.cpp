// DCSR: CSR of the rows that hold something.
#include "engine/learn/formats/csr_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtDcsr()
{
    return {.name = "dcsr",
            .label = "DCSR",
            .about = "CSR of those rows that hold something, and which rows these are. Good when most rows are empty.",
            .kernels = csrKernels(),
            .inOneTile = roomyTile,
            .place = placeRows};
}

} // namespace sparsescope::learn
