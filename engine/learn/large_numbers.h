// Numbers of a picture as large as their boxes let them be: for a hall, where the last row has to read them.
#pragma once

#include "engine/learn/scene.h"

#include <map>
#include <tuple>

namespace sparsescope::learn {

// Boxes of one size have digits of one size, in all steps that were measured.
class LargeNumbers {
public:
    void measure(const Scene& scene);
    void enlarge(Scene& scene) const;
    // The smallest digits of what was measured, in boxes and before rows and columns; units. 0: there is none.
    double smallest() const;

private:
    using Box = std::tuple<long, long, bool>; // quarters of a unit; true: what it holds begins with a digit
    static Box boxOf(const Shape& text);
    std::map<Box, double> m_sizes; // of digits
};

} // namespace sparsescope::learn
