// STile table 2 on a small matrix: formats derived by primitives that are applied one after another.
#pragma once

#include "engine/learn/learn_state.h"

#include <string>
#include <vector>

namespace sparsescope::learn {

// What stands after a primitive.
struct PrimitiveStage {
    static constexpr std::int64_t zero = -1; // a place that holds a zero
    struct Line {
        std::int32_t row = -1;
        std::vector<std::int64_t> places; // CSR positions or zero
    };
    struct Part {
        std::vector<std::int32_t> cols; // above dense parts
        std::vector<Line> lines;
        std::string name;
    };
    int primitive = 0; // of table 2; 0: the matrix
    std::string title, text;
    std::vector<Part> parts;
};

// The matrix, then what each primitive of this example makes of the last stage. An unknown example is the first.
std::vector<PrimitiveStage> primitiveStages(const Matrix& matrix, const std::string& example);

} // namespace sparsescope::learn
