// A program of SparseTIR's language on a small matrix: which one a state of the view Program means, and the statements
// that the interpreter carries out. How it is drawn is in program_picture.h and program_view.cpp.
#pragma once

#include "engine/ir/bindings.h"
#include "engine/ir/interpret.h"
#include "engine/ir/text.h"
#include "engine/learn/learn_state.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

// A format, and which of the non-zeros it stores.
struct ProgramFormat {
    LearnFormat format;
    nlohmann::json take = "all"; // of those that the formats before it left (engine/search/rules/predicate.h)
};

// Operators, formats and schedules that the figures of the paper show.
struct ProgramDesign {
    std::string name, label;
    std::string about;                  // a sentence; empty where a lesson has texts of its own
    std::string op;                     // "spmm"
    std::vector<ProgramFormat> formats; // none: the operator on CSR
    std::string schedule;
    int stage = 1;      // that is shown first
    bool tiled = false; // tiles stay apart, else one holds all of a format
};
const std::vector<ProgramDesign>& programDesigns();
std::vector<LearnExample> programExamples();

// Settings beside those that are numbers, each in place of the design's: "operator", a name; "format", as an element of
// a lesson's formats, a list of them, each with "take", or "" for CSR; "schedule", lines of one
// (engine/ir/schedule.h), as a text or a list; "tiled".
bool isProgramText(const std::string& setting);
// The stage, how many steps of the schedule are applied, and how many columns dense operands have; `now`: each as the
// state has it, or the nearest legal value, and the texts as they are. Throws nothing: where there is no such program,
// every stage is one.
std::vector<LearnParameter> programSettings(const LearnState& state, nlohmann::json& now);

// What is lowered to the stage that is shown.
struct ProgramSource {
    ProgramDesign design; // with what the settings have in place of it
    Operator op;
    std::vector<std::string> schedule;      // its steps, as texts
    std::size_t applied = 0;                // so many of them
    ir::Program program;                    // after these
    std::optional<ir::Program> before = {}; // before the last of these
    ir::Bindings bindings;
};
// Throws Error(Input): an operator or format that is unknown or has no program, a step of the schedule that is refused,
// with its line.
ProgramSource sourceOf(const MatrixPtr& matrix, const LearnState& state);

// The schedule of a state, a step a line, as it is written; and what may be added to it. Throws Error(Input) as
// sourceOf() does.
std::string programSchedule(const LearnState& state);
std::vector<std::string> legalSteps(const LearnState& state);

// Operands to follow a program with: row r of each is r d + 1, r d + 2, ... (those of SPARSETIR's section 7).
std::vector<Dense> countedOperands(const Operator& op, const Matrix& matrix);

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
    std::string tiles = {}; // the param that counts the tiles of which one has it; empty: the launch has it
    int tile = -1;          // which of them, where tiles stay apart

    std::string title() const; // "A_2, tile 1"
    std::string id(std::int64_t element) const;
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
    std::int64_t position = -1;                                   // of the non-zero that it reads; -1: none
    bool padding = false;                                         // it reads a place of values that is none
    std::vector<std::int64_t> thread = {};                        // of the bound loops around; empty: there is none
    std::vector<std::pair<std::string, std::int64_t>> tiles = {}; // as StepTaken has them
};

// What is run.
struct ProgramToRun {
    MatrixPtr matrix;
    Operator op;
    ir::Program program;
    ir::Bindings bindings;
    std::string about = {};                 // a sentence
    std::vector<std::string> schedule = {}; // steps, of which so many are applied
    std::size_t applied = 0;
    std::optional<ir::Program> before = {}; // in the same stage, before the last of these
};

class ProgramRun {
public:
    static constexpr std::int64_t mostStatements = 4000;

    explicit ProgramRun(const LearnState& state); // throws Error(Input)
    // Throws Error(Input) where it is wrong, or more statements would be carried out; Error(Cancelled).
    ProgramRun(ProgramToRun what, std::int64_t most, Progress& progress);

    const Matrix& matrix() const { return *m_matrix; }
    const ir::Program& program() const { return m_program; }
    const ir::Printed& printed() const { return m_printed; }
    const std::vector<std::string>& lines() const { return m_lines; } // of the text
    const std::vector<std::string>& schedule() const { return m_schedule; }
    std::size_t applied() const { return m_applied; }
    // Lines of the text that the last step of the schedule made or changed.
    const std::set<std::size_t>& changed() const { return m_changed; }
    bool bound() const { return m_threads > 0; } // loops are threads
    const std::vector<ProgramArray>& arrays() const { return m_arrays; }
    const std::vector<ProgramStep>& steps() const { return m_steps; }
    const Operator& op() const { return m_op; }
    // What a step means by a name (null: before the first one, where that is of the first tile); -1: no array.
    int find(const std::string& array, const ProgramStep* at = nullptr) const;
    // What the arrays hold after so many statements.
    std::vector<ProgramValues> after(int statements) const;

    std::string text(int statements) const; // of the last of so many; 0: of the program
    std::vector<LearnNumber> numbers() const;

private:
    void findChanged(const ir::Program& before);
    void gatherArrays(const ir::Bindings& bindings);
    void markRows(ProgramArray& array, const ir::BoundNames& names, const ir::BoundNames& launch) const;
    void addStep(const ir::StepTaken& taken);

    MatrixPtr m_matrix;
    std::string m_about;
    Operator m_op;
    ir::Program m_program;
    ir::Printed m_printed;
    std::vector<std::string> m_lines, m_schedule;
    std::size_t m_applied = 0;
    std::set<std::size_t> m_changed;
    std::vector<ProgramArray> m_arrays;
    std::map<std::string, std::vector<std::size_t>> m_named; // arrays by name, those of tiles in their order
    std::vector<ProgramStep> m_steps;
    std::map<std::string, ir::Mark> m_marks; // of bound loops
    std::int64_t m_threads = 0;              // of a block; 0: no loop is bound
};

} // namespace sparsescope::learn
