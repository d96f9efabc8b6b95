// The patterns that can be made by name, each with its parameters: the command line and the window make their options
// from this list.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

struct PatternParameter {
    std::string name;       // "rows": --rows on the command line
    std::string label;      // on screen
    std::string help;       // what it means for this pattern, with a rule beyond the range ("a power of two")
    nlohmann::json initial; // whole, a share, or a text: one of the choices, else two whole numbers, "8x1"
    double minimum = 0;     // both are legal
    double maximum = 0;
    std::vector<std::string> choices = {};
};

struct PatternKind {
    std::string name;        // "chung-lu"
    std::string label;       // on screen
    std::string description; // one sentence, with its source
    std::vector<PatternParameter> parameters;
    // Values of other parameters that a choice of the parameter "preset" puts in place of the initial ones.
    std::map<std::string, nlohmann::json> presets = {};
};

// In the order in which they are offered.
std::span<const PatternKind> patternKinds();
// That of a list with this name. Throws Error(Usage) that names all.
const PatternKind& kindNamed(std::span<const PatternKind> kinds, const std::string& name);
const PatternKind& patternKind(const std::string& name); // the same of these

// Fills in initial values, or those of the preset, and checks names, types and ranges; throws Error(Usage) that names
// the parameter and what it may be. Ranges that depend on another parameter are checked by makePattern.
nlohmann::json completeParameters(const PatternKind& kind, const nlohmann::json& given);

// A parameter as text gives it: a number, or the text where it is one. Names that there are not and ranges are left to
// completeParameters(). Throws Error(Usage) for what is no number.
nlohmann::json parameterFrom(const PatternKind& kind, const std::string& name, const std::string& text);

// The two whole numbers of a text such as "8x1"; nothing where it is none.
std::optional<std::pair<std::int64_t, std::int64_t>> extentsIn(const std::string& text);

// What makes it again: "chung-lu --rows 16384 --nnz 1000000 --seed 1".
std::string patternCommand(const PatternKind& kind, const nlohmann::json& complete);

// The matrix of a kind; parameters as completeParameters takes them. The same for the same parameters on every platform
// and for any number of threads. Throws Error(Usage) as above, Error(Input) when memory does not suffice,
// Error(Cancelled).
MatrixPtr makePattern(const std::string& kind, const nlohmann::json& parameters, Progress& progress);

} // namespace sparsescope
