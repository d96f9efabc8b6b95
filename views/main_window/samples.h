// Built-in matrices, to look at before one's own is opened.
#pragma once

#include "engine/matrix/matrix.h"

#include <QString>

#include <functional>
#include <vector>

namespace sparsescope {

struct Sample {
    QString name; // of the generator
    QString title;
    QString about;                    // one sentence
    std::function<MatrixPtr()> make;  // at full size; run it on a thread
    std::function<MatrixPtr()> small; // the same pattern for a small picture
};

const std::vector<Sample>& samples();

// Sessions that come with the program, by their names among its resources: one matrix, with tiles and with a search
// among graphs.
inline constexpr const char* tilesSession = "samples/crossing-2048-h200.sscope";
inline constexpr const char* graphsSession = "samples/graphs-2048-h200.sscope";
QString graphsTitle();
QString graphsAbout(); // one sentence

} // namespace sparsescope
