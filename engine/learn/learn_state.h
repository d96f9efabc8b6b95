// What the Learn page shows, and the pictures of it: a small matrix, formats with parameters, a view, a step.
#pragma once

#include "engine/core/progress.h"
#include "engine/learn/scene.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::learn {

inline constexpr std::int64_t mostRows = 32, mostCols = 32;

enum class View {
    Arrays,     // formats side by side, their arrays filled element by element
    Formats,    // all formats as small pictures, those of few bytes first
    Multiply,   // C = A B stepped by hand: lanes, addresses, sectors
    Iteration,  // the iteration space of STile figure 4: points (i, k) and (i, k, j) and the tiles that own them
    Primitives, // STile table 2, applied one after another
    Permute,    // rows and columns in another order: what changes
    Plan,       // steps of a search with toy costs, arithmetic written out
    Graph,      // a graph of AlphaSparse, node by node
    Axes,       // SparDA table 1: which axes may be in another order
    Gather,     // SparDA figure 2: micro-tiles gathered into dense tiles, step by step
    Program,    // SparseTIR figures 3 to 11: a program in one of its stages, statement by statement
    Relations   // SparseTIR figures 21 and 22: relations side by side, a block's tile, a sparse convolution
};
inline constexpr int viewCount = 12;
// "arrays" "formats" "multiply" "iteration" "primitives" "permute" "plan" "graph" "axes" "gather" "program"
// "relations", as lessons spell it
const char* name(View view);
const char* label(View view); // "Arrays", "Multiply by hand", ...: the screen
const char* about(View view); // a sentence

// A format as it is taught. Sizes that only bound a tile (places, rows of ELL) are not parameters here: one tile holds
// the whole matrix.
struct LearnFormat {
    std::string name;                                     // of learnKinds()
    nlohmann::json parameters = nlohmann::json::object(); // those of its LearnKind; missing ones: initial
    std::string mapping = {}; // of lanes to work, one of LearnKind::mappings; empty: the first
    bool operator==(const LearnFormat&) const = default;
};

struct LearnParameter {
    std::string name;                 // "sigma"
    std::string label;                // "σ"
    std::string help;                 // a sentence
    std::vector<std::int64_t> values; // legal ones for this matrix, ascending: stops of a slider
    std::int64_t initial = 0;
    bool dealt = false; // a button goes on to the next value, whichever that is
};

// One way of giving the work to threads, with the kernel that does it.
struct LearnMapping {
    std::string name;  // "thread a row"; decides whether one column of B is multiplied (SpMV) or as many as lanes
    std::string about; // a sentence
};

// What can be shown of a matrix, in the order of the screen.
struct LearnKind {
    std::string name;  // "sell"
    std::string label; // "SELL-C-σ"
    std::string about; // two sentences
    std::vector<LearnParameter> parameters;
    std::vector<LearnMapping> mappings; // empty: not in View::Multiply
};
std::vector<LearnKind> learnKinds(const Matrix& matrix);

// What an exercise asks, and so no picture tells.
struct Asked {
    std::vector<std::string> numbers;  // by the names that exercises have for them: "padding", "cost", "stored"
    std::vector<std::string> elements; // Arrays: ids of elements, "array 0 colIdx 3"
    bool empty() const { return numbers.empty() && elements.empty(); }
    bool number(std::string_view name) const;
    bool operator==(const Asked&) const = default;
};
// The number, or "?" where it is asked.
std::string told(const Asked& asked, std::string_view name, std::int64_t number);

struct LearnState {
    MatrixPtr matrix; // at most mostRows x mostCols
    View view = View::Arrays;
    std::vector<LearnFormat> formats; // side by side; Arrays, Permute: 1 to 4, Multiply: 1 or 2, Formats: parameters of
                                      // these, others: see there
    int step = 0;                     // from 0, which shows the beginning
    DataType dtype = DataType::Float32;
    int lanes = 8;                                // of the warp in Multiply: 8 or 32
    std::vector<std::int32_t> rowOrder, colOrder; // Permute, Axes: line of the matrix at each place; empty: as it is
    std::string example;                          // of those that have some, one of examples(view); empty: the first
    // Gather, Program, Relations: of settingsOf(); missing ones: initial. Program: texts, too (program_run.h).
    nlohmann::json settings = nlohmann::json::object();
    std::vector<std::string> highlights; // ids drawn as linked in every step
    bool byHand = false;                 // cells of the matrix were drawn
    Asked asked;                         // of no lesson's file: its exercise's, as long as it is open
};

struct LearnExample {
    std::string name;  // "figure3"
    std::string label; // "Figure 3: levels"
};
// What a view can show beside formats; empty for Arrays, Multiply and Permute.
std::vector<LearnExample> examples(View view);

// What a student turns of a view beside formats; a value is legal beside those before it. Empty for all but Gather,
// Program and Relations.
std::vector<LearnParameter> settingsOf(const LearnState& state);
// All of them as the state has them, or the nearest legal value.
nlohmann::json fittedSettings(const LearnState& state);

// Numbers that the page may show beside the picture, of one format after all steps.
struct FormatCounts {
    std::string label;
    std::int64_t bytes = 0, values = 0, padding = 0; // stored bytes, stored values, those that are no non-zero
    // Multiply: 32-byte sectors touched, the fewest that hold what is read and written, steps in which a lane waits.
    std::int64_t sectors = 0, fewestSectors = 0, idle = 0;
};

// What the end of a view costs, in its own small numbers.
struct LearnCost {
    std::int64_t cost = 0;
    std::string arithmetic; // a sentence
};

// A number that an exercise may ask for, by the exercise's kind.
struct LearnNumber {
    std::string name; // "stored"
    std::int64_t value = 0;
    std::string about; // a sentence
};

// All steps of a state, prepared once; immutable, so that any thread may ask.
class Show {
public:
    virtual ~Show() = default;
    virtual int steps() const = 0;                // at least 1: steps 0 .. steps() - 1
    virtual std::string text(int step) const = 0; // one or two sentences
    // How wide it may be, logical units: a view that can breaks its lines to fit. All steps are then of the same size.
    virtual Scene scene(int step, double room) const = 0;
    Scene scene(int step) const { return scene(step, 1240); }
    virtual Point size(double room) const; // of every scene; as it is here, the same at any room
    virtual std::vector<FormatCounts> counts() const { return {}; }
    virtual std::optional<LearnCost> cost() const { return {}; } // none: the view speaks of no cost
    virtual std::vector<LearnNumber> numbers() const { return {}; }
    // The step that a pick of this shape goes to; -1: none.
    virtual int stepOf(const std::string&) const { return -1; }

private:
    mutable std::once_flag m_measured;
    mutable Point m_size;
};

// LearnState::step is not looked at. Throws Error(Input) with a sentence when the matrix is too large or empty of rows,
// a format is unknown, a parameter illegal, or the format cannot hold the matrix.
std::shared_ptr<const Show> makeShow(const LearnState& state);

// Shorthand for one step; a step past the end is the last one.
Scene sceneOf(const LearnState& state);

// The same matrix with rows and columns in another order (Permute), moved one line: for dragging and keys.
std::vector<std::int32_t> moved(const std::vector<std::int32_t>& order, std::int64_t size, std::int64_t from,
                                std::int64_t to);

// Adds a setting, a whole number: of its values the one nearest to what the state gives, or to its initial one. `now`
// has that by name; returns it.
std::int64_t addSetting(LearnParameter setting, const LearnState& state, std::vector<LearnParameter>& all,
                        nlohmann::json& now);

} // namespace sparsescope::learn
