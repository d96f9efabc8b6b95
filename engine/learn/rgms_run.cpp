#include "engine/learn/rgms_run.h"

#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::learn {

namespace {

std::string numberList(const std::vector<double>& numbers)
{
    std::string text;
    for (const double n : numbers)
        text += (text.empty() ? "" : " ") + shortNumber(n);
    return text;
}

std::string tileText(const RelationTile& tile)
{
    return fmt::format("{} x {}", tile.rows.size(), tile.width);
}

// "rows 0, 1 and 3 of Y", each once.
std::string rowsOfY(const RelationTile& tile)
{
    std::vector<std::int32_t> rows;
    for (const RelationRow& row : tile.rows)
        if (rows.empty() || rows.back() != row.row)
            rows.push_back(row.row);
    std::string text = rows.size() == 1 ? "row " : "rows ";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i == 0 ? "" : i + 1 == rows.size() ? " and " : ", ") + std::to_string(rows[i]);
    return text + " of Y";
}

} // namespace

RgmsRun::RgmsRun(const LearnState& state)
    : m_relations(relationsOf(state)), m_order(state.example == "multiply" ? RgmsOrder::Multiply : RgmsOrder::Sum),
      m_asked(state.asked)
{
    const nlohmann::json settings = fittedSettings(state);
    m_inner = settings.at("K");
    m_outer = settings.at("L");
    NumberRows y(at(m_relations.matrix().rows()), std::vector<double>(at(m_outer)));
    m_results.push_back(y);
    m_phases.push_back({RgmsPhase::Begin});
    for (std::size_t t = 0; t < m_relations.tiles().size(); ++t) {
        m_blocks.push_back(block(t, m_order));
        for (const RgmsPhase::Kind kind :
             {RgmsPhase::Pin, RgmsPhase::Gather, RgmsPhase::First, RgmsPhase::Second, RgmsPhase::Scatter})
            m_phases.push_back({kind, t});
        const std::vector<RelationRow>& rows = m_relations.tiles()[t].rows;
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t l = 0; l < at(m_outer); ++l)
                y[at(rows[i].row)][l] += m_blocks.back().sums[i][l];
        m_results.push_back(y);
    }
    m_phases.push_back({RgmsPhase::End});
}

RgmsBlock RgmsRun::block(std::size_t t, RgmsOrder order) const
{
    const RelationTile& tile = m_relations.tiles()[t];
    const Matrix& a = m_relations.matrix();
    RgmsBlock b;
    const auto timesWeights = [&](const std::vector<double>& features) {
        std::vector<double> products(at(m_outer));
        for (std::int64_t k = 0; k < m_inner; ++k)
            for (std::int64_t l = 0; l < m_outer; ++l) {
                products[at(l)] += features[at(k)] * w(tile.relation, k, l);
                ++b.products;
            }
        return products;
    };
    const auto add = [](std::vector<double>& to, double scale, const std::vector<double>& of) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] += scale * of[i];
    };
    for (const RelationRow& row : tile.rows) {
        std::vector<double> width(at(order == RgmsOrder::Sum ? m_inner : m_outer));
        for (std::int64_t p = 0; p < tile.width; ++p) {
            std::vector<double> features(at(m_inner)); // of padding zeros
            const std::int64_t position = row.begin + p;
            for (std::int64_t k = 0; p < row.length && k < m_inner; ++k)
                features[at(k)] = x(m_relations.sourceOf(position), k);
            const double scale = p < row.length ? a.value(position) : 0;
            if (order == RgmsOrder::Sum) {
                add(width, scale, features);
            } else {
                b.middle.push_back(timesWeights(features));
                add(width, scale, b.middle.back());
            }
            b.gathered.push_back(std::move(features));
        }
        if (order == RgmsOrder::Sum)
            b.middle.push_back(width);
        b.sums.push_back(order == RgmsOrder::Sum ? timesWeights(width) : width);
    }
    return b;
}

std::int64_t RgmsRun::products(RgmsOrder order) const
{
    std::int64_t all = 0;
    for (std::size_t t = 0; t < m_relations.tiles().size(); ++t)
        all += block(t, order).products;
    return all;
}

int RgmsRun::stepOf(std::size_t tile) const
{
    const auto begins = std::find_if(m_phases.begin(), m_phases.end(),
                                     [tile](const RgmsPhase& p) { return p.kind == RgmsPhase::Pin && p.tile == tile; });
    return begins == m_phases.end() ? -1 : static_cast<int>(begins - m_phases.begin());
}

const NumberRows& RgmsRun::result(int step) const
{
    const RgmsPhase& p = m_phases[at(step)];
    return p.kind == RgmsPhase::End       ? m_results.back()
           : p.kind == RgmsPhase::Scatter ? m_results[p.tile + 1]
                                          : m_results[p.tile];
}

