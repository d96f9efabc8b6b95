#include "views/pages/program/program_stages.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/decompose.h"
#include "engine/ir/defaults.h"
#include "engine/ir/lower.h"
#include "engine/ir/parts.h"
#include "engine/ir/schedule.h"
#include "engine/plan/plan.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>

namespace sparsescope {

namespace {

// Lines of positions that ascend.
class Lines {
public:
    explicit Lines(const QString& text) : m_text(text) {}
    int at(qsizetype place)
    {
        while (m_next < std::min(place, m_text.size()))
            m_line += m_text[m_next++] == QLatin1Char('\n');
        return m_line;
    }

private:
    const QString& m_text;
    qsizetype m_next = 0;
    int m_line = 1;
};

bool isLetter(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

// 2 of "spmm_2" and "A_2", 0 of what ends otherwise.
std::size_t endingOf(const std::string& name)
{
    const std::size_t at = name.rfind('_');
    std::size_t number = 0;
    if (at == std::string::npos || at + 1 == name.size())
        return 0;
    const char* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + at + 1, end, number);
    return read.ec == std::errc() && read.ptr == end ? number : 0;
}

// "J_2_indices" is of the second, too.
std::size_t suffixOf(const std::string& name)
{
    for (const char* ending : {"_indices", "_indptr", "_dense"})
        if (name.ends_with(ending))
            return endingOf(name.substr(0, name.size() - std::string(ending).size()));
    return endingOf(name);
}

ProgramStages::Problem problemOf(const Error& error)
{
    return {QString::fromStdString(error.reason()), static_cast<int>(error.where().line),
            static_cast<int>(error.where().column)};
}

std::map<std::string, std::int64_t> valuesOf(const ProgramAsked& asked)
{
    std::map<std::string, std::int64_t> values;
    if (!asked.matrix)
        return values;
    const Operator& op = asked.plan ? asked.plan->op : asked.op;
    values = {{"m", asked.matrix->rows()}, {"n", asked.matrix->cols()}, {"nnz", asked.matrix->nnz()}};
    if (op.hasDenseAxis())
        values["d"] = op.dense;
    return values;
}

void addParts(ProgramStages& made, const Plan& plan, bool untiled)
{
    const Tiling& tiling = plan.tiling();
    std::vector<std::int64_t> tiles(tiling.formats.size());
    for (const Tile& tile : tiling.tiles)
        ++tiles[at(tile.format)];
    for (const ir::PlanPart& part : ir::partsOf(plan)) {
        const Format& format = *tiling.formats[part.format];
        made.values[part.count] = untiled ? 1 : tiles[part.format];
        ProgramStages::Part& shown = made.parts.emplace_back();
        shown.format = static_cast<std::int32_t>(part.format);
        shown.label = QString::fromStdString(format.label());
        const std::span<const StoredArray> arrays = format.arrays();
        const auto name = [&](const std::string& inProgram, std::size_t from) {
            if (from < arrays.size())
                shown.arrays[inProgram] = QString::fromStdString(arrays[from].name);
        };
        for (std::size_t a = 1; a < part.values.axes.size() && a < part.iterators.size(); ++a) { // behind the tiles
            if (ir::mentions(part.row, part.iterators[a]))
                shown.rowAxes.insert(part.values.axes[a]);
            if (ir::mentions(part.column, part.iterators[a]))
                shown.columnAxes.insert(part.values.axes[a]);
        }
        for (const FormatAxes::Array& array : part.description.arrays)
            if (const auto inProgram = part.names.find(array.name); inProgram != part.names.end())
                name(inProgram->second, array.from);
        const auto values = std::find_if(arrays.begin(), arrays.end(),
                                         [](const StoredArray& array) { return array.element == ElementType::Value; });
        name(part.values.name, static_cast<std::size_t>(values - arrays.begin()));
    }
}

void add(ProgramStages& made, ir::Program program, StageText shown, bool untiled)
{
    made.lineage.add(program);
    made.stages.push_back({std::move(program), std::move(shown), untiled});
}

void addPrinted(ProgramStages& made, ir::Program program, bool untiled)
{
    StageText shown = stageText(program, ir::print(program));
    add(made, std::move(program), std::move(shown), untiled);
}

void addFirst(ProgramStages& made, const ProgramAsked& asked)
{
    if (asked.written) {
        std::map<int, std::int64_t> lineOf;
        ir::Program program = ir::parse(asked.written->toStdString(), "program", &lineOf);
        if (program.stage != 1)
            failInput("this is a program of stage " + std::to_string(program.stage) + ": write one of stage 1",
                      {.file = {}, .line = 1, .column = 1, .call = {}});
        if (const std::string why = ir::whyNotOf(program, asked.plan.get()); !why.empty())
            failInput(why);
        StageText shown = stageText(program, *asked.written, lineOf);
        return add(made, std::move(program), std::move(shown), asked.untiled);
    }
    ir::Program program = ir::programOf(asked.plan ? asked.plan->op : asked.op);
    if (asked.plan)
        program = asked.untiled ? ir::untiled(program, *asked.plan) : ir::decomposed(program, *asked.plan);
    addPrinted(made, std::move(program), asked.untiled);
}

// Stages II and III: each is the last program of its stage, once the steps were taken and what is left was lowered.
void addScheduled(ProgramStages& made, const ProgramAsked& asked, const Progress& progress)
{
    const Operator& op = asked.plan ? asked.plan->op : asked.op;
    ir::ScheduleContext context = ir::contextOf(op, asked.plan.get());
    if (asked.untiled)
        context.untile = {};
    ir::Scheduled taken{{made.stages.front().program}};
    std::size_t untiledFrom = asked.untiled ? 0 : std::numeric_limits<std::size_t>::max(); // of these programs
    try {
        const std::vector<ir::Step> steps = ir::parseSchedule(asked.schedule.toStdString(), {});
        const auto untile = std::find_if(steps.begin(), steps.end(), [](const auto& s) { return s.verb == "untile"; });
        if (untile != steps.end())
            untiledFrom = std::min(untiledFrom, static_cast<std::size_t>(untile - steps.begin()) + 1);
        taken = ir::scheduled(taken.programs.front(), steps, context);
        if (!taken.problem.empty())
            made.refused = {QString::fromStdString(taken.problem), static_cast<int>(taken.line),
                            static_cast<int>(taken.column)};
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        made.refused = problemOf(error);
    }
    progress.check();
    made.scheduled = taken.programs.back();
    std::vector<ir::Program>& chain = taken.programs;
    while (chain.back().stage < 3)
        chain.push_back(ir::lowered(chain.back(), chain.back().stage + 1));
    progress.check();
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const bool last = i + 1 == chain.size() || chain[i + 1].stage != chain[i].stage;
        if (chain[i].stage > 1 && last)
            addPrinted(made, chain[i], i >= untiledFrom);
        else
            made.lineage.add(chain[i]);
    }
}

} // namespace

