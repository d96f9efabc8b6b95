// Whether the stages of a program compute the same as the operator, to the last bit.
#pragma once

#include "views/pages/program/program_stages.h"

#include <QString>

#include <vector>

namespace sparsescope {

struct StageVerdict {
    bool good = false;
    QString words;
};

// One for each stage, of whole numbers on the pattern of the matrix, whose sums are exact. Where all of it is too much,
// of a part, which the words say.
std::vector<StageVerdict> checkProgram(const ProgramAsked& asked, const ProgramStages& made, Progress& progress);

} // namespace sparsescope
