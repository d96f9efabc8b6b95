// Runs a program of any stage on the CPU, statement by statement, in float64.
#pragma once

#include "engine/core/progress.h"
#include "engine/ir/bindings.h"
#include "engine/ir/program.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::ir {

inline constexpr std::int64_t mostSteps = 10'000'000; // innermost statements

// An element that a statement loaded.
struct ElementRead {
    std::string array;
    std::int64_t at = -1; // -1: of coordinates that are absent, which is 0
    std::string place;    // as the program says it, with values of its indices: "A[1, 0]"
    double value = 0;
};

// One statement that was carried out, for people who follow it step by step.
struct StepTaken {
    const Node* node = nullptr;
    // Names of the loops around it, of lets and of tile values, with their values, outer ones first.
    std::vector<std::pair<std::string, std::int64_t>> names;
    std::string target;                  // Store: the array
    std::int64_t at = -1;                // and the element of it
    double value = 0;                    // which it holds now
    std::string place;                   // the element as the program says it: "C[1, 0]"
    std::vector<ElementRead> reads = {}; // what its expressions load, inner ones first
    // The tiles that loops are at, each with the param that counts them: whose arrays are meant.
    std::vector<std::pair<std::string, std::int64_t>> tiles = {};
};

// The bindings after the run: what the program wrote is in them. Bound loops are loops; memory in scope local is a
// thread's, in scope shared a block's. Throws Error(Input) naming the line of the printed program, the buffer and the
// indices: a name that is not bound, an index out of bounds, a read of what nobody wrote, a store to a coordinate that
// is absent, indices that do not ascend where they are searched, a thread's read of another one's local value, or of
// shared memory that another thread wrote since the last barrier; and where more than mostSteps statements would run,
// with their number. Throws Error(Cancelled).
Bindings interpret(const Program& program, Bindings bindings, Progress& progress,
                   const std::function<void(const StepTaken&)>& told = {});

// How many statements would run; stops counting at `most`.
std::int64_t countSteps(const Program& program, const Bindings& bindings, std::int64_t most = mostSteps * 1000);

} // namespace sparsescope::ir
