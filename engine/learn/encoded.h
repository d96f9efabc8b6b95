// A small matrix stored in one format, as the encoder of the format writes it: which element when, and why. The arrays
// are those of textbooks and libraries; what Sparsescope's own tiles add is told apart.
#pragma once

#include "engine/learn/learn_state.h"
#include "engine/plan/plan.h"

#include <map>
#include <optional>

namespace sparsescope::learn {

inline const std::string askedText = "?"; // of an element that an exercise asks for

// An element of a packed array.
struct EncodedElement {
    std::string text; // its value as a number
    double value = 0;
    MatrixArea about;           // empty: padding, or a heading
    std::int64_t position = -1; // values: the CSR position that it holds; -1: padding
    int written = 0;            // the step that writes it, from 1
    int tile = 0;
};

struct EncodedArray {
    std::string name, meaning;
    ElementType element = ElementType::Value;
    int bytesEach = 4;
    std::vector<EncodedElement> elements; // tile after tile
};

// Where a value stands in the picture of the storage: rows as stored, squeezed to the left.
struct StoredPlace {
    int x = 0, y = 0;
};
// A part of that picture, in places: a slice, a block, a group of vectors.
struct StoredFrame {
    int x = 0, y = 0, w = 0, h = 0;
    std::string hint;
    std::string label = {}; // drawn beside it; may be empty
};

// The names in a listing that are no arrays, sizes and parameters, with their numbers.
using ListingNumbers = std::map<std::string, std::int64_t>;

struct EncodeStep {
    std::vector<std::pair<int, int>> written; // array, element; a value comes first
};

struct Encoded {
    FormatPtr format;             // the engine's; none: a composition of tiles
    std::string name, label;      // "sell", "SELL-C-σ (C = 4, σ = 8)"
    std::string kind, parameters; // the label's parts
    std::string mapping;          // of the kernel that reads it
    bool byColumns = false;       // rows of one width: the first places of all rows, then the second ones
    MatrixPtr matrix;
    DataType dtype = DataType::Float32;
    Plan plan; // of the engine's format alone; empty for a composition
    std::vector<EncodedArray> arrays;
    std::vector<EncodeStep> steps;   // one a stored value, pointer and heading; the step s of a Show is steps[s - 1]
    std::vector<StoredPlace> places; // of each element of the array that holds values
    std::vector<StoredFrame> frames;
    std::vector<std::int32_t> rowOfLine; // row of the matrix of each y; -1: none
    ListingNumbers numbers;
    std::vector<ListingNumbers> launches; // numbers of each, where the kernel is launched several times
    // What the engine's tiles have beside these arrays, in bytes and as a sentence; empty: they are the same.
    std::int64_t addedBytes = 0;
    std::string added;

    std::string text(const EncodeStep& step) const; // "values[3] = 5, colIdx[3] = 3: row 2, column 3."
    int find(const std::string& array) const;       // -1
    std::int64_t number(const std::string& listed) const { return numbers.at(listed); }
    // "column by column"; empty where a format knows one order alone.
    std::string order() const;
    int values() const { return m_values; } // index of the array that holds them
    // Bytes, values and padding after that many steps; of the format as it is taught.
    FormatCounts counts(int step) const;
    FormatCounts counts() const { return counts(static_cast<int>(steps.size())); }

    int m_values = 0;
};

// Stores the matrix in a LearnFormat, with its parameters made complete, in the order in which the kernel of its
// mapping reads it. Throws Error(Input).
Encoded encoded(const MatrixPtr& matrix, const LearnFormat& format, DataType dtype);

// The engine's format for one: sizes that only bound a tile are large enough for the matrix. Throws Error(Input).
FormatPtr engineFormat(const Matrix& matrix, const LearnFormat& format);
const LearnKind& kindOf(const std::vector<LearnKind>& kinds, const std::string& name); // throws Error(Input)
// Initial values for what is missing; throws Error(Input) naming a parameter that is unknown or not legal.
nlohmann::json completeParameters(const Matrix& matrix, const LearnKind& kind, const nlohmann::json& given);

} // namespace sparsescope::learn
