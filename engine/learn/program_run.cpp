#include "engine/learn/program_run.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/ir/axis_tree.h"
#include "engine/ir/lower.h"
#include "engine/learn/drawing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace sparsescope::learn {

namespace {

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

bool isThread(ir::Mark mark)
{
    return mark != ir::Mark::None && mark != ir::Mark::Unroll && mark != ir::Mark::Vector;
}

// Threads of a block: the product of its bound loops.
std::int64_t threadsOf(const ir::Body& body)
{
    std::int64_t most = 0;
    for (const ir::NodePtr& node : body) {
        std::int64_t inside = 0;
        for (const ir::Body* inner : ir::bodiesOf(*node))
            inside = std::max(inside, threadsOf(*inner));
        const auto* loop = std::get_if<ir::For>(&node->what);
        if (loop && isThread(loop->mark) && loop->mark != ir::Mark::BlockX && loop->mark != ir::Mark::BlockY)
            inside = std::max<std::int64_t>(inside, 1) * loop->extent->value;
        most = std::max(most, inside);
    }
    return most;
}

ProgramToRun toRun(const LearnState& state)
{
    const MatrixPtr matrix = withNumbers(state.matrix);
    nlohmann::json now;
    programSettings(state, now);
    ProgramSource source = sourceOf(matrix, state);
    const int stage = now.at("stage").get<int>();
    ProgramToRun what{matrix, source.op, ir::lowered(source.program, stage), std::move(source.bindings),
                      std::move(source.design.about)};
    what.schedule = std::move(source.schedule);
    what.applied = source.applied;
    if (source.before && source.before->stage == source.program.stage)
        what.before = ir::lowered(*source.before, stage);
    return what;
}

const char* sentenceOf(int stage)
{
    return stage == 1   ? "Stage I: iterations over coordinates. No loop is written yet."
           : stage == 2 ? "Stage II: loops over positions. Coordinates are read from index buffers."
                        : "Stage III: loops over flat arrays. Every index is an offset.";
}

} // namespace

ProgramRun::ProgramRun(const LearnState& state) : ProgramRun(toRun(state), mostStatements, noProgress()) {}

ProgramRun::ProgramRun(ProgramToRun what, std::int64_t most, Progress& progress)
    : m_matrix(std::move(what.matrix)), m_about(std::move(what.about)), m_op(what.op),
      m_program(std::move(what.program)), m_schedule(std::move(what.schedule)), m_applied(what.applied)
{
    m_printed = ir::print(m_program);
    m_lines = linesOf(m_printed.text);
    if (what.before)
        findChanged(*what.before);
    ir::forEachNode(m_program.body, [&](const ir::Node& node) {
        if (const auto* loop = std::get_if<ir::For>(&node.what); loop && isThread(loop->mark))
            m_marks[loop->name] = loop->mark;
    });
    m_threads = threadsOf(m_program.body);
    const std::int64_t statements = ir::countSteps(m_program, what.bindings);
    if (statements > most)
        failInput(
            fmt::format("{} statements would be carried out, and {} can be stepped through: take a smaller matrix "
                        "or fewer columns",
                        formatCount(statements), formatCount(most)));
    gatherArrays(what.bindings);
    ir::interpret(m_program, std::move(what.bindings), progress,
                  [this](const ir::StepTaken& taken) { addStep(taken); });
    std::vector<ProgramValues> values = after(0);
    for (ProgramStep& step : m_steps) {
        std::optional<double>& element = values[step.array][at(step.at)];
        step.before = element;
        element = step.value;
    }
}

std::string ProgramArray::title() const
{
    return tile < 0 ? name : fmt::format("{}, tile {}", name, tile);
}

std::string ProgramArray::id(std::int64_t element) const
{
    return arrayId(0, tile < 0 ? name : fmt::format("{}.{}", name, tile), element);
}

int ProgramRun::find(const std::string& array, const ProgramStep* now) const
{
    const auto named = m_named.find(array);
    if (named == m_named.end())
        return -1;
    for (const std::size_t a : named->second) {
        const ProgramArray& one = m_arrays[a];
        const std::pair its(one.tiles, static_cast<std::int64_t>(one.tile));
        if (one.tile < 0 || (now && std::find(now->tiles.begin(), now->tiles.end(), its) != now->tiles.end()))
            return static_cast<int>(a);
    }
    return static_cast<int>(named->second.front());
}

// Loops that go on are the same text, but for how far they stand in; each line of before is found once.
void ProgramRun::findChanged(const ir::Program& before)
{
    const auto bare = [](const std::string& line) {
        return line.substr(std::min(line.find_first_not_of(' '), line.size()));
    };
    std::multiset<std::string> known;
    for (const std::string& line : linesOf(ir::print(before).text))
        known.insert(bare(line));
    for (std::size_t l = 0; l < m_lines.size(); ++l)
        if (const auto same = known.find(bare(m_lines[l])); same != known.end())
            known.erase(same);
        else if (bare(m_lines[l]) != "}")
            m_changed.insert(l);
}

