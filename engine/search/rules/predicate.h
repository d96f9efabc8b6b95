// Which non-zeros a format rewrite rule takes, as data: {"rowLength": {"min": 1, "max": 4}}, {"and": [...]} ...
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::rules {

// Non-zeros that earlier rules left: CSR positions, ascending, and where those of each row begin.
struct LeftNonZeros {
    std::vector<std::uint32_t> positions;
    std::vector<std::int64_t> rowPtr; // rows + 1
};
LeftNonZeros allNonZeros(const Matrix& matrix);
// Moves those that are taken, a 1 for each, out of what is left.
std::vector<std::uint32_t> takeAway(LeftNonZeros& left, const std::vector<std::uint8_t>& taken, Progress& progress);

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

// Declared once by a kind of predicate; the window makes its fields from it.
struct PredicateField {
    enum class Type { Number, Whole, Flag };
    std::string name;  // "min"
    std::string label; // on screen
    std::string help;  // one sentence
    Type type = Type::Number;
    bool needed = false; // else it may be missing
};
struct PredicateKind {
    enum class Parts { None, One, Several }; // predicates inside: of not; of and, or
    std::string name;                        // "rowLength"
    std::string label;                       // "row length"
    std::string help;
    std::vector<PredicateField> fields;
    Parts parts = Parts::None;
    std::shared_ptr<const nlohmann::json> initial; // a predicate of this kind that makes sense on any matrix
};
// All that parsePredicate() knows, in the order in which the screen lists them.
std::span<const PredicateKind> predicateKinds();
// That of a predicate that parsePredicate() may or may not take: by its only member; null: none.
const PredicateKind* predicateKindOf(const nlohmann::json& json);

} // namespace sparsescope::rules
