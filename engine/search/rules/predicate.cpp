#include "engine/search/rules/predicate.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

namespace sparsescope::rules {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& reason, const std::string& file, const std::string& path)
{
    failInput(reason, {.file = file, .call = path});
}

struct Interval {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool holds(double x) const { return x >= min && x <= max; }
    std::string words() const
    {
        if (min == max)
            return fmt::format("{:g}", min);
        if (std::isinf(max))
            return fmt::format("at least {:g}", min);
        return std::isinf(min) ? fmt::format("at most {:g}", max) : fmt::format("{:g} to {:g}", min, max);
    }
};

class All final : public Predicate {
public:
    std::vector<std::uint8_t> takes(const Matrix&, const LeftNonZeros& left, Progress&) const override
    {
        return std::vector<std::uint8_t>(left.positions.size(), 1);
    }
    std::string words() const override { return "all"; }
};

// One number of each non-zero that has to lie in an interval.
class Within final : public Predicate {
public:
    struct Place {
        const Matrix& matrix;
        const LeftNonZeros& left;
        std::int64_t row;
        std::int64_t index; // into left.positions
        std::int64_t position() const { return left.positions[at(index)]; }
    };
    using Number = double (*)(const Place&);

    Within(Interval interval, Number number, std::string name)
        : m_interval(interval), m_number(number), m_name(std::move(name))
    {
    }

    std::vector<std::uint8_t> takes(const Matrix& matrix, const LeftNonZeros& left, Progress& progress) const override
    {
        std::vector<std::uint8_t> taken(left.positions.size());
        parallelRanges(matrix.rows(), 1024, [&](std::int64_t begin, std::int64_t end) {
            progress.check();
            for (std::int64_t r = begin; r < end; ++r)
                for (std::int64_t i = left.rowPtr[at(r)]; i < left.rowPtr[at(r) + 1]; ++i)
                    taken[at(i)] = m_interval.holds(m_number({matrix, left, r, i})) ? 1 : 0;
        });
        return taken;
    }
    std::string words() const override { return fmt::format("{} {}", m_name, m_interval.words()); }

private:
    Interval m_interval;
    Number m_number;
    std::string m_name;
};

class BlockDensity final : public Predicate {
public:
    BlockDensity(std::int64_t height, std::int64_t width, double least)
        : m_height(height), m_width(width), m_least(least)
    {
    }

    std::vector<std::uint8_t> takes(const Matrix& matrix, const LeftNonZeros& left, Progress& progress) const override
    {
        std::vector<std::uint8_t> taken(left.positions.size());
        const std::int64_t blockRows = (matrix.rows() + m_height - 1) / m_height;
        const std::int64_t blockCols = (matrix.cols() + m_width - 1) / m_width;
        parallelRanges(blockRows, 16, [&](std::int64_t begin, std::int64_t end) {
            std::vector<std::int32_t> counts(at(blockCols), 0);
            for (std::int64_t b = begin; b < end; ++b) {
                progress.check();
                const std::int64_t lastRow = std::min(matrix.rows(), (b + 1) * m_height);
                const std::int64_t first = left.rowPtr[at(b * m_height)];
                const std::int64_t last = left.rowPtr[at(lastRow)];
                const auto blockOf = [&](std::int64_t i) { return matrix.colIdx()[left.positions[at(i)]] / m_width; };
                for (std::int64_t i = first; i < last; ++i)
                    ++counts[at(blockOf(i))];
                for (std::int64_t i = first; i < last; ++i) {
                    const std::int64_t width = std::min(m_width, matrix.cols() - blockOf(i) * m_width);
                    const auto places = static_cast<double>((lastRow - b * m_height) * width);
                    taken[at(i)] = counts[at(blockOf(i))] >= m_least * places ? 1 : 0;
                }
                for (std::int64_t i = first; i < last; ++i)
                    counts[at(blockOf(i))] = 0;
            }
        });
        return taken;
    }
    std::string words() const override
    {
        return fmt::format("blocks of {} x {} at least {:g} full", m_height, m_width, m_least);
    }

private:
    std::int64_t m_height, m_width;
    double m_least;
};

class Several final : public Predicate {
public:
    Several(std::vector<PredicatePtr> parts, bool all) : m_parts(std::move(parts)), m_all(all) {}

    std::vector<std::uint8_t> takes(const Matrix& matrix, const LeftNonZeros& left, Progress& progress) const override
    {
        std::vector<std::uint8_t> taken(left.positions.size(), m_all ? 1 : 0);
        for (const PredicatePtr& part : m_parts) {
            const std::vector<std::uint8_t> more = part->takes(matrix, left, progress);
            for (std::size_t i = 0; i < taken.size(); ++i)
                taken[i] = m_all ? taken[i] & more[i] : taken[i] | more[i];
        }
        return taken;
    }
    std::string words() const override
    {
        std::string text;
        for (const PredicatePtr& part : m_parts)
            text += (text.empty() ? "" : m_all ? " and " : " or ") + part->words();
        return m_parts.size() > 1 ? "(" + text + ")" : text;
    }

private:
    std::vector<PredicatePtr> m_parts;
    bool m_all;
};

