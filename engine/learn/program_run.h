// A program of SparseTIR's language on a small matrix: which one a state of the view Program means, and the statements
// that the interpreter carries out. How it is drawn is in program_view.cpp.
#pragma once

#include "engine/ir/bindings.h"
#include "engine/ir/interpret.h"
#include "engine/ir/text.h"
#include "engine/learn/learn_state.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

// Operators, formats and schedules that the figures of the paper show.
struct ProgramDesign {
    std::string name, label;
    std::string about;                 // a sentence; empty where a lesson has texts of its own
    std::string op;                    // "spmm"
    std::optional<LearnFormat> format; // none: the operator on CSR
    std::string schedule;
    int stage = 1; // that is shown first
};
const std::vector<ProgramDesign>& programDesigns();
std::vector<LearnExample> programExamples();

// Settings beside those that are numbers, each in place of the design's: "operator", a name; "format", as an element of
// a lesson's formats, "" for CSR; "schedule", lines of one (engine/ir/schedule.h), as a text or a list.
bool isProgramText(const std::string& setting);
// The stage, and how many columns dense operands have; `now`: each as the state has it, or the nearest legal value, and
// the texts as they are. Throws nothing: where there is no such program, every stage is one.
std::vector<LearnParameter> programSettings(const LearnState& state, nlohmann::json& now);

// What is lowered to the stage that is shown.
struct ProgramSource {
    ProgramDesign design; // with what the settings have in place of it
    Operator op;
    ir::Program program; // after the schedule
    ir::Bindings bindings;
};
// Throws Error(Input): an operator or format that is unknown or has no program, a step of the schedule that is refused,
// with its line.
ProgramSource sourceOf(const MatrixPtr& matrix, const LearnState& state);

using ProgramValues = std::vector<std::optional<double>>; // none: nobody wrote it

// An array behind a name of the program.
struct ProgramArray {
    std::string name;
    bool whole = false;    // indices
    ProgramValues initial; // before the first statement
    // Of values of the sparse matrix: the CSR position that each owns, -1: padding.
    std::vector<std::int64_t> entries = {};
    std::vector<std::int64_t> rows = {};   // stages 1 and 2: elements at which those of another parent begin
    std::int64_t width = 0;                // a dense operand or result of so many columns; 0: none of these
    bool program = false;                  // memory that the program itself has
    std::vector<std::int64_t> places = {}; // index arrays: the CSR position that each speaks of, -1: none; or empty
};

struct ProgramStep {
    std::int64_t line = 0; // of the text, from 0
    int node = 0;
    std::vector<std::pair<std::string, std::int64_t>> names; // of loops and lets
    std::size_t array = 0;                                   // that it writes
    std::int64_t at = 0;
    std::optional<double> before;
    double value = 0;
    bool adds = false;
    std::string place;
    std::vector<ir::ElementRead> reads;
    std::int64_t position = -1;            // of the non-zero that it reads; -1: none
    bool padding = false;                  // it reads a place of values that is none
    std::vector<std::int64_t> thread = {}; // of the bound loops around; empty: there is none
};

class ProgramRun {
public:
    static constexpr std::int64_t mostStatements = 4000;

    explicit ProgramRun(const LearnState& state); // throws Error(Input)

    const Matrix& matrix() const { return *m_matrix; }
    const ProgramDesign& design() const { return m_design; }
    const ir::Program& program() const { return m_program; }
    const ir::Printed& printed() const { return m_printed; }
    const std::vector<std::string>& lines() const { return m_lines; } // of the text
    bool bound() const { return m_threads > 0; }                      // loops are threads
    const std::vector<ProgramArray>& arrays() const { return m_arrays; }
    const std::vector<ProgramStep>& steps() const { return m_steps; }
    const Operator& op() const { return m_op; }
    int find(const std::string& array) const; // -1
    // What the arrays hold after so many statements.
    std::vector<ProgramValues> after(int statements) const;

    std::string text(int statements) const; // of the last of so many; 0: of the program
    std::vector<LearnNumber> numbers() const;

private:
    void gatherArrays(const ir::Bindings& bindings);
    void markRows(ProgramArray& array, const ir::Bindings& bindings) const;
    void addStep(const ir::StepTaken& taken);

    MatrixPtr m_matrix;
    ProgramDesign m_design;
    Operator m_op;
    ir::Program m_program;
    ir::Printed m_printed;
    std::vector<std::string> m_lines;
    std::vector<ProgramArray> m_arrays;
    std::vector<ProgramStep> m_steps;
    std::map<std::string, ir::Mark> m_marks; // of bound loops
    std::int64_t m_threads = 0;              // of a block; 0: no loop is bound
};

} // namespace sparsescope::learn
