// A stage of the program that is shown, carried out statement by statement on a small matrix.
#pragma once

#include "engine/learn/program_picture.h"
#include "engine/learn/program_run.h"
#include "views/pages/program/program_stages.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace sparsescope {

struct ProgramWalk {
    static constexpr std::int64_t mostStatements = 20'000;

    std::size_t stage = 0; // from 0
    QString problem;       // why there is none
    QString on;            // what it is carried out on, in a sentence or two
    std::optional<learn::ProgramRun> run;
    std::optional<learn::ProgramPicture> picture;
};
using ProgramWalkPtr = std::shared_ptr<const ProgramWalk>;

// On all of a small matrix, else on its busyPart() in the plan's formats; with as few columns of the dense operands as
// the steps of the schedule, which may ask for all of a part, allow. Throws Error(Cancelled) alone.
ProgramWalkPtr walkProgram(const ProgramAsked& asked, const ProgramStages& made, std::size_t stage, Progress& progress);

} // namespace sparsescope
