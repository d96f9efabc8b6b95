#include "engine/learn/formats/sampled.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// The line that holds this, or the number of lines.
int lineWith(const WarpBuilder& b, const char* text)
{
    const std::vector<CodeLine>& code = b.code();
    const auto found = std::find_if(code.begin(), code.end(),
                                    [&](const CodeLine& line) { return line.text.find(text) != std::string::npos; });
    return static_cast<int>(found - code.begin());
}

// Where a place begins: behind the head of a loop and what finds the place.
int bodyLine(const WarpBuilder& b)
{
    return lineWith(b, "float dot");
}

std::string codeOfPlaces(const SampledTexts& texts, const std::string& head, const std::string& body)
{
    std::string code = head + "\n" + texts.begin + "\n" + (texts.loop.empty() ? "" : texts.loop + " {\n");
    const std::string indent = texts.loop.empty() ? "" : "    ";
    const std::string lines = texts.each.empty() ? body : texts.each + "\n" + body;
    for (std::size_t from = 0; from < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', from), lines.size());
        code += indent + lines.substr(from, end - from) + (end < lines.size() ? "\n" : "");
        from = end + 1;
    }
    return code + (texts.loop.empty() ? "" : "\n}");
}

void readAll(WarpBuilder& b, WarpStep& s, int lane, const ArrayReads& reads)
{
    for (const auto& [name, element] : reads)
        b.read(s, lane, name, element);
}

std::string outputName(const SampledPlace& place)
{
    return fmt::format("D{},{}", place.row, place.col);
}

// A lane multiplies an element of X with one of Y.
void multiplyRows(WarpBuilder& b, WarpStep& s, int lane, const SampledPlace& place, std::int64_t column)
{
    const EncodedElement& v = b.value(place.place);
    b.read(s, lane, "X", place.row * b.columns() + column);
    b.read(s, lane, "Y", place.col * b.columns() + column);
    WarpBuilder::works(s, lane, outputName(place), fmt::format("j = {}", column), v.position < 0);
    LaneStep& step = s.lanes[at(lane)];
    step.factor = place.col;
    step.other = place.row;
    step.column = column;
    WarpBuilder::product(s, place.row, place.col, v, column);
}

void lookInVain(WarpBuilder& b, WarpStep& s, int lane, const SampledPlace& place)
{
    readAll(b, s, lane, place.reads);
    WarpBuilder::works(s, lane, outputName(place), "none", true);
}

void storeValue(WarpBuilder& b, WarpStep& s, int lane, const SampledPlace& place)
{
    const EncodedElement& v = b.value(place.place);
    b.read(s, lane, "values", place.place);
    b.write(s, lane, "out", place.place);
    WarpBuilder::works(s, lane, outputName(place), "*" + v.text, v.position < 0);
}

} // namespace

std::vector<SampledWork> sampledRows(const WarpBuilder& b, const std::vector<RowWork>& rows)
{
    std::vector<SampledWork> all;
    for (const RowWork& row : rows) {
        SampledWork work{row.first, {}};
        for (const std::int64_t place : row.places) {
            work.places.push_back({place, row.row, b.element("colIdx", place), row.last});
            work.places.back().reads.emplace_back("colIdx", place);
        }
        all.push_back(std::move(work));
    }
    return all;
}

TaughtKernel sampledThreads(const SampledTexts& t, void (*run)(WarpBuilder& b), bool byColumns)
{
    TaughtKernel kernel;
    kernel.mapping = "SDDMM, a thread sums";
    kernel.about = "X times Y transposed where A has non-zeros. " + t.about +
                   " and goes through the columns of X and Y: threads side by side read rows far apart.";
    kernel.code = codeOfPlaces(t, "int i = blockIdx.x * blockDim.x + threadIdx.x;",
                               fmt::format(R"(float dot = 0;
for (int j = 0; j < J; ++j)
    dot += X[{}][j] * Y[{}][j];
out[{}] = values[{}] * dot;)",
                                           t.row, t.col, t.place, t.place));
    kernel.run = run;
    kernel.byColumns = byColumns;
    return kernel;
}