const StageText::Node* StageText::nodeAt(int line) const
{
    const Node* found = nullptr;
    for (const Node& node : nodes)
        if (node.line <= line && line <= node.lastLine)
            found = &node;
        else if (node.line > line)
            break;
    return found;
}

const StageText::Mention* StageText::mentionAt(int place) const
{
    const auto behind = std::upper_bound(mentions.begin(), mentions.end(), place,
                                         [](int at, const Mention& mention) { return at < mention.begin; });
    return behind != mentions.begin() && place <= std::prev(behind)->end ? &*std::prev(behind) : nullptr;
}

std::vector<StageText::Mention> mentionsIn(const QString& text, const ir::Program& program)
{
    QSet<QString> names;
    for (const ir::Mention& mention : ir::print(program).mentions)
        names.insert(QString::fromStdString(mention.name));
    std::vector<StageText::Mention> found;
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] == QLatin1Char('/') && text.mid(i, 2) == QLatin1String("//")) {
            const qsizetype end = text.indexOf(QLatin1Char('\n'), i);
            i = end < 0 ? text.size() : end;
            continue;
        }
        if (!isLetter(text[i])) {
            ++i;
            continue;
        }
        const qsizetype begin = i;
        while (i < text.size() && isLetter(text[i]))
            ++i;
        if (const QString word = text.mid(begin, i - begin); names.contains(word))
            found.push_back({word, static_cast<int>(begin), static_cast<int>(i)});
    }
    return found;
}