class Not final : public Predicate {
public:
    explicit Not(PredicatePtr part) : m_part(std::move(part)) {}

    std::vector<std::uint8_t> takes(const Matrix& matrix, const LeftNonZeros& left, Progress& progress) const override
    {
        std::vector<std::uint8_t> taken = m_part->takes(matrix, left, progress);
        for (std::uint8_t& t : taken)
            t ^= 1;
        return taken;
    }
    std::string words() const override { return "not " + m_part->words(); }

private:
    PredicatePtr m_part;
};

// Throws for members that are not among `known`.
void checkMembers(const json& object, const std::vector<std::string>& known, const std::string& file,
                  const std::string& path)
{
    if (!object.is_object())
        fail(fmt::format("is not an object with {}", fmt::join(known, ", ")), file, path);
    for (const auto& [name, value] : object.items())
        if (std::find(known.begin(), known.end(), name) == known.end())
            fail(fmt::format("is none of {}", fmt::join(known, ", ")), file, path + "." + name);
}

double numberIn(const json& object, const char* name, const std::string& file, const std::string& path)
{
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number())
        fail("is missing or not a number", file, path + "." + name);
    return found->get<double>();
}

Interval intervalOf(const json& range, const std::string& file, const std::string& path)
{
    Interval interval;
    if (!range.contains("min") && !range.contains("max"))
        fail("needs \"min\", \"max\" or both", file, path);
    if (range.contains("min"))
        interval.min = numberIn(range, "min", file, path);
    if (range.contains("max"))
        interval.max = numberIn(range, "max", file, path);
    if (interval.min > interval.max)
        fail(fmt::format("takes nothing: min {:g} is above max {:g}", interval.min, interval.max), file, path);
    return interval;
}

struct RangeKind {
    const char* name;
    const char* words;
    const char* help;
    PredicateField::Type type;
    double most; // of a new predicate
    Within::Number number;
};

constexpr RangeKind rangeKinds[] = {
    {"rowLength", "row length", "How many non-zeros the row of the non-zero has in the matrix.",
     PredicateField::Type::Whole, 4,
     [](const Within::Place& p) { return static_cast<double>(p.matrix.rowLength(p.row)); }},
    {"placeInRow", "place in the row", "How many non-zeros of its row come before it: 0 for the first one.",
     PredicateField::Type::Whole, 3,
     [](const Within::Place& p) { return static_cast<double>(p.position() - p.matrix.rowPtr()[at(p.row)]); }},
    {"rows", "row", "Its row, from 0.", PredicateField::Type::Whole, 1023,
     [](const Within::Place& p) { return static_cast<double>(p.row); }},
    {"columns", "column", "Its column, from 0.", PredicateField::Type::Whole, 1023,
     [](const Within::Place& p) { return static_cast<double>(p.matrix.colIdx()[at(p.position())]); }},
    {"diagonal", "diagonal", "Its column minus its row: 0 on the main diagonal, negative below it.",
     PredicateField::Type::Whole, 0,
     [](const Within::Place& p) { return static_cast<double>(p.matrix.colIdx()[at(p.position())] - p.row); }},
    {"value", "magnitude", "Its value without the sign; those of a pattern are 1.", PredicateField::Type::Number, 1,
     [](const Within::Place& p) { return std::abs(p.matrix.value(p.position())); }},
};

double leftInRow(const Within::Place& p)
{
    return static_cast<double>(p.left.rowPtr[at(p.row) + 1] - p.left.rowPtr[at(p.row)]);
}

} // namespace

LeftNonZeros allNonZeros(const Matrix& matrix)
{
    LeftNonZeros left;
    left.positions.resize(at(matrix.nnz()));
    for (std::size_t i = 0; i < left.positions.size(); ++i)
        left.positions[i] = static_cast<std::uint32_t>(i);
    left.rowPtr.assign(matrix.rowPtr().begin(), matrix.rowPtr().end());
    return left;
}

std::vector<std::uint32_t> takeAway(LeftNonZeros& left, const std::vector<std::uint8_t>& taken, Progress& progress)
{
    std::vector<std::uint32_t> positions;
    std::size_t kept = 0;
    std::size_t i = 0;
    for (std::size_t r = 0; r + 1 < left.rowPtr.size(); ++r) {
        if (r % 4096 == 0)
            progress.check();
        const auto end = static_cast<std::size_t>(left.rowPtr[r + 1]);
        for (; i < end; ++i)
            if (taken[i] != 0)
                positions.push_back(left.positions[i]);
            else
                left.positions[kept++] = left.positions[i];
        left.rowPtr[r + 1] = static_cast<std::int64_t>(kept);
    }
    left.positions.resize(kept);
    return positions;
}

