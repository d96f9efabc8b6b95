// A program in its stages as they are shown: each one's text with what stands where, and which nodes came of which.
#pragma once

#include "engine/core/progress.h"
#include "engine/ir/program.h"
#include "engine/ir/text.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsescope {

class Plan;

// A text and what its lines (from 1) and words are of; positions count characters.
struct StageText {
    struct Node {
        int id = 0;
        int line = 1, lastLine = 1;
        bool leaf = true; // no other nodes are in it
    };
    struct Mention {
        QString name;
        int begin = 0, end = 0;
    };
    QString text;
    std::vector<Node> nodes; // in the order of the text, an outer one before what is in it
    std::vector<Mention> mentions;

    const Node* nodeAt(int line) const;        // the innermost; null: none
    const Mention* mentionAt(int place) const; // null: none
};

StageText stageText(const ir::Program& program, const ir::Printed& printed);
// As somebody wrote it: `lineOf` has the line of each node, by id.
StageText stageText(const ir::Program& program, const QString& written, const std::map<int, std::int64_t>& lineOf);

// The words of a text, none in comments, that a program says.
std::vector<StageText::Mention> mentionsIn(const QString& text, const ir::Program& program);

// Which nodes came from which, over programs of which each was made of the one before.
class Lineage {
public:
    void add(const ir::Program& program);
    // Itself, all that it came from, and all that it became.
    std::set<int> relatives(int id) const;

private:
    std::map<int, std::set<int>> m_from, m_became;
};

struct ProgramStage {
    ir::Program program;
    StageText shown;
    bool untiled = false; // it has one tile of each format
};

struct ProgramStages {
    std::vector<ProgramStage> stages; // from the first one on, as far as they could be made
    Lineage lineage;
    struct Problem {
        QString sentence;
        int line = 0, column = 0; // of the first stage as it was written; 0: not known
    };
    std::optional<Problem> problem; // why there are no more
    bool none = false;              // the plan has no program: `problem` says why
    // Which step of the schedule was refused, at its line; the stages are those of the steps before it.
    std::optional<Problem> refused;
    ir::Program scheduled; // behind the last step that was taken
    QString defaults;      // where nobody wrote a schedule, that of the plan's kernels; empty: they have none

    // What the names of a launch are on this matrix.
    std::map<std::string, std::int64_t> values;
    // A name's ending "_2" speaks of the second.
    struct Part {
        std::int32_t format = 0; // index into Tiling::formats
        QString label;
        std::map<std::string, QString> arrays = {}; // where the arrays of that name lie in a packed tile
        // Axes on which the row, or the column, of its places depends.
        std::set<std::string> rowAxes = {}, columnAxes = {};
    };
    std::vector<Part> parts;
    const Part* partOf(const std::string& name) const; // null: none

    // What a name of stage 0, 1 or 2 is of: an axis or loop, in the line (from 1) where it stands.
    struct Dimensions {
        bool rows = false, columns = false, dense = false;
    };
    Dimensions dimensionsOf(const std::string& name, std::size_t stage, int line) const;

    // Nodes of stage I that are iterations of a format.
    std::vector<int> iterationsOf(std::int32_t format) const;
    // The format of the iteration that a node of any stage is of, or came from; -1: none.
    std::int32_t formatOf(int node) const;
};

// What is shown: a plan's program, or where there is none, that of an operator on the whole matrix.
struct ProgramAsked {
    MatrixPtr matrix;
    std::shared_ptr<const Plan> plan;
    Operator op; // where there is no plan
    bool untiled = false;
    std::optional<QString> written = {}; // in place of its stage I
    QString schedule = {};               // steps that are taken from there on
};

// What may be the next step.
std::vector<std::string> legalSteps(const ProgramAsked& asked, const ProgramStages& made);

// Throws Error(Cancelled) alone: what is wrong is part of the result.
ProgramStages makeStages(const ProgramAsked& asked, Progress& progress);

} // namespace sparsescope
