// DCSR: CSR of the rows that hold something.
#include "engine/core/at.h"
#include "engine/learn/encoded.h"
#include "engine/learn/formats/csr_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtDcsr()
{
    return {.name = "dcsr",
            .label = "DCSR",
            .about = "CSR of those rows that hold something, and which rows these are. Good when most rows are empty.",
            .kernels = csrKernels(true),
            .inOneTile = roomyTile,
            .place = placeRows,
            .count = [](Encoded& e) {
                e.numbers["listed"] = static_cast<std::int64_t>(e.arrays[at(e.find("rowIdx"))].elements.size());
            }};
}

} // namespace sparsescope::learn