PredicatePtr parsePredicate(const json& json, const std::string& file, const std::string& path)
{
    if (json == "all")
        return std::make_shared<const All>();
    if (!json.is_object() || json.size() != 1)
        fail("is neither \"all\" nor an object with one member", file, path);
    const std::string name = json.begin().key();
    const nlohmann::json& value = json.begin().value();
    const std::string below = path + "." + name;
    std::vector<std::string> members, kinds;
    for (const PredicateKind& kind : predicateKinds()) {
        kinds.push_back(kind.name);
        if (name == kind.name)
            for (const PredicateField& field : kind.fields)
                members.push_back(field.name);
    }
    for (const RangeKind& kind : rangeKinds) {
        if (name != kind.name)
            continue;
        checkMembers(value, members, file, below);
        const bool countsLeft = value.contains("left");
        if (countsLeft && !value.at("left").is_boolean())
            fail("is neither true nor false", file, below + ".left");
        const bool left = countsLeft && value.at("left").get<bool>();
        return std::make_shared<const Within>(intervalOf(value, file, below), left ? leftInRow : kind.number,
                                              left ? "left in the row" : kind.words);
    }
    if (name == "blockDensity") {
        checkMembers(value, members, file, below);
        const double height = numberIn(value, "height", file, below);
        const double width = numberIn(value, "width", file, below);
        const double least = numberIn(value, "atLeast", file, below);
        for (const auto& [size, key] : {std::pair(height, ".height"), std::pair(width, ".width")})
            if (size < 1 || size > 4096 || size != std::floor(size))
                fail(fmt::format("is not a whole number from 1 to 4096: {:g}", size), file, below + key);
        if (least < 0 || least > 1)
            fail(fmt::format("is not a share from 0 to 1: {:g}", least), file, below + ".atLeast");
        return std::make_shared<const BlockDensity>(static_cast<std::int64_t>(height), static_cast<std::int64_t>(width),
                                                    least);
    }
    if (name == "not")
        return std::make_shared<const Not>(parsePredicate(value, file, below));
    if (name == "and" || name == "or") {
        if (!value.is_array() || value.empty())
            fail("is not a list of predicates", file, below);
        std::vector<PredicatePtr> parts;
        for (std::size_t i = 0; i < value.size(); ++i)
            parts.push_back(parsePredicate(value[i], file, fmt::format("{}[{}]", below, i)));
        return std::make_shared<const Several>(std::move(parts), name == "and");
    }
    fail(fmt::format("is none of {}", fmt::join(kinds, ", ")), file, below);
}

std::span<const PredicateKind> predicateKinds()
{
    using Type = PredicateField::Type;
    using Parts = PredicateKind::Parts;
    const auto initially = [](json predicate) { return std::make_shared<const json>(std::move(predicate)); };
    static const std::vector<PredicateKind> all = [&] {
        std::vector<PredicateKind> made = {
            {"all", "all", "Every non-zero that is left.", {}, Parts::None, initially("all")}};
        for (const RangeKind& kind : rangeKinds) {
            PredicateKind range{kind.name,
                                kind.words,
                                kind.help,
                                {{"min", "from", "The least that is taken; empty: no limit.", kind.type},
                                 {"max", "to", "The most that is taken; empty: no limit.", kind.type}},
                                Parts::None,
                                initially({{kind.name, {{"max", kind.most}}}})};
            if (kind.type == Type::Whole)
                range.initial = initially({{kind.name, {{"max", static_cast<std::int64_t>(kind.most)}}}});
            if (range.name == "rowLength")
                range.fields.push_back(
                    {"left", "only what is left", "Count those non-zeros of the row that are left.", Type::Flag});
            made.push_back(std::move(range));
        }
        made.push_back({"blockDensity",
                        "block density",
                        "Share of the places of its aligned block that hold a non-zero that is left.",
                        {{"height", "height", "Rows of a block, 1 to 4096.", Type::Whole, true},
                         {"width", "width", "Columns of a block, 1 to 4096.", Type::Whole, true},
                         {"atLeast", "at least", "The least share that is taken, 0 to 1.", Type::Number, true}},
                        Parts::None,
                        initially({{"blockDensity", {{"height", 16}, {"width", 16}, {"atLeast", 0.25}}}})});
        made.push_back({"and",
                        "all of these",
                        "Non-zeros for which every one of these holds.",
                        {},
                        Parts::Several,
                        initially({{"and", json::array({"all"})}})});
        made.push_back({"or",
                        "any of these",
                        "Non-zeros for which at least one of these holds.",
                        {},
                        Parts::Several,
                        initially({{"or", json::array({"all"})}})});
        made.push_back(
            {"not", "not", "Non-zeros for which this does not hold.", {}, Parts::One, initially({{"not", "all"}})});
        return made;
    }();
    return all;
}

const PredicateKind* predicateKindOf(const json& json)
{
    const std::string name = json == "all"                          ? "all"
                             : json.is_object() && json.size() == 1 ? json.begin().key()
                                                                    : std::string();
    for (const PredicateKind& kind : predicateKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

} // namespace sparsescope::rules
