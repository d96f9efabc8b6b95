#include "engine/learn/level_tree.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace sparsescope::learn {

namespace {

// A level before anything is stored: what coordinate a non-zero has on it, and what part of the matrix a node speaks
// of, given the coordinates from the root to it.
struct LevelAxis {
    std::string axis;
    LevelKind kind;
    std::int64_t size;
    std::function<std::int64_t(std::int64_t row, std::int64_t col, std::int64_t rank)> coordinate; // rank: in its row
    std::function<MatrixArea(const std::vector<std::int64_t>& path)> about;
};

struct LevelFormat {
    const char *name, *label;
    std::vector<LevelAxis> (*axes)(const Matrix& matrix, const nlohmann::json& settings);
    std::vector<LearnParameter> (*settings)(const Matrix& matrix) = nullptr;
};

LevelAxis rowAxis(const Matrix& m, LevelKind kind)
{
    return {"i", kind, m.rows(), [](auto row, auto, auto) { return row; },
            [cols = m.cols()](const auto& path) {
                return MatrixArea{path[0], path[0] + 1, 0, cols};
            }};
}

LevelAxis colAxis(const Matrix& m, LevelKind kind)
{
    return {"j", kind, m.cols(), [](auto, auto col, auto) { return col; },
            [rows = m.rows()](const auto& path) {
                return MatrixArea{0, rows, path[0], path[0] + 1};
            }};
}

MatrixArea placeArea(std::int64_t row, std::int64_t col)
{
    return {row, row + 1, col, col + 1};
}

std::vector<LevelAxis> rowsFirst(const Matrix& m, LevelKind rows, LevelKind cols)
{
    LevelAxis j = colAxis(m, cols);
    j.about = [](const auto& path) { return placeArea(path[0], path[1]); };
    return {rowAxis(m, rows), std::move(j)};
}

std::vector<LevelAxis> colsFirst(const Matrix& m, LevelKind cols)
{
    LevelAxis i = rowAxis(m, LevelKind::Compressed);
    i.about = [](const auto& path) { return placeArea(path[1], path[0]); };
    return {colAxis(m, cols), std::move(i)};
}

// The places of a row are counted from the left: slot k of every row, then slot k + 1.
std::vector<LevelAxis> ellAxes(const Matrix& m, const nlohmann::json&)
{
    std::int64_t width = 1;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        width = std::max(width, m.rowLength(r));
    LevelAxis i = rowAxis(m, LevelKind::Dense), j = colAxis(m, LevelKind::Singleton);
    i.about = [](const auto&) { return MatrixArea(); };
    j.about = [](const auto& path) { return placeArea(path[1], path[2]); };
    return {{"k", LevelKind::Dense, width, [](auto, auto, auto rank) { return rank; },
             [](const auto&) { return MatrixArea(); }},
            std::move(i),
            std::move(j)};
}

std::vector<LevelAxis> bsrAxes(const Matrix& m, const nlohmann::json& settings)
{
    const auto h = settings.at("height").get<std::int64_t>(), w = settings.at("width").get<std::int64_t>();
    const std::int64_t rows = m.rows(), cols = m.cols();
    return {{"I", LevelKind::Dense, (rows + h - 1) / h, [h](auto row, auto, auto) { return row / h; },
             [=](const auto& p) {
                 return MatrixArea{p[0] * h, std::min(rows, p[0] * h + h), 0, cols};
             }},
            {"J", LevelKind::Compressed, (cols + w - 1) / w, [w](auto, auto col, auto) { return col / w; },
             [=](const auto& p) {
                 return MatrixArea{p[0] * h, std::min(rows, p[0] * h + h), p[1] * w, std::min(cols, p[1] * w + w)};
             }},
            {"r", LevelKind::Dense, h, [h](auto row, auto, auto) { return row % h; },
             [=](const auto& p) {
                 const std::int64_t row = p[0] * h + p[2];
                 return row < rows ? MatrixArea{row, row + 1, p[1] * w, std::min(cols, p[1] * w + w)} : MatrixArea();
             }},
            {"c", LevelKind::Dense, w, [w](auto, auto col, auto) { return col % w; },
             [=](const auto& p) {
                 const std::int64_t row = p[0] * h + p[2], col = p[1] * w + p[3];
                 return row < rows && col < cols ? placeArea(row, col) : MatrixArea();
             }}};
}

std::vector<LearnParameter> bsrSettings(const Matrix&)
{
    return {{"height", "height", "Rows of a block", {1, 2, 4, 8}, 2},
            {"width", "width", "Columns of a block", {1, 2, 4, 8}, 2}};
}

std::vector<LearnParameter> csfSettings(const Matrix& m)
{
    LearnParameter slices{"slices", "slices", "Slices of equal width, side by side: the third axis", {}, 4};
    for (std::int64_t n = 1; n <= m.cols(); ++n)
        if (m.cols() % n == 0)
            slices.values.push_back(n);
    return {std::move(slices)};
}

// Slices of the columns, side by side, as the third axis of a tensor.
std::vector<LevelAxis> csfAxes(const Matrix& m, const nlohmann::json& settings)
{
    const auto slices = settings.at("slices").get<std::int64_t>();
    const std::int64_t wide = m.cols() / slices, rows = m.rows();
    return {{"s", LevelKind::Compressed, slices, [wide](auto, auto col, auto) { return col / wide; },
             [=](const auto& p) {
                 return MatrixArea{0, rows, p[0] * wide, (p[0] + 1) * wide};
             }},
            {"i", LevelKind::Compressed, rows, [](auto row, auto, auto) { return row; },
             [=](const auto& p) {
                 return MatrixArea{p[1], p[1] + 1, p[0] * wide, (p[0] + 1) * wide};
             }},
            {"j", LevelKind::Compressed, wide, [wide](auto, auto col, auto) { return col % wide; },
             [=](const auto& p) { return placeArea(p[1], p[0] * wide + p[2]); }}};
}

const std::vector<LevelFormat>& levelFormats()
{
    using Kind = LevelKind;
    static const std::vector<LevelFormat> all = {
        {"csr", "CSR: dense, compressed",
         [](const Matrix& m, const nlohmann::json&) { return rowsFirst(m, Kind::Dense, Kind::Compressed); }},
        {"coo", "COO: compressed non-unique, singleton",
         [](const Matrix& m, const nlohmann::json&) { return rowsFirst(m, Kind::NonUnique, Kind::Singleton); }},
        {"dcsr", "DCSR: compressed, compressed",
         [](const Matrix& m, const nlohmann::json&) { return rowsFirst(m, Kind::Compressed, Kind::Compressed); }},
        {"csc", "CSC: dense, compressed, columns first",
         [](const Matrix& m, const nlohmann::json&) { return colsFirst(m, Kind::Dense); }},
        {"dcsc", "DCSC: compressed, compressed, columns first",
         [](const Matrix& m, const nlohmann::json&) { return colsFirst(m, Kind::Compressed); }},
        {"ell", "ELL: dense, dense, singleton", ellAxes},
        {"bsr", "BSR: dense, compressed, dense, dense", bsrAxes, bsrSettings},
        {"csf", "CSF of three axes: compressed, compressed, compressed", csfAxes, csfSettings},
        {"dense", "Dense: dense, dense",
         [](const Matrix& m, const nlohmann::json&) { return rowsFirst(m, Kind::Dense, Kind::Dense); }}};
    return all;
}

const LevelFormat& levelFormat(const std::string& name)
{
    const std::vector<LevelFormat>& all = levelFormats();
    const auto found = std::find_if(all.begin(), all.end(), [&](const LevelFormat& f) { return f.name == name; });
    return found == all.end() ? all.front() : *found; // makeShow() knows the examples
}

// What stands below a node that is being stored: its non-zeros, by their coordinates.
struct Branch {
    std::vector<std::int64_t> path;      // coordinates from the root on
    std::vector<std::int64_t> positions; // CSR
    bool padding = false;
};

} // namespace