// Those of CSR first, then those of formats, then dense ones.
void ProgramRun::gatherArrays(const ir::Bindings& bindings)
{
    std::set<std::string> named;
    for (const ir::Mention& mention : m_printed.mentions)
        named.insert(mention.name);
    std::set<std::string> dense;
    for (const OperandDefinition& operand : m_op.definition().operands)
        dense.insert(operand.name);
    if (!m_op.sampled())
        dense.insert("C");
    const std::string* tilesNow = nullptr;
    int tileNow = -1; // where they stay apart
    const auto add = [&](const std::string& name, const ir::BoundArray& bound, bool whole,
                         const ir::BoundNames& ofNames) {
        ProgramArray array;
        array.name = name;
        if (tilesNow) {
            array.tiles = *tilesNow;
            array.tile = tileNow;
        }
        array.whole = whole;
        for (const double value : bound.values)
            array.initial.push_back(bound.written ? std::optional(value) : std::nullopt);
        array.entries = bound.entries;
        array.width = dense.contains(name) ? m_op.dense : 0;
        markRows(array, ofNames, bindings.launch);
        m_arrays.push_back(std::move(array));
    };
    const auto addAll = [&](const ir::BoundNames& names, bool ofDense) {
        for (const bool whole : {true, false})
            for (const auto& [name, bound] : names.arrays) {
                const ir::Buffer* buffer = m_program.buffer(name);
                const ir::Array* array = m_program.array(name);
                const bool isWhole = buffer  ? ir::isWhole(buffer->type)
                                     : array ? ir::isWhole(array->type)
                                             : true; // indices of an axis, stage 1
                if (named.contains(name) && isWhole == whole && dense.contains(name) == ofDense)
                    add(name, bound, whole, names);
            }
    };
    // indptr stands before indices, and A before what is computed.
    const auto sortFrom = [&](std::size_t first) {
        const auto order = [](const ProgramArray& array) {
            return array.name.ends_with("indptr") ? 0 : array.whole ? 1 : array.name == "C" ? 3 : 2;
        };
        std::stable_sort(m_arrays.begin() + static_cast<std::ptrdiff_t>(first), m_arrays.end(),
                         [&](const ProgramArray& a, const ProgramArray& b) { return order(a) < order(b); });
    };
    addAll(bindings.launch, false);
    sortFrom(0);
    for (const auto& [count, tiles] : bindings.tiles)
        for (std::size_t t = 0; t < tiles.size(); ++t) {
            tilesNow = &count;
            tileNow = tiles.size() > 1 ? static_cast<int>(t) : -1;
            const std::size_t first = m_arrays.size();
            addAll(tiles[t], false);
            sortFrom(first);
            // Indices beside values speak of the same non-zeros.
            for (std::size_t a = first; a < m_arrays.size(); ++a)
                if (m_arrays[a].whole && m_arrays[a].initial.size() == m_arrays.back().entries.size())
                    m_arrays[a].places = m_arrays.back().entries;
        }
    tilesNow = nullptr;
    addAll(bindings.launch, true);
    for (std::size_t a = 0; a < m_arrays.size(); ++a)
        m_named[m_arrays[a].name].push_back(a);
    if (const int indices = find("J_indices"), values = find("A"); indices >= 0 && values >= 0)
        m_arrays[at(indices)].places = m_arrays[at(values)].entries;
}

void ProgramRun::markRows(ProgramArray& array, const ir::BoundNames& names, const ir::BoundNames& launch) const
{
    const ir::Axis* axis = nullptr;
    if (const ir::Buffer* buffer = m_program.buffer(array.name); buffer && buffer->axes.size() > 1)
        axis = m_program.axis(buffer->axes.back());
    for (const ir::Axis& each : m_program.axes) // stage 1 has no buffers for indices
        if (each.indices == array.name)
            axis = &each;
    if (!axis || array.width > 0 || m_program.stage == 3)
        return;
    const ir::Axis& last = *axis;
    if (ir::isVariable(last.kind)) {
        for (const ir::BoundNames* of : {&names, &launch})
            if (const auto found = of->arrays.find(last.indptr); found != of->arrays.end() && array.rows.empty())
                for (const double begin : found->second.values)
                    array.rows.push_back(static_cast<std::int64_t>(begin));
        return;
    }
    const ir::ExprPtr& children = ir::isSparse(last.kind) ? last.places : last.length;
    std::int64_t each = children->kind == ir::ExprKind::Integer ? children->value : 0;
    for (const ir::BoundNames* of : {&launch, &names})
        if (const auto found = of->values.find(children->name);
            children->kind == ir::ExprKind::Name && found != of->values.end())
            each = found->second;
    for (std::int64_t begin = each; each > 1 && begin < std::ssize(array.initial); begin += each)
        array.rows.push_back(begin);
}

