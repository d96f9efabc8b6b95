// Small matrices: those with a name, and those that a lesson draws.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/drawing.h"
#include "engine/learn/lesson.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope::learn {

namespace {

struct Drawn {
    const char *name, *label;
    std::vector<std::string> rows;
};

const std::vector<Drawn>& patterns()
{
    static const std::vector<Drawn> all = {
        {"figure1",
         "STile figure 1",
         {"........", "......x.", "..xx....", "..xx....", "........", ".....xx.", ".....xx.", "x......."}},
        {"figure4", "STile figure 4", {".xx", "...", "x.."}},
        {"cell8",
         "LiteForm's slide",
         {".x....x.", "..x.....", "xx...x..", "........", "xxxx.xx.", "........", ".x.x....", ".....x.."}},
        {"hyb8",
         "Rows of unlike lengths",
         {"xx.x.x..", ".x......", "xxxxxxxx", "...x....", "x...x...", ".......x", "..x..x.x", "......x."}},
        {"long-row",
         "One long row",
         {"x.......", ".x......", "..x.....", "xxxxxxxx", "....x...", ".....x..", "......x.", ".......x"}},
        {"alternating",
         "Long and short rows in turn",
         {"x.x..x.x", "...x....", ".xx..x.x", "....x...", "x..x.xx.", "......x.", ".x.xx..x", "x.......", "..x.xx.x",
          ".....x..", "xx..x..x", "..x.....", ".x.x..xx", ".......x", "x..xx.x.", ".x......"}},
        {"even",
         "Rows of one length",
         {"x..x....", ".x...x..", "..x...x.", "x..x....", "....x..x", ".x...x..", "..x...x.", "....x..x"}},
        {"stripes",
         "Columns in stripes",
         {"x..x..x.", "x..x....", "x.....x.", "x..x..x.", ".x...x..", ".x...x.x", ".....x.x", ".x...x.."}},
        {"tridiagonal",
         "Three diagonals",
         {"xx......", "xxx.....", ".xxx....", "..xxx...", "...xxx..", "....xxx.", ".....xxx", "......xx"}},
        {"graph8",
         "An empty row and a long one",
         {"x.x.....", ".x......", "........", "xx.x.xx.", "....x...", "..x..x.x", "......xx", "x..x...x"}},
        {"figure5", "AlphaSparse figure 5", {".x..", "x.x.", "...x", "x..."}},
        {"sparda8",
         "A mask by hand",
         {"x..x....", "x..x....", "...x...x", "x......x", ".x...x..", "........", ".x..xx..", "........"}},
        {"blocks",
         "Blocks of 2 x 2",
         {"xx....xx", "xx....xx", "..xx....", "..xx....", "xx..xx..", "xx..xx..", "......xx", "......xx"}},
        {"typed6",
         "Edges of four types",
         {".12.1.........12........", "...2.1..........11......", "......1.................",
          "1.3...2.................", ".......1.............1..", ".......1..........2.1..."}},
        {"voxels3", "Three voxels", {"xx", ".x"}},
        {"voxels8", "Eight voxels", {"xx...", ".xx..", "..x..", "..xx.", "...x."}},
        {"power",
         "A power law",
         {"xxxxxxxxxxxx....", "x.x.............", "xx..............", "x..x............", "xxxxx...x.......",
          "..x.............", "x.....x.........", ".x.....x........", "x.x.....x.......", ".........x......",
          "x.........x.....", "....x...........", ".x..........x...", "x............x..", "......x.......x.",
          "x..x..........x."}},
    };
    return all;
}

} // namespace

std::vector<NamedMatrix> namedMatrices()
{
    std::vector<NamedMatrix> names;
    for (const Drawn& d : patterns())
        names.push_back({d.name, d.label});
    return names;
}

MatrixPtr namedMatrix(const std::string& name)
{
    std::string all;
    for (const Drawn& d : patterns()) {
        if (name == d.name)
            return drawnMatrix(d.rows);
        all += (all.empty() ? "" : ", ") + std::string(d.name);
    }
    failInput(fmt::format("matrix \"{}\" is none of {}", name, all));
}

MatrixPtr drawnMatrix(const std::vector<std::string>& rows)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    bool valued = false;
    std::int64_t cols = -1;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        // With spaces every word is a place, without every character.
        std::vector<std::string> places;
        if (rows[r].find(' ') != std::string::npos) {
            std::istringstream words(rows[r]);
            for (std::string word; words >> word;)
                places.push_back(word);
        } else {
            for (const char c : rows[r])
                places.emplace_back(1, c);
        }
        if (cols < 0)
            cols = static_cast<std::int64_t>(places.size());
        if (static_cast<std::int64_t>(places.size()) != cols)
            failInput(fmt::format("row {} has {} places, the first has {}", r, places.size(), cols));
        for (std::size_t c = 0; c < places.size(); ++c) {
            const std::string& place = places[c];
            if (place == ".")
                continue;
            double value = 1;
            if (place != "x") {
                const auto [end, error] = std::from_chars(place.data(), place.data() + place.size(), value);
                if (error != std::errc() || end != place.data() + place.size() || !std::isfinite(value))
                    failInput(fmt::format("row {} has \"{}\", which is no '.', 'x' or number", r, place));
                valued = true;
            }
            colIdx.push_back(static_cast<std::int32_t>(c));
            values.push_back(value);
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const auto height = static_cast<std::int64_t>(rows.size());
    if (height < 1 || height > mostRows || cols < 1 || cols > mostCols)
        failInput(fmt::format("a matrix has 1 to {} rows and 1 to {} columns, not {} x {}", mostRows, mostCols, height,
                              std::max<std::int64_t>(cols, 0)));
    const auto nnz = static_cast<std::int64_t>(colIdx.size());
    return std::make_shared<const Matrix>(height, cols, std::move(rowPtr), std::move(colIdx),
                                          valued ? std::move(values) : std::vector<double>(),
                                          generatedSource("drawn", valued ? "real" : "pattern", nnz));
}

std::vector<std::string> drawing(const Matrix& matrix)
{
    std::vector<std::string> rows;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        std::vector<std::string> places(static_cast<std::size_t>(matrix.cols()), ".");
        const std::int64_t begin = matrix.rowPtr()[at(r)];
        const auto row = matrix.row(r);
        for (std::size_t i = 0; i < row.size(); ++i)
            places[at(row[i])] =
                matrix.hasValues() ? fmt::format("{}", matrix.value(begin + static_cast<std::int64_t>(i))) : "x";
        std::string text;
        for (const std::string& place : places)
            text += (matrix.hasValues() && !text.empty() ? " " : "") + place;
        if (matrix.hasValues() && places.size() == 1)
            text += ' '; // which tells a word from characters
        rows.push_back(text);
    }
    return rows;
}

} // namespace sparsescope::learn
