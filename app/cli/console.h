// What every command of sparsescope-cli shares: progress on a terminal, Ctrl-C, results as text or JSON.
#pragma once

#include "engine/core/progress.h"
#include "engine/core/signals.h"
#include "engine/core/text.h"
#include "engine/io/edge_options.h"
#include "engine/matrix/mask_sequence.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/plan/matrix_order.h"
#include "engine/search/sweep.h"
#include "engine/work/worker.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace sparsescope {

// What --add does, which compare and profile have.
inline constexpr const char* addHelp = "Put plans and runs behind those of the session, which is of this matrix.";

// --edges, wherever a matrix is read.
inline constexpr const char* edgesHelp =
    "Read an edge list so, where it does not say it itself: \"columns=1,2,3 base=1 separator=comma header symmetric "
    "size=100x200\", or some of it. Columns are those of source, target and weight; a separator is blanks, comma, "
    "semicolon, tab or bar. Also no-header and directed; bipartite: sources are numbered apart from targets; compact: "
    "vertices that occur are numbered anew.";

// Progress on stderr when it is a terminal; Ctrl-C cancels it, a second one ends the program at once. One lives for the
// whole program.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    Progress& progress() { return m_progress; }
    void clearLine() const; // before anything else is printed
    // Started by another program of ours: ends with it, and hears of one Ctrl-C twice.
    void becomeChild();

private:
    Progress m_progress;
    std::optional<CancelledBySignals> m_signals;
};

// "{a,b,c}": an option's type in --help, where completion finds what it can be. nameOf(element) is the name of one.
template <class List, class NameOf>
std::string oneOf(const List& list, NameOf nameOf)
{
    std::string names;
    for (const auto& element : list)
        names += fmt::format("{}{}", names.empty() ? "" : ",", nameOf(element));
    return "{" + names + "}";
}

// The matrix that a command reads: of a matrix file, of a session, one slice of such, or of a mask of a sequence, which
// is in a file or made.
struct MatrixArguments {
    std::string file; // or a kind of masks with its parameters: "relu --rows 2048"
    std::optional<std::int64_t> mask;
    std::optional<std::int64_t> slice;
    EdgeOptions edges = {};

    // FILE, --mask, --slice, --edges
    void addTo(CLI::App& command, const char* help = "Matrix, sequence of masks or session to read.");
    bool made() const;          // masks that are in no file; a file of that name is none
    bool holdsSequence() const; // masks that are made, or in a file of their own; of a session false
    // Throws as session::openMatrix() and sliceOf(): a sequence without --mask is refused by name.
    MatrixPtr open(Progress& progress) const;
    // The sequence, where FILE holds one and no mask of it is chosen; else null.
    MaskSequencePtr openMasks(Progress& progress) const;
    // The sequence that FILE holds, whatever mask is chosen. Throws Error(Usage) where it holds none.
    MaskSequencePtr allMasks(Progress& progress) const;
};

// A pattern, or a kind of masks, with its parameters, as `generate-matrix` and `generate-masks` take it.
struct PatternArguments {
    std::span<const PatternKind> kinds = patternKinds();
    std::string kind = {};
    std::map<std::string, std::string> given = {}; // parameters, name and text

    void addTo(CLI::App& command);   // KIND, and every kind's parameters
    nlohmann::json complete() const; // all of its parameters; throws Error(Usage)
};
// That of one text, "chung-lu --rows 1000". Throws Error(Usage).
PatternArguments patternIn(const std::string& text, std::span<const PatternKind> kinds = patternKinds());

// Whether the file is the table of a batch, else a session. Throws Error(Input) for what is neither.
bool holdsBatch(const std::string& file);