TaughtKernel sampledLanes(const SampledTexts& t, void (*run)(WarpBuilder& b))
{
    TaughtKernel kernel;
    kernel.mapping = "SDDMM, lanes over columns";
    kernel.about = "X times Y transposed where A has non-zeros. " + t.about +
                   "; each lane has a column of X and Y, rows are read side by side, and the sum goes from lane to "
                   "lane.";
    kernel.code = codeOfPlaces(t, "int i = blockIdx.x, j = threadIdx.x;",
                               fmt::format(R"(float dot = j < J ? X[{}][j] * Y[{}][j] : 0;
for (int d = warpSize / 2; d > 0; d /= 2)
    dot += __shfl_down_sync(~0u, dot, d);
if (j == 0) out[{}] = values[{}] * dot;)",
                                           t.row, t.col, t.place, t.place));
    kernel.run = run;
    return kernel;
}

void stepSampledThreads(WarpBuilder& b, const std::vector<SampledWork>& work, int first)
{
    b.addSampled();
    const int body = bodyLine(b);
    for (std::size_t begin = 0; begin < work.size(); begin += at(b.lanes())) {
        b.warp(static_cast<int>(begin) / b.lanes());
        const auto count = static_cast<int>(std::min(work.size() - begin, at(b.lanes())));
        const auto workOf = [&](int l) -> const SampledWork& { return work[begin + at(l)]; };
        std::size_t longest = 0;
        bool reads = false;
        for (int l = 0; l < count; ++l) {
            longest = std::max(longest, workOf(l).places.size());
            reads = reads || !workOf(l).first.empty();
        }
        if (reads) {
            WarpStep& s = b.step(first, "Every thread reads where its places are.");
            for (int l = 0; l < count; ++l) {
                readAll(b, s, l, workOf(l).first);
                WarpBuilder::works(s, l, "", "begins");
            }
        }
        for (std::size_t k = 0; k < longest; ++k) {
            bool found = false;
            std::string vain; // the array that says that there is no value
            for (int l = 0; l < count; ++l)
                if (k < workOf(l).places.size()) {
                    const SampledPlace& place = workOf(l).places[k];
                    found = found || place.place >= 0;
                    if (place.place < 0)
                        vain = place.reads.front().first;
                }
            if (!found) {
                WarpStep& s = b.step(lineWith(b, (vain + "[").c_str()),
                                     fmt::format("Place {}: no thread finds a value there.", k));
                for (int l = 0; l < count; ++l)
                    if (k < workOf(l).places.size())
                        lookInVain(b, s, l, workOf(l).places[k]);
                continue;
            }
            for (std::int64_t j = 0; j < b.columns(); ++j) {
                WarpStep& s = b.step(body + 2, "");
                int active = 0;
                for (int l = 0; l < count; ++l)
                    if (k < workOf(l).places.size()) {
                        const SampledPlace& place = workOf(l).places[k];
                        if (place.place < 0) {
                            if (j == 0)
                                lookInVain(b, s, l, place);
                            continue;
                        }
                        if (j == 0)
                            readAll(b, s, l, place.reads);
                        multiplyRows(b, s, l, place, j);
                        ++active;
                    }
                s.text = fmt::format("Place {}, column {}: {} an element of X and one of Y.", k, j,
                                     lanesThat(active, "multiply", "multiplies"));
            }
            WarpStep& s = b.step(body + 3, "Every thread multiplies its sum with the value and writes it.");
            for (int l = 0; l < count; ++l)
                if (k < workOf(l).places.size() && workOf(l).places[k].place >= 0)
                    storeValue(b, s, l, workOf(l).places[k]);
        }
    }
}

void stepSampledLanes(WarpBuilder& b, const std::vector<SampledWork>& work, int first)
{
    b.addSampled();
    const int body = bodyLine(b);
    for (std::size_t i = 0; i < work.size(); ++i) {
        b.warp(static_cast<int>(i));
        if (!work[i].first.empty()) {
            WarpStep& s = b.step(first, "All lanes read where their places are: one address for all.");
            for (int l = 0; l < b.lanes(); ++l) {
                readAll(b, s, l, work[i].first);
                WarpBuilder::works(s, l, "", "begins");
            }
        }
        for (const SampledPlace& place : work[i].places) {
            WarpStep& s = b.step(
                body, fmt::format("Row {} of X and row {} of Y side by side, a column a lane.", place.row, place.col));
            for (int l = 0; l < b.columns(); ++l) {
                readAll(b, s, l, place.reads);
                multiplyRows(b, s, l, place, l);
            }
            b.addAcrossLanes(body + 2, outputName(place));
            storeValue(b, b.step(body + 3, "Lane 0 multiplies the sum with the value and writes it."), 0, place);
        }
    }
}

} // namespace sparsescope::learn
