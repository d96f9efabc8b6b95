// What somebody was looking at: the page, the part of the matrix, the plan with its step, the selection.
#pragma once

#include "engine/raster/view_box.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sparsescope::session {

struct SavedView {
    std::string name;       // of a bookmark
    std::string created;    // ISO 8601, UTC
    std::string page;       // "explore" "search" "kernel" "measure" "compare" ...
    int plan = -1;          // index into Session::plans, or none
    std::int64_t step = -1; // tiles that are shown; negative: all
    raster::ViewBox box;    // of the canvas
    bool fitted = true;     // the whole matrix, whatever the size of the window
    std::int64_t tile = -1; // that is selected, or none
    std::optional<raster::ElementRect> cells;
    std::string colouring;      // of the tiles; the window's own names
    std::string order = "file"; // of rows and columns, by name(MatrixOrder); box and cells are of the matrix in it

    bool operator==(const SavedView&) const = default;
};

} // namespace sparsescope::session
