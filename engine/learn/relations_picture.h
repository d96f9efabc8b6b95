// What the pictures of the view Relations share: slices side by side, and numbers in rows.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sparsescope::learn {

// The slices of a wide matrix, A[0] to A[R - 1], each in a frame of its own; what is in it has its column within the
// slice as number.
struct SliceStyle {
    double side = 22;
    std::int64_t here = -1;                               // the slice that is framed
    std::function<Role(std::int64_t position)> role = {}; // of a non-zero
    bool places = true;                                   // empty and faint ones too
    std::string id = "cell"; // names are "cell ROW COLUMN"; those of another word have non-zeros alone
    bool texts = true;       // values, where there is room
};

struct SlicePicture {
    double right = 0, bottom = 0;
    std::vector<int> shapes; // of each non-zero, its place in Scene::named(); -1: it is not drawn
};
// Above them the name of each, a shape "slice R", with `hint`.
SlicePicture drawSlices(Drawing& drawing, const Matrix& matrix, std::int64_t slices, double x, double y,
                        const SliceStyle& style, const std::string& hint);
// The largest side, at most `most`, at which they are no wider.
double sliceSide(const Matrix& matrix, std::int64_t slices, double width, double most);

} // namespace sparsescope::learn