void ProgramRun::addStep(const ir::StepTaken& taken)
{
    ProgramStep step;
    step.node = taken.node->id;
    step.line = m_printed.lineOf(taken.node->id) - 1;
    for (const auto& name : taken.names)
        if (std::find(m_program.tiles.begin(), m_program.tiles.end(), name.first) == m_program.tiles.end()) {
            step.names.push_back(name);
            if (m_marks.contains(name.first))
                step.thread.push_back(name.second);
        }
    step.tiles = taken.tiles;
    int array = find(taken.target, &step);
    if (array < 0) { // memory of the program itself
        m_named[taken.target] = {m_arrays.size()};
        m_arrays.emplace_back();
        m_arrays.back().name = taken.target;
        m_arrays.back().program = true;
        array = static_cast<int>(m_arrays.size()) - 1;
    }
    if (ProgramArray& own = m_arrays[at(array)]; own.program && taken.at >= std::ssize(own.initial))
        own.initial.resize(at(taken.at + 1));
    step.array = at(array);
    step.at = taken.at;
    step.value = taken.value;
    step.adds = std::get<ir::Store>(taken.node->what).add;
    step.place = taken.place;
    step.reads = taken.reads;
    const auto owns = [&](const std::string& name, std::int64_t element) {
        const int of = find(name, &step);
        if (of < 0 || element < 0 || element >= std::ssize(m_arrays[at(of)].entries))
            return;
        const std::int64_t entry = m_arrays[at(of)].entries[at(element)];
        step.position = entry >= 0 ? entry : step.position;
        step.padding = step.padding || entry < 0;
    };
    for (const ir::ElementRead& read : step.reads)
        owns(read.array, read.at);
    owns(taken.target, taken.at); // a copy
    m_steps.push_back(std::move(step));
}

std::vector<ProgramValues> ProgramRun::after(int statements) const
{
    std::vector<ProgramValues> values;
    for (const ProgramArray& array : m_arrays)
        values.push_back(array.initial);
    for (std::size_t s = 0; s < at(statements); ++s)
        values[m_steps[s].array][at(m_steps[s].at)] = m_steps[s].value;
    return values;
}

std::string ProgramRun::text(int statements) const
{
    if (statements == 0)
        return fmt::format("{}{}{} {} here.", m_about, m_about.empty() ? "" : " ", sentenceOf(m_program.stage),
                           m_steps.size() == 1 ? "1 statement is carried out"
                                               : formatCount(std::ssize(m_steps)) + " statements are carried out");
    const ProgramStep& step = m_steps[at(statements - 1)];
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    for (const auto& [name, value] : step.names) {
        const auto mark = m_marks.find(name);
        add(fmt::format("{} = {}{}", name, value,
                        mark == m_marks.end() ? "" : fmt::format(" ({})", ir::word(mark->second))));
    }
    text += text.empty() ? "" : ": ";
    std::string reads;
    std::set<std::string> told;
    for (const ir::ElementRead& read : step.reads)
        if (told.insert(read.place).second)
            reads += fmt::format("{}{} = {}", reads.empty() ? "" : ", ", read.place,
                                 read.at < 0 ? std::string("0, as it is absent") : shortNumber(read.value));
    text += reads.empty() ? "" : reads + "; ";
    text += fmt::format("{} {} {}", step.place,
                        step.adds && step.before ? fmt::format("was {} and is", shortNumber(*step.before)) : "is",
                        shortNumber(step.value));
    text += !step.padding || step.position >= 0 ? "." : step.adds ? ": padding adds nothing." : ": it is padding.";
    return text;
}

std::vector<LearnNumber> ProgramRun::numbers() const
{
    std::int64_t products = 0, padding = 0, copies = 0;
    std::map<std::vector<std::int64_t>, std::int64_t> byThread;
    for (const ProgramStep& step : m_steps) {
        products += step.adds ? 1 : 0;
        padding += step.adds && step.padding && step.position < 0 ? 1 : 0;
        copies += !m_arrays[step.array].entries.empty() && !step.adds && m_arrays[step.array].name != "A" ? 1 : 0;
        if (!step.thread.empty())
            ++byThread[step.thread];
    }
    std::vector<LearnNumber> numbers = {
        {"statements", std::ssize(m_steps),
         fmt::format("{} are carried out.", plural(std::ssize(m_steps), "statement"))},
        {"products", products,
         fmt::format("{} of {} add a product.", products, plural(std::ssize(m_steps), "statement"))},
        {"padding", padding,
         fmt::format("{} of {} add 0, as their place is padding.", padding, plural(products, "product"))},
        {"copies", copies, fmt::format("{} write values of a format.", plural(copies, "statement"))}};
    if (m_threads > 0) {
        std::int64_t most = 0;
        for (const auto& [thread, statements] : byThread)
            most = std::max(most, statements);
        numbers.push_back({"threads", m_threads, fmt::format("A block has {}.", plural(m_threads, "thread"))});
        numbers.push_back({"longest thread", most,
                           fmt::format("No thread of a block carries out more than {}.", plural(most, "statement"))});
    }
    return numbers;
}

} // namespace sparsescope::learn