StageText stageText(const ir::Program& program, const ir::Printed& printed)
{
    StageText shown;
    // All of it is ASCII: bytes are characters. Its last line end would be one more line.
    shown.text = QString::fromStdString(printed.text);
    if (shown.text.endsWith(QLatin1Char('\n')))
        shown.text.chop(1);
    std::map<int, bool> leaf;
    ir::forEachNode(program.body, [&](const ir::Node& node) { leaf[node.id] = ir::bodiesOf(node).empty(); });
    Lines lines(shown.text);
    for (const ir::Span& span : printed.spans) {
        const int line = lines.at(static_cast<qsizetype>(span.begin));
        const auto length =
            std::count(printed.text.begin() + static_cast<std::ptrdiff_t>(span.begin),
                       printed.text.begin() + static_cast<std::ptrdiff_t>(std::max(span.begin, span.end)), '\n');
        const bool ends = span.end > span.begin && printed.text[span.end - 1] == '\n'; // its line end is its own
        shown.nodes.push_back({span.id, line, line + static_cast<int>(length) - (ends ? 1 : 0), leaf[span.id]});
    }
    for (const ir::Mention& mention : printed.mentions)
        shown.mentions.push_back(
            {QString::fromStdString(mention.name), static_cast<int>(mention.begin), static_cast<int>(mention.end)});
    return shown;
}

StageText stageText(const ir::Program& program, const QString& written, const std::map<int, std::int64_t>& lineOf)
{
    StageText shown;
    shown.text = written;
    const int lines = static_cast<int>(written.count(QLatin1Char('\n'))) + 1;
    // Each ends before the next one that is not in it.
    const auto addNodes = [&](const auto& self, const ir::Body& body, int last) -> void {
        for (std::size_t i = 0; i < body.size(); ++i) {
            const auto lineAt = [&](const ir::Node& node) {
                const auto found = lineOf.find(node.id);
                return found == lineOf.end() ? 1 : static_cast<int>(found->second);
            };
            const int line = lineAt(*body[i]);
            const int end = i + 1 < body.size() ? std::max(line, lineAt(*body[i + 1]) - 1) : std::max(line, last);
            const std::vector<const ir::Body*> inner = ir::bodiesOf(*body[i]);
            shown.nodes.push_back({body[i]->id, line, inner.empty() ? line : end, inner.empty()});
            for (const ir::Body* part : inner)
                self(self, *part, end);
        }
    };
    addNodes(addNodes, program.body, lines);
    shown.mentions = mentionsIn(written, program);
    return shown;
}

void Lineage::add(const ir::Program& program)
{
    ir::forEachNode(program.body, [&](const ir::Node& node) {
        for (const int origin : node.from) {
            m_from[node.id].insert(origin);
            m_became[origin].insert(node.id);
        }
    });
}

std::set<int> Lineage::relatives(int id) const
{
    std::set<int> all{id};
    for (const auto* way : {&m_from, &m_became}) {
        std::vector<int> open{id};
        while (!open.empty()) {
            const auto next = way->find(open.back());
            open.pop_back();
            if (next == way->end())
                continue;
            for (const int other : next->second)
                if (all.insert(other).second)
                    open.push_back(other);
        }
    }
    return all;
}

const ProgramStages::Part* ProgramStages::partOf(const std::string& name) const
{
    const std::size_t number = suffixOf(name);
    return number >= 1 && number <= parts.size() ? &parts[number - 1] : nullptr;
}