// Operator, planner, calibration and the planners' own options, as `plan` and `profile` take them.
struct SearchArguments {
    std::string op = "spmm";
    std::optional<std::int64_t> dense; // none: 32, of SpMV 1
    std::optional<std::int64_t> inner; // none: of RGMS 32
    std::string dtype = "f16";
    std::string planner = "stile";
    std::string calibration;
    std::string costModel;                                    // JSON, or a program; empty: the calibration's
    std::vector<std::string> whatIf;                          // as changeCosts() takes them
    int threads = 0;                                          // 0: all cores
    std::vector<std::pair<std::string, std::string>> options; // name and text, of those given
    std::string textFile;                                     // that holds rules or a graph

    void addTo(CLI::App& command, bool onePlanner = true); // with --planner
    // All but operator, dense extent, type and planner, of which `batch` takes lists. `plannerOption` may be null.
    void addCostsAndOptions(CLI::App& command, const CLI::Option* plannerOption);
};

// How plans are run, as `profile` and `compare` take it.
struct RunArguments {
    RunOptions options;
    std::string host; // where there is a worker; empty: here

    // --seed, --repeats, --values, --no-tune, --device with --host, and --codegen, of which `batch` has the former two
    // as lists, and no column for the latter
    void addTo(CLI::App& command, bool device = true, bool codegen = true);
    // For a command that runs only with --run. Throws Error(Usage) where one of these was given.
    static void refuseGiven(const CLI::App& command);
};

inline constexpr const char* hostHelp = "Run on this machine, as ssh names it, with the user's own configuration and "
                                        "keys: sparsescope-gpu is sent there where "
                                        "it is not found.";
void addSeed(CLI::App& command, std::uint64_t& seed);                                 // --seed
void addDevice(CLI::App& command, int& device, std::string& host);                    // --device, --host
void addValues(CLI::App& command, std::optional<MatrixValues>& values);               // --values
void addCodegen(CLI::App& command, std::vector<Codegen>& codegens, bool one = false); // --codegen

// Throws Error(Usage) where a file that is to be written is one of those that are read, or is written twice. Empty
// names are none.
void requireApart(const std::vector<std::string>& read, const std::vector<std::string>& written);

// --order and --plan: in which order a command takes rows and columns, and the plan that order tiles needs.
CLI::Option* addOrder(CLI::App& command, std::string& order, std::string& plan);
// Throws Error(Usage) for a plan that the order does not need.
void requirePlanOf(MatrixOrder order, const std::string& plan);
struct OrderedMatrix {
    MatrixPtr matrix;
    LineOrder lines;
};
OrderedMatrix ordered(const MatrixPtr& file, MatrixOrder order, const std::string& plan, Progress& progress);

// A GPU that is not there is an error before anything takes time. The first one is left to the job itself, which needs
// no second look.
void requireDevice(Worker& worker, int device, Console& console);

SearchRequest requestOf(const SearchArguments& arguments); // throws Error(Usage)
SearchResult runSearch(const Matrix& matrix, const SearchArguments& arguments, Console& console,
                       const MakeEvaluator& evaluator = {});

nlohmann::json planJson(const SearchResult& result);
void printPlan(const SearchResult& result);

// Each adds its command; its callback does the work and returns by setting `status` (an exit status).
void addInfo(CLI::App& app, Console& console);
void addRender(CLI::App& app, Console& console);
void addPermute(CLI::App& app, Console& console);
void addGenerateMatrix(CLI::App& app, Console& console);
void addGenerateMasks(CLI::App& app, Console& console);
void addPlan(CLI::App& app, Console& console);
void addSweep(CLI::App& app, Console& console);
void addCompare(CLI::App& app, Console& console);
void addBatch(CLI::App& app, Console& console);
void addTrain(CLI::App& app, Console& console);
void addCheck(CLI::App& app, Console& console, int& status);
void addGenerate(CLI::App& app, Console& console);
void addIr(CLI::App& app, Console& console, int& status);
void addCalibrate(CLI::App& app, Console& console);
void addExport(CLI::App& app, Console& console);
void addReport(CLI::App& app, Console& console);
void addLearn(CLI::App& app, Console& console);
void addProfile(CLI::App& app, Console& console, int& status);

} // namespace sparsescope
