#include "engine/learn/gather_run.h"

#include "engine/core/at.h"
#include "engine/learn/drawing.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

using Kind = GatheredPlace::Kind;

std::string lineList(std::vector<std::int32_t> lines)
{
    std::erase(lines, -1);
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ") + std::to_string(lines[i]);
    return text;
}

std::int64_t linesIn(const std::vector<std::int32_t>& lines)
{
    return static_cast<std::int64_t>(lines.size()) - std::count(lines.begin(), lines.end(), -1);
}

std::string linesNamed(const std::string& word, const std::vector<std::int32_t>& lines)
{
    return word + (linesIn(lines) == 1 ? " " : "s ") + lineList(lines);
}

} // namespace

GatherRun::GatherRun(const LearnState& state)
    : m_matrix(state.matrix), m_example(state.example.empty() ? gatherExamples().front().name : state.example),
      m_gathered(learn::gathered(*m_matrix, m_example, fittedSettings(state))), m_asked(state.asked)
{
    std::vector<double> result(at(m_matrix->rows()));
    std::vector<bool> written(result.size(), m_gathered.adds);
    const auto phase = [&](GatherPhase p) {
        m_phases.push_back(p);
        m_results.push_back(result);
        m_written.push_back(written);
    };
    for (const GatherPhase::Kind kind : {GatherPhase::Mask, GatherPhase::MicroTiles, GatherPhase::Index})
        phase({kind});
    for (std::size_t task = 0; task < m_gathered.tasks.size(); ++task) {
        const GatherTask& t = m_gathered.tasks[task];
        for (std::size_t tile = t.begin; tile < t.end; ++tile) {
            m_sums.push_back(productOf(t, tile));
            phase({GatherPhase::Load, task, tile});
            phase({GatherPhase::Multiply, task, tile});
        }
        const DenseTile& last = m_gathered.tiles[t.end - 1];
        for (std::size_t i = 0; i < last.rows.size(); ++i)
            if (const std::int32_t row = last.rows[i]; row >= 0) {
                result[at(row)] += m_sums[t.end - 1][i];
                written[at(row)] = true;
            }
        phase({GatherPhase::Write, task, t.end - 1});
    }
    written.assign(written.size(), true); // rows without a member are zero
    phase({GatherPhase::End});
}

const DenseTile* GatherRun::tileOf(const GatherPhase& phase) const
{
    return phase.kind >= GatherPhase::Load && phase.kind <= GatherPhase::Write ? &m_gathered.tiles[phase.tile]
                                                                               : nullptr;
}

const DenseTile* GatherRun::nextOf(int step) const
{
    const std::size_t next = at(step + 1);
    return next < m_phases.size() && m_phases[next].kind == GatherPhase::Load ? &m_gathered.tiles[m_phases[next].tile]
                                                                              : nullptr;
}

std::vector<double> GatherRun::productOf(const GatherTask& task, std::size_t t) const
{
    std::vector<double> sums = t > task.begin ? m_sums[t - 1] : std::vector<double>(at(m_gathered.rows));
    const DenseTile& tile = m_gathered.tiles[t];
    for (std::size_t i = 0; i < tile.places.size(); ++i)
        if (const GatheredPlace& place = tile.places[i]; place.kind == Kind::Owned)
            sums[i / at(m_gathered.inner)] += valueOf(place.position) * bOf(place.col);
    return sums;
}

