// Does a program compute its operator, in the stage that it is of and in those that it is lowered to? On whole numbers,
// of which sums are exact in any order, so that every bit has to be right.
#pragma once

#include "engine/core/progress.h"
#include "engine/ir/bindings.h"
#include "engine/ir/busy_part.h"
#include "engine/ir/program.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope::ir {

// A matrix of the same pattern and operands of an operator, with a leading dimension of its dense extent: whole numbers
// from -8 to 8, none of them 0, so that whatever is left out shows.
struct WholeNumbers {
    MatrixPtr matrix;
    std::vector<Dense> operands;
};
WholeNumbers wholeNumbers(const Operator& op, const Matrix& matrix, std::uint64_t seed);

// What a program of an operator, or of a plan of it (null: of none), is checked on: all of the matrix, or where that
// takes more than mostSteps statements its busyPart(), and of this as many columns of the dense operands as can be.
// Throws Error(Input) where the program is not of the plan.
struct CheckedOn {
    Operator op;
    WholeNumbers numbers;
    Bindings bindings;
    std::optional<BusyPart> part; // none: all of the matrix
};
CheckedOn checkedOn(const Program& program, const Operator& op, const Plan* plan, bool untiled, const Matrix& matrix,
                    Progress& progress);

struct StageCheck {
    int stage = 1;
    std::string error;         // why it was not made or did not run; empty: it did
    std::int64_t elements = 0; // of C
    std::int64_t differing = 0;
    // The first that differs: row and column of the matrix's non-zero, or of C.
    std::int64_t row = -1, column = -1;
    double is = 0, shouldBe = 0; // NaN: nobody wrote it

    bool exact() const { return error.empty() && differing == 0; }
};
// With row and column of all of the matrix.
StageCheck inMatrix(StageCheck check, const CheckedOn& on);
// "stage 2: exact, 1,024 elements", "stage 3: 2 of 64 elements differ, the first in row 0, column 3: 5 should be 7"
std::string text(const StageCheck& check);

// The program's own stage and those behind it. `bindings` are made of these numbers, by bind().
std::vector<StageCheck> checkStages(const Program& program, const Operator& op, const WholeNumbers& numbers,
                                    const Bindings& bindings, Progress& progress);

// The program's own stage alone.
StageCheck checkStage(const Program& program, const Operator& op, const WholeNumbers& numbers, const Bindings& bindings,
                      Progress& progress);

} // namespace sparsescope::ir
