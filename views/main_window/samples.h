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

} // namespace sparsescope