std::string RgmsRun::text(int step) const
{
    const RgmsPhase& p = m_phases[at(step)];
    const auto number = std::ssize(m_relations.tiles());
    if (p.kind == RgmsPhase::Begin)
        return fmt::format("{} side by side, {} x {}, in {}. Each is taken by a thread block of its own.",
                           plural(m_relations.count(), "relation"), m_relations.matrix().rows(),
                           m_relations.matrix().cols(),
                           told(m_asked, "tiles", number) + (number == 1 ? " ELL tile" : " ELL tiles"));
    if (p.kind == RgmsPhase::End)
        return productsText(m_asked);
    const RelationTile& tile = m_relations.tiles()[p.tile];
    const RgmsBlock& b = m_blocks[p.tile];
    switch (p.kind) {
    case RgmsPhase::Pin:
        return fmt::format("Tile {} of {}: {} of relation {}. Its block pins W[{}], {} x {}, in shared memory.",
                           p.tile + 1, number, tileText(tile), tile.relation, tile.relation, m_inner, m_outer);
    case RgmsPhase::Gather: {
        const std::int64_t padding = tile.stored() - tile.entries();
        std::string text = fmt::format("Gather: for each place the row of X that its column j names. {} x {} = {}.",
                                       tile.rows.size(), tile.width, plural(tile.stored(), "row"));
        if (padding > 0)
            text += fmt::format(" {} padding: zeros.", padding == 1 ? "1 is" : fmt::format("{} are", padding));
        return text;
    }
    case RgmsPhase::First:
        return m_order == RgmsOrder::Sum
                   ? sumText(tile, b)
                   : fmt::format("Multiply: the row of each place with W[{}]. {} x {} x {} = {}.", tile.relation,
                                 tile.stored(), m_inner, m_outer, plural(b.products, "product"));
    case RgmsPhase::Second:
        return m_order == RgmsOrder::Multiply
                   ? sumText(tile, b)
                   : fmt::format("Multiply: the sum of each row with W[{}]. {} x {} x {} = {}{}.", tile.relation,
                                 tile.rows.size(), m_inner, m_outer, plural(b.products, "product"),
                                 tile.width == 1
                                     ? ", as many as in the other order"
                                     : fmt::format("; place by place there would be {}",
                                                   formatCount(block(p.tile, RgmsOrder::Multiply).products)));
    default:
        return scatterText(tile);
    }
}

// The first stored row, written out; where there is nothing to be summed, that.
std::string RgmsRun::sumText(const RelationTile& tile, const RgmsBlock& b) const
{
    const bool sum = m_order == RgmsOrder::Sum;
    const RelationRow& row = tile.rows.front();
    std::string terms;
    for (std::int64_t p = 0; p < row.length; ++p)
        terms += fmt::format("{}{} ({})", p == 0 ? "" : " + ", shortNumber(m_relations.matrix().value(row.begin + p)),
                             numberList((sum ? b.gathered : b.middle)[at(p)]));
    const std::string result = numberList((sum ? b.middle : b.sums).front());
    if (tile.width == 1)
        return fmt::format("Times A; one place wide, there is nothing to be summed. Row {}: {} = {}.", row.row, terms,
                           result);
    return fmt::format("{}: times A, summed over the width{}. Row {}: {} = {}.", sum ? "Sum first" : "Then sum",
                       sum ? " in float32, rounded once" : "", row.row, terms, result);
}

std::string RgmsRun::scatterText(const RelationTile& tile) const
{
    bool twice = false; // pieces of a folded row
    for (std::size_t i = 1; i < tile.rows.size(); ++i)
        twice = twice || tile.rows[i].row == tile.rows[i - 1].row;
    return fmt::format("Scatter: the results are added to {}{}, which other relations add to as well.", rowsOfY(tile),
                       twice ? ", both pieces of a folded row to the same one" : "");
}

std::string RgmsRun::productsText(const Asked& asked) const
{
    if (asked.number("products"))
        return "Y is whole. How many products with weights it took is asked.";
    const std::int64_t sum = products(RgmsOrder::Sum), multiply = products(RgmsOrder::Multiply);
    std::int64_t rows = 0;
    for (const RelationTile& tile : m_relations.tiles())
        rows += std::ssize(tile.rows);
    return fmt::format("Y is whole. Products with weights: {} stored rows x {} x {} = {} where the width is summed "
                       "first, {} places x {} x {} = {} where each is multiplied first.",
                       rows, m_inner, m_outer, formatCount(sum), m_relations.stored(), m_inner, m_outer,
                       formatCount(multiply));
}

std::vector<LearnNumber> RgmsRun::numbers() const
{
    return {{"products", products(m_order), productsText({})},
            {"tiles", std::ssize(m_relations.tiles()),
             fmt::format("{}, a thread block each.", plural(std::ssize(m_relations.tiles()), "ELL tile"))}};
}

} // namespace sparsescope::learn