std::string GatherRun::text(int step) const
{
    const Gathered& g = m_gathered;
    const GatherPhase& p = m_phases[at(step)];
    switch (p.kind) {
    case GatherPhase::Mask:
        return fmt::format("A holds something at {} of {} places, elsewhere with every input: no format of it can "
                           "be made before.",
                           m_matrix->nnz(), m_matrix->rows() * m_matrix->cols());
    case GatherPhase::MicroTiles:
        return fmt::format("Micro-tiles of {} x {} on their grid: {} of {} hold a non-zero and are members. They "
                           "cover {} zeros too.",
                           g.height, g.width, told(m_asked, "members", g.members), g.microTiles,
                           told(m_asked, "zeros", g.zeros));
    case GatherPhase::Index:
        return indexText();
    case GatherPhase::Load:
        return loadText(g.tiles[p.tile]);
    case GatherPhase::Multiply:
        return fmt::format("The dense product: {} x {} times {} x 1, by a routine that knows of no index{}.", g.rows,
                           g.inner, g.inner,
                           p.tile > g.tasks[p.task].begin ? "; it adds to the sums of the steps before" : "");
    case GatherPhase::Write:
        return writeText(g.tiles[p.tile]);
    case GatherPhase::End:
        break;
    }
    std::string text = fmt::format("{} In whatever order the lists stand, C is A B.", storedText());
    if (both())
        text += " The paper has no algorithm that finds such tiles: these were found for this page alone, and no "
                "plan gathers on both axes.";
    return text;
}

std::vector<LearnNumber> GatherRun::numbers() const
{
    const Gathered& g = m_gathered;
    const std::string text = storedText({});
    return {
        {"members", g.members,
         fmt::format("{} of {} micro-tiles of {} x {} hold a non-zero.", g.members, g.microTiles, g.height, g.width)},
        {"stored", g.stored, text},
        {"zeros", g.zeros, text},
        {"padding", g.padding(), text},
        {"steps", static_cast<std::int64_t>(g.tiles.size()),
         fmt::format("{} in {}.", plural(static_cast<std::int64_t>(g.tiles.size()), "dense tile"),
                     plural(static_cast<std::int64_t>(g.tasks.size()), "task"))}};
}

// Each of the numbers follows from the others.
std::string GatherRun::storedText(const Asked& asked) const
{
    const Gathered& g = m_gathered;
    if (asked.number("stored") || asked.number("zeros") || asked.number("padding"))
        return "Places stored = owned + covered zeros + padding.";
    return fmt::format("{} stored = {} owned + {} + {} of padding.", plural(g.stored, "place"), g.owned,
                       plural(g.zeros, "covered zero"), g.padding());
}

std::string GatherRun::indexText() const
{
    if (both())
        return "For each dense tile a list of rows and one of columns, each in any order: all of its rows share "
               "one order of the columns, all of its columns one of the rows.";
    return fmt::format("The index: a list of the members of each strip, in any order, made anew for every mask. No "
                       "value is copied. {} of a strip may be gathered with each other.",
                       byRows() ? "Rows" : "Columns");
}

std::string GatherRun::loadText(const DenseTile& tile) const
{
    const std::string rows = linesNamed("row", tile.rows), cols = linesNamed("column", tile.cols);
    const bool one = linesIn(byRows() ? tile.rows : tile.cols) == 1;
    std::string text = both() ? fmt::format("SLoad: where {} and {} cross goes into the dense tile.", rows, cols)
                              : fmt::format("SLoad: {} of {} {} into the dense tile, and {} of B with {}.",
                                            byRows() ? rows : cols, byRows() ? cols : rows, one ? "goes" : "go",
                                            linesNamed("row", tile.cols), one ? "it" : "them");
    const auto padding = std::count_if(tile.places.begin(), tile.places.end(),
                                       [](const GatheredPlace& p) { return p.kind == Kind::Padding; });
    const auto elsewhere = std::count_if(tile.places.begin(), tile.places.end(),
                                         [](const GatheredPlace& p) { return p.kind == Kind::Elsewhere; });
    if (padding > 0)
        text += fmt::format(" {} of its places hold no member: padding.", padding);
    if (elsewhere > 0)
        text += fmt::format(" {} are another dense tile's: zero here, or they would be added twice.", elsewhere);
    return text;
}

std::string GatherRun::writeText(const DenseTile& tile) const
{
    const std::string rows = linesNamed("row", tile.rows);
    return m_gathered.adds
               ? fmt::format("SWrite: the sums are added to {} of C, which other tasks add to as well: C was "
                             "zeroed before.",
                             rows)
               : fmt::format("SWrite: the sums go to {} of C. No other task writes there.", rows);
}

} // namespace sparsescope::learn
