// The step tunable: a constant of the steps behind it, which leaves the program as it is.
#include "engine/ir/tunables.h"

#include "engine/core/error.h"
#include "engine/ir/steps/nest.h"

#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

Program tunable(const Program& program, const Step& step, const ScheduleContext& context)
{
    if (!step.iteration.empty())
        failInput("it is of no iteration");
    const Tunable declared = tunableOf(step);
    if (context.constants.contains(declared.name))
        failInput(fmt::format("{} is a constant already", declared.name));
    for (const std::string& alternative : declared.alternatives)
        numberOf(alternative, context, mostTuned);
    return program;
}

} // namespace

StepKind tunableStep()
{
    return {
        {"tunable", "NAME = NUMBER | NUMBER..", "names a constant of the steps behind it, of which a tuner tries all"},
        tunable,
        [](const Program&, const ScheduleContext&) { return std::vector<std::string>(); }};
}

} // namespace sparsescope::ir