const char* name(LevelKind kind)
{
    constexpr const char* names[] = {"dense", "compressed", "compressed, non-unique", "singleton"};
    return names[static_cast<std::size_t>(kind)];
}

const char* about(LevelKind kind)
{
    constexpr const char* abouts[] = {
        "Dense: every coordinate has a node under each parent. Only the size is stored.",
        "Compressed: only coordinates that hold something, in crd; pos says where those of each parent begin.",
        "Non-unique: a node for each non-zero, so that a coordinate comes again and again.",
        "Singleton: each parent has one node, and crd names its coordinate."};
    return abouts[static_cast<std::size_t>(kind)];
}

std::vector<std::int64_t> LevelTree::path(std::int64_t value) const
{
    std::vector<std::int64_t> positions(levels.size());
    for (std::size_t l = levels.size(); l-- > 0;) {
        positions[l] = value;
        value = levels[l].nodes[at(value)].parent;
    }
    return positions;
}

FormatCounts LevelTree::counts(DataType dtype) const
{
    FormatCounts c;
    c.label = label.substr(0, label.find(':'));
    c.values = static_cast<std::int64_t>(values.size());
    c.padding = std::count(values.begin(), values.end(), -1);
    c.bytes = c.values * bytesOf(dtype);
    for (const TreeLevel& level : levels)
        c.bytes += 4 * static_cast<std::int64_t>(level.pos.size() + level.crd.size());
    return c;
}

