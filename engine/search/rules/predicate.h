// Which non-zeros a format rewrite rule takes, as data: {"rowLength": {"min": 1, "max": 4}}, {"and": [...]} ...
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// Non-zeros that earlier rules left: CSR positions, ascending, and where those of each row begin.
struct LeftNonZeros {
    std::vector<std::uint32_t> positions;
    std::vector<std::int64_t> rowPtr; // rows + 1
};
LeftNonZeros allNonZeros(const Matrix& matrix);

class Predicate {
public:
    virtual ~Predicate() = default;
    // For each position: 1 when it is taken.
    virtual std::vector<std::uint8_t> takes(const Matrix& matrix, const LeftNonZeros& left,
                                            Progress& progress) const = 0;
    virtual std::string words() const = 0; // "rows of 1 to 4 non-zeros"
};
using PredicatePtr = std::shared_ptr<const Predicate>;

// One of
//   "all"
//   {"rowLength": RANGE}     non-zeros of its row in the matrix; with "left": true in RANGE, of those that are left
//   {"placeInRow": RANGE}    how many of its row come before it
//   {"rows": RANGE}, {"columns": RANGE}
//   {"diagonal": RANGE}      column - row
//   {"value": RANGE}         magnitude; a pattern's are 1
//   {"blockDensity": {"height": h, "width": w, "atLeast": d}}   share of the places of its aligned h x w block (those
//                            within the matrix) that hold a non-zero that is left
//   {"and": [...]}, {"or": [...]}, {"not": PREDICATE}
// where RANGE is {"min": a, "max": b}, both inclusive, one of which may be missing. Throws Error(Input) that names the
// key below `path` and the file.
PredicatePtr parsePredicate(const nlohmann::json& json, const std::string& file, const std::string& path);

} // namespace sparsescope