ProgramStages::Dimensions ProgramStages::dimensionsOf(const std::string& name, std::size_t stage, int line) const
{
    if (stage >= stages.size())
        return {};
    std::string axisName = name;
    const ir::Program* of = &stages[stage].program;
    if (!of->axis(name)) { // a loop bears the name of the iterator that it came from
        const StageText::Node* node = stages[stage].shown.nodeAt(line);
        const std::set<int> related = node ? lineage.relatives(node->id) : std::set<int>();
        of = &stages.front().program;
        ir::forEachNode(of->body, [&](const ir::Node& each) {
            const auto* iter = std::get_if<ir::Iter>(&each.what);
            if (!iter || !related.contains(each.id))
                return;
            std::size_t at = 0;
            for (const ir::Slot& slot : iter->slots)
                for (const std::string& axis : slot.axes)
                    if (at < iter->iterators.size() && iter->iterators[at++] == name)
                        axisName = axis;
        });
    }
    const ir::Axis* axis = of->axis(axisName);
    if (!axis)
        return {};
    if (const Part* part = partOf(axisName);
        part && (part->rowAxes.contains(axisName) || part->columnAxes.contains(axisName)))
        return {part->rowAxes.contains(axisName), part->columnAxes.contains(axisName), false};
    const auto isOf = [&](const char* size) {
        return axis->length && axis->length->kind == ir::ExprKind::Name && axis->length->name == size;
    };
    return {isOf("m"), isOf("n"), isOf("d") || isOf("ld")};
}

std::vector<int> ProgramStages::iterationsOf(std::int32_t format) const
{
    std::vector<int> found;
    if (stages.empty())
        return found;
    for (const ir::NodePtr& node : stages.front().program.body)
        if (const auto* iter = std::get_if<ir::Iter>(&node->what); iter && !iter->preprocess)
            if (const Part* part = partOf(iter->name); part && part->format == format)
                found.push_back(node->id);
    return found;
}

std::int32_t ProgramStages::formatOf(int node) const
{
    if (stages.empty())
        return -1;
    const std::set<int> related = lineage.relatives(node);
    for (const ir::NodePtr& outer : stages.front().program.body) {
        bool in = false;
        ir::forEachNode({outer}, [&](const ir::Node& each) { in = in || related.contains(each.id); });
        const auto* iter = std::get_if<ir::Iter>(&outer->what);
        if (const Part* part = in && iter ? partOf(iter->name) : nullptr)
            return part->format;
    }
    return -1;
}

std::vector<std::string> legalSteps(const ProgramAsked& asked, const ProgramStages& made)
{
    if (made.stages.empty())
        return {};
    ir::ScheduleContext context = ir::contextOf(asked.plan ? asked.plan->op : asked.op, asked.plan.get());
    if (asked.untiled)
        context.untile = {};
    return ir::legal(made.scheduled, context);
}

ProgramStages makeStages(const ProgramAsked& asked, Progress& progress)
{
    ProgramStages made;
    made.values = valuesOf(asked);
    try {
        if (asked.plan) {
            if (const std::string why = ir::whyNoProgram(*asked.plan); !why.empty()) {
                made.none = true;
                made.problem = {QString::fromStdString(why)};
                return made;
            }
            addParts(made, *asked.plan, asked.untiled);
            const std::int64_t ld = asked.plan->denseParts() * asked.plan->densePart;
            if (ld % 32 == 0) // else it is rounded up
                made.values["ld"] = ld;
        }
        if (asked.plan && !asked.untiled && asked.schedule.trimmed().isEmpty())
            made.defaults = QString::fromStdString(ir::textOf(ir::defaultSteps(*asked.plan))).trimmed();
        addFirst(made, asked);
        progress.check();
        addScheduled(made, asked, progress);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        made.problem = problemOf(error);
    }
    return made;
}

} // namespace sparsescope
