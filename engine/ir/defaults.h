// The schedules that kernels have where nobody wrote one: those of resources/schedules, for the formats of a plan.
#pragma once

#include "engine/ir/parts.h"
#include "engine/ir/program.h"
#include "engine/ir/schedule.h"

#include <string>
#include <vector>

namespace sparsescope {
struct Packed;
}

namespace sparsescope::ir {

// What the threads of a block are, as far as schedules ask.
struct BlockShape {
    int threads = 128;
    int gathers = 4;  // rows of a dense operand that a thread has in flight
    int accesses = 1; // of 16 bytes, of a lane to a row of B
};

// What steps may ask of an operator's programs, or of those of a plan (null: none): untile joins its tiles, and
// constants. Holds the plan by reference.
//     e           values of 16 bytes
//     part        of the dense loop, of which ld is a multiple
//     accesses    of 16 bytes, of a lane to a row of B
//     lanes       that share a row of a part, so many accesses each: a power of two, at most 32
//     strips      of 32 columns of a part that the warps of a block take side by side
//     threads     of a block
//     gathers     rows of a dense operand that a thread has in flight
//     J_1         iterations of each axis that has always as many
//     share_1     groups of `lanes` that share a row where a tile has few rows, all of one width
//     together_1  rows that a thread takes together where they are short
ScheduleContext contextOf(const Operator& op, const Plan* plan, const BlockShape& shape = {});

// The steps for all formats of a plan, from its decomposed() program to stage 3.
std::vector<Step> defaultSteps(const Plan& plan, const BlockShape& shape = {});
std::string textOf(const std::vector<Step>& steps); // a step a line
// Is it what these steps make of the plan's program?
bool isDefault(const Program& program, const Plan& plan);

// A program to be printed as a kernel, and what its names are.
struct KernelProgram {
    Program program; // stage 3
    std::vector<PlanPart> parts;
};
// That of the tiles of one format of a packed plan, with its default schedule; or, where something was written for the
// plan, that of all its formats, with these alternatives of tunables. Throws Error(Input) with the option's name and
// the line.
KernelProgram kernelProgram(const Packed& packed, std::size_t format, const BlockShape& shape = {},
                            const Choice& choice = {});

} // namespace sparsescope::ir
