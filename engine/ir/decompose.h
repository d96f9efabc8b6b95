// Operators and plans as programs: SparseTIR's format decomposition (section 3.2.1) for the formats of any plan.
#pragma once

#include "engine/core/progress.h"
#include "engine/ir/bindings.h"
#include "engine/ir/program.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan.h"

#include <string>
#include <vector>

namespace sparsescope::ir {

// The program of an operator, stage 1: A over dense rows I and the columns J that CSR stores.
Program programOf(const Operator& op);

// Why a plan has no program, in a sentence; empty: it has one.
std::string whyNoProgram(const Plan& plan);
// Why no kernel is printed from it, in a sentence; empty: one is.
std::string whyNotPrinted(const Operator& op);
std::string whyNotPrinted(const Plan& plan);

// A program of stage 1 with, for each format f of the plan (from 1; hyb's two parts are two), its axes and the buffer
// A_f, an iteration copy_A_f that fills it before launches, and a copy of each iteration that reads A, on A_f. What
// iterations set to 0 before they add becomes an iteration of its own. Throws Error(Input) where the plan has no
// program, or an iteration that reads A has fused axes.
Program decomposed(const Program& program, const Plan& plan);

// A decomposed() program with one tile of all that each format holds, for people to read (figures 5 and 6 of the
// paper); throws Error(Input) where a format's tiles cannot be joined, naming it.
Program untiled(const Program& program, const Plan& plan);

// The matrix in CSR and dense operands, one for each of the operator's: names of programOf(). The output is not
// written.
Bindings bind(const Operator& op, const Matrix& matrix, const std::vector<Dense>& operands);

// The same with the arrays of the plan's tiles, for decomposed() or (`untiled`) untiled(): A_f is what copy_A_f has to
// write, so it is not written. `whole`: the plan whose programs these are, of which `plan` is a planOfPart().
Bindings bind(const Plan& plan, const Packed& packed, const Matrix& matrix, const std::vector<Dense>& operands,
              bool untiled = false, const Plan* whole = nullptr);

} // namespace sparsescope::ir