std::vector<LearnExample> levelExamples()
{
    std::vector<LearnExample> all;
    for (const LevelFormat& format : levelFormats())
        all.push_back({format.name, format.label});
    return all;
}

std::vector<LearnParameter> levelSettings(const LearnState& state, nlohmann::json& now)
{
    std::vector<LearnParameter> all;
    now = nlohmann::json::object();
    if (const LevelFormat& format = levelFormat(state.example); format.settings)
        for (LearnParameter& setting : format.settings(*state.matrix))
            addSetting(std::move(setting), state, all, now);
    return all;
}

LevelTree levelTree(const LearnState& state)
{
    const Matrix& m = *state.matrix;
    const LevelFormat& format = levelFormat(state.example);
    nlohmann::json settings;
    levelSettings(state, settings);
    const std::vector<LevelAxis> axes = format.axes(m, settings);
    LevelTree tree;
    tree.label = format.label;
    tree.slices = settings.value("slices", std::int64_t{1});

    std::vector<Branch> branches(1);
    for (std::int64_t p = 0; p < m.nnz(); ++p)
        branches[0].positions.push_back(p);
    for (const LevelAxis& axis : axes) {
        const auto coordinateOf = [&](std::int64_t p) {
            const std::int64_t row = m.rowOf(p);
            return axis.coordinate(row, static_cast<std::int64_t>(m.colIdx()[at(p)]), p - m.rowPtr()[at(row)]);
        };
        TreeLevel level{axis.axis, axis.kind, axis.size};
        const bool compressed = axis.kind == LevelKind::Compressed || axis.kind == LevelKind::NonUnique;
        std::vector<Branch> next;
        if (compressed)
            level.pos.push_back(0);
        for (std::size_t parent = 0; parent < branches.size(); ++parent) {
            Branch& above = branches[parent];
            const auto add = [&](std::int64_t coordinate, std::vector<std::int64_t> positions) {
                Branch branch{above.path, std::move(positions), false};
                branch.path.push_back(coordinate);
                branch.padding = axis.kind == LevelKind::Singleton && branch.positions.empty();
                level.nodes.push_back({static_cast<std::int64_t>(parent), coordinate,
                                       branch.padding ? MatrixArea() : axis.about(branch.path)});
                if (axis.kind != LevelKind::Dense)
                    level.crd.push_back(coordinate);
                next.push_back(std::move(branch));
            };
            std::stable_sort(above.positions.begin(), above.positions.end(),
                             [&](std::int64_t a, std::int64_t b) { return coordinateOf(a) < coordinateOf(b); });
            auto from = above.positions.cbegin();
            const auto end = above.positions.cend();
            const auto taken = [&](std::int64_t coordinate) { // the next ones that have it
                const auto first = from;
                while (from != end && coordinateOf(*from) == coordinate)
                    ++from;
                return std::vector<std::int64_t>(first, from);
            };
            for (std::int64_t c = 0; axis.kind == LevelKind::Dense && c < axis.size; ++c)
                add(c, taken(c));
            if (axis.kind == LevelKind::Singleton && from == end)
                add(0, {});
            while (from != end)
                if (const std::int64_t c = coordinateOf(*from); axis.kind == LevelKind::Compressed)
                    add(c, taken(c));
                else
                    add(c, {*from++});
            if (compressed)
                level.pos.push_back(static_cast<std::int64_t>(level.crd.size()));
        }
        branches = std::move(next);
        tree.levels.push_back(std::move(level));
    }
    for (const Branch& leaf : branches)
        tree.values.push_back(leaf.positions.empty() ? -1 : leaf.positions.front());
    return tree;
}

} // namespace sparsescope::learn
