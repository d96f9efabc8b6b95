// A warp stepped by hand computes what the matrix says, and its sectors and idle lanes are those counted on paper.
#include "engine/learn/drawing.h"
#include "engine/learn/warp.h"
#include "tests/engine/learn_fixtures.h"

#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

WarpProgram programOf(const char* matrix, const char* format, const char* mapping, int lanes = 8,
                      nlohmann::json parameters = nlohmann::json::object())
{
    return warpProgram(encoded(namedMatrix(matrix), {format, std::move(parameters), mapping}, DataType::Float32),
                       lanes);
}

std::pair<SectorCount, std::int64_t> totals(const WarpProgram& p)
{
    SectorCount sum;
    std::int64_t idle = 0;
    for (const WarpStep& s : p.steps) {
        const SectorCount c = sectorsOf(p, s);
        sum.touched += c.touched;
        sum.fewest += c.fewest;
        idle += idleLanes(s);
    }
    return {sum, idle};
}

} // namespace

TEST_CASE("An element is linked with the place that it speaks of, its place in the storage and the lines that read it")
{
    for (const auto& [matrixName, matrix] : smallMatrices())
        for (const LearnKind& kind : learnKinds(*matrix))
            for (const View view : {View::Arrays, View::Multiply}) {
                if (view == View::Multiply && kind.mappings.empty())
                    continue;
                INFO(matrixName << ", " << kind.name << ", " << learn::name(view));
                LearnState state;
                state.matrix = matrix;
                state.view = view;
                state.formats = {{"csr", nlohmann::json::object(), {}}, {kind.name, nlohmann::json::object(), {}}};
                const Scene scene = makeShow(state)->scene(1);
                std::vector<std::string> ids;
                for (const int shape : scene.named())
                    ids.push_back(scene.shapes[static_cast<std::size_t>(shape)].id);
                std::set<std::pair<std::string, std::string>> linked, expected;
                for (const Link& link : scene.links)
                    linked.insert(
                        std::minmax(ids[static_cast<std::size_t>(link.from)], ids[static_cast<std::size_t>(link.to)]));
                const std::set<std::string> drawn(ids.begin(), ids.end());
                const auto expect = [&](const std::string& a, const std::string& b) {
                    if (drawn.count(a) > 0 && drawn.count(b) > 0)
                        expected.insert(std::minmax(a, b));
                };
                const auto expectArea = [&](const std::string& id, const MatrixArea& about) {
                    if (about.rowEnd - about.rowBegin == 1 && about.colEnd - about.colBegin == 1)
                        expect(id, cellId(about.rowBegin, about.colBegin));
                    else if (about.rowBegin == 0 && about.rowEnd == matrix->rows() &&
                             about.colEnd - about.colBegin < matrix->cols() && matrix->rows() > 1)
                        for (std::int64_t c = about.colBegin; c < about.colEnd; ++c)
                            expect(id, "col " + std::to_string(c));
                    else if (!about.empty())
                        for (std::int64_t r = about.rowBegin; r < about.rowEnd; ++r)
                            expect(id, "row " + std::to_string(r));
                };
                const auto expectLines = [&](int f, const std::string& array, const std::string& id,
                                             const std::vector<CodeLine>& code) {
                    for (std::size_t l = 0; l < code.size(); ++l)
                        for (const std::string& reads : code[l].reads)
                            if (reads == array)
                                expect(id, "line " + std::to_string(f) + " " + std::to_string(l));
                };
                for (int f = 0; f < 2; ++f) {
                    const Encoded e = encoded(matrix, state.formats[static_cast<std::size_t>(f)], DataType::Float32);
                    if (view == View::Multiply) {
                        const WarpProgram program =
                            warpProgram(e, state.lanes, fittedSettings(state).at("columns").get<std::int64_t>());
                        for (const Memory& memory : program.memories)
                            for (std::int64_t i = 0; i < memory.elements; ++i) {
                                const std::string id = arrayId(f, memory.name, i);
                                expectLines(f, memory.name, id, program.code);
                                if (memory.array >= 0)
                                    expectArea(id, e.arrays[static_cast<std::size_t>(memory.array)]
                                                       .elements[static_cast<std::size_t>(i)]
                                                       .about);
                            }
                        continue;
                    }
                    for (std::size_t a = 0; a < e.arrays.size(); ++a)
                        for (std::size_t i = 0; i < e.arrays[a].elements.size(); ++i) {
                            const std::string id = arrayId(f, e.arrays[a].name, static_cast<std::int64_t>(i));
                            if (static_cast<int>(a) == e.values())
                                expect(id, "stored " + std::to_string(f) + " " + std::to_string(i));
                            expectArea(id, e.arrays[a].elements[i].about);
                            expectLines(f, e.arrays[a].name, id, listingOf(e));
                        }
                }
                CHECK(linked == expected);
            }
}

TEST_CASE("The stepped lanes sum what A x is, for every mapping of every format")
{
    for (const auto& [matrixName, matrix] : smallMatrices())
        for (const LearnKind& kind : learnKinds(*matrix))
            for (const LearnMapping& mapping : kind.mappings)
                for (const int lanes : {8, 32}) {
                    INFO(matrixName << ", " << kind.name << ", " << mapping.name << ", " << lanes << " lanes");
                    const Encoded e =
                        encoded(matrix, {kind.name, nlohmann::json::object(), mapping.name}, DataType::Float32);
                    const WarpProgram program = warpProgram(e, lanes);
                    const Matrix& m = *e.matrix;
                    std::vector<double> sums(static_cast<std::size_t>(m.rows()), 0), reference = sums;
                    std::vector<int> taken(static_cast<std::size_t>(m.nnz()), 0);
                    for (const WarpStep& s : program.steps) {
                        CHECK(s.lanes.size() == static_cast<std::size_t>(lanes));
                        CHECK(s.line >= 0);
                        CHECK(s.line < static_cast<int>(program.code.size()));
                        for (const Product& p : s.products) {
                            if (p.column > 0)
                                continue; // the same again
                            sums[static_cast<std::size_t>(p.row)] += m.value(p.position) * (p.col + 1);
                            ++taken[static_cast<std::size_t>(p.position)];
                        }
                        const bool inside = std::all_of(s.accesses.begin(), s.accesses.end(), [&](const Access& a) {
                            return a.element >= 0 &&
                                   a.element < program.memories[static_cast<std::size_t>(a.memory)].elements &&
                                   a.lane < lanes;
                        });
                        CHECK(inside);
                        const SectorCount c = sectorsOf(program, s);
                        CHECK(c.touched >= c.fewest);
                    }
                    for (std::int64_t r = 0; r < m.rows(); ++r)
                        for (std::int64_t p = m.rowPtr()[static_cast<std::size_t>(r)];
                             p < m.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p)
                            reference[static_cast<std::size_t>(r)] +=
                                m.value(p) * (m.colIdx()[static_cast<std::size_t>(p)] + 1);
                    for (std::size_t r = 0; r < sums.size(); ++r)
                        CHECK(sums[r] == Approx(reference[r]));
                    CHECK(std::all_of(taken.begin(), taken.end(), [](int times) { return times == 1; }));
                    // Each line names arrays that are there.
                    for (const CodeLine& line : program.code)
                        for (const std::string& reads : line.reads)
                            CHECK(std::any_of(program.memories.begin(), program.memories.end(),
                                              [&](const Memory& memory) { return memory.name == reads; }));
                }
}

TEST_CASE("With numbers for x, B, X and Y the result is the float64 product, and all of it is in memory at the end")
{
    for (const auto& [matrixName, matrix] : hardMatrices())
        for (const LearnKind& kind : learnKinds(*matrix))
            for (const LearnMapping& mapping : kind.mappings)
                for (const std::int64_t columns : {1, 2, 8}) {
                    INFO(matrixName << ", " << kind.name << ", " << mapping.name << ", J = " << columns);
                    const Encoded e =
                        encoded(matrix, {kind.name, nlohmann::json::object(), mapping.name}, DataType::Float32);
                    const WarpProgram program = warpProgram(e, 8, columns);
                    const Matrix& m = *e.matrix;
                    const bool sampled = program.how == Columns::Sampled;
                    const auto& values = e.arrays[static_cast<std::size_t>(e.values())].elements;
                    const Summed all = outputAfter(e, program, static_cast<int>(program.steps.size()));
                    std::vector<double> expected(all.sums.size(), 0);
                    for (std::size_t v = 0; v < values.size(); ++v) {
                        const std::int64_t p = values[v].position;
                        for (std::int64_t j = 0; p >= 0 && j < program.columns; ++j) {
                            const std::int64_t row = m.rowOf(p), col = m.colIdx()[static_cast<std::size_t>(p)];
                            const auto at = sampled ? v : static_cast<std::size_t>(row * program.columns + j);
                            expected[at] += m.value(p) * (sampled ? operand("X", row, j) * operand("Y", col, j)
                                                                  : operand("B", col, j));
                            if (!all.written[at])
                                FAIL_CHECK("element " << at << " is not in memory");
                        }
                    }
                    CHECK(all.sums == expected);
                }
}

TEST_CASE("J columns: a thread takes them one after another, lanes without one wait")
{
    const auto program = [](const char* mapping, std::int64_t columns) {
        return warpProgram(encoded(namedMatrix("even"), {"csr", nlohmann::json::object(), mapping}, DataType::Float32),
                           8, columns);
    };
    // A step for the ends, two non-zeros of a step a column, a step a column for the sums.
    const WarpProgram vector = program("thread a row", 1), matrix = program("thread a row", 3);
    CHECK(vector.steps.size() == 1 + 2 + 1);
    CHECK(matrix.steps.size() == 1 + 2 * 3 + 3);
    CHECK(matrix.code[4].text == "for (; p < rowEnd[i]; ++p)");
    CHECK(matrix.code[5].text == "    for (int j = 0; j < J; ++j)");
    CHECK(matrix.code[6].text == "        sum[j] += values[p] * B[colIdx[p]][j];");
    CHECK(matrix.code.back().text == "    C[i][j] = sum[j];");
    // Where rows end; values and columns, two sectors each and read with the first column alone; of B two sectors a
    // column, of C all three.
    CHECK(totals(matrix).first.touched == 1 + 2 * (2 + 2) + 2 * 3 * 2 + 3 * 3);
    const WarpProgram lanes = program("lanes over columns of B", 3);
    CHECK(lanes.code[1].text == "if (j >= J) return;");
    for (const WarpStep& step : lanes.steps)
        CHECK(idleLanes(step) == 8 - 3);
    CHECK_THROWS_WITH(program("thread a row", 9), Catch::Contains("J is 1 to 8"));
}

TEST_CASE("Numbers are seen in memory and in small matrices, sums before they are written, products in lanes")
{
    LearnState state;
    state.matrix = drawnMatrix({"2 .", "3 4"});
    state.view = View::Multiply;
    state.formats = {{"csr", nlohmann::json::object(), "lanes over columns of B"}};
    state.settings = {{"columns", 2}, {"numbers", 1}};
    const auto show = makeShow(state);
    const auto textOf = [&](int step, const std::string& id) { // what is drawn behind its box
        const Scene scene = show->scene(step);
        for (std::size_t i = 0; i < scene.shapes.size(); ++i)
            if (scene.shapes[i].id == id)
                return i + 1 < scene.shapes.size() && scene.shapes[i + 1].kind == Shape::Kind::Text
                           ? scene.shapes[i + 1].text
                           : std::string();
        return "no " + id;
    };
    // B is 1 4 / 3 1: C is 2 8 / 15 16.
    CHECK(textOf(0, "dense B 1") == "4");
    CHECK(textOf(0, "array 0 B 2") == "3");
    const int last = show->steps() - 1;
    CHECK(textOf(last, "dense C 0") == "2");
    CHECK(textOf(last, "dense C 3") == "16");
    CHECK(textOf(last, "array 0 C 2") == "15");
    const Scene first = show->scene(1);
    CHECK(textOf(1, "dense C 1") == "8");
    CHECK(first.find("dense C 1")->role == Role::Linked);
    CHECK(first.find("dense C 2")->role == Role::Faint);
    CHECK(std::any_of(first.shapes.begin(), first.shapes.end(), [](const Shape& s) { return s.text == "2*4"; }));
    state.settings = {{"columns", 9}};
    CHECK_THROWS_WITH(makeShow(state), Catch::Contains("columns is one of 1, 2, 3, 4, 5, 6, 7, 8 here"));
}

TEST_CASE("Eight rows of two non-zeros: sectors of CSR and of ELL by columns and by rows, counted by hand")
{
    // CSR, a thread a row: one sector of eight row ends; then twice values 0, 2, ... 14 in two sectors, their columns
    // in two, x in one; y in one.
    const auto csr = totals(programOf("even", "csr", "thread a row"));
    CHECK(csr.first.touched == 1 + 2 * (2 + 2 + 1) + 1);
    CHECK(csr.first.fewest == 1 + 2 * 3 + 1);
    CHECK(csr.second == 0);
    // By columns eight places lie in one sector.
    const auto columns = totals(programOf("even", "ell", "thread a row, column-major"));
    CHECK(columns.first.touched == 2 * 3 + 1);
    CHECK(columns.first.fewest == 2 * 3 + 1);
    const auto rows = totals(programOf("even", "ell", "thread a row, row-major"));
    CHECK(rows.first.touched == 2 * 5 + 1);
}

TEST_CASE("One long row: seven lanes wait for it, unless it is sorted into a slice of few")
{
    // Eight places of row 3, of which the other seven lanes have one.
    const auto csr = totals(programOf("long-row", "csr", "thread a row"));
    CHECK(csr.second == 7 * 7);
    // A slice of two: the row beside it pads seven places, the other six wait.
    const auto sell = totals(programOf("long-row", "sell", "thread a row", 8, {{"c", 2}, {"sigma", 8}}));
    CHECK(sell.second == 7 * 7);
    // A warp a row: two rounds of shuffles ... three, in which 4, 2 and 1 lanes matter, and lane 0 stores.
    const WarpProgram warps = programOf("long-row", "csr", "warp a row");
    CHECK(warps.warps == 8);
    CHECK(totals(warps).second == 7 * (7 + 4 + 6 + 7 + 7) + (4 + 6 + 7 + 7));
}

TEST_CASE("Rows of four and of one in turn: CSR's short rows wait, SELL's slices hold rows of one length")
{
    // Two warps of four long and four short rows: the short ones wait three steps.
    const auto csr = totals(programOf("alternating", "csr", "thread a row"));
    CHECK(csr.second == 2 * 4 * 3);
    const auto sell = totals(programOf("alternating", "sell", "thread a row", 8, {{"c", 8}, {"sigma", 16}}));
    CHECK(sell.second == 0);
    CHECK(sell.first.touched < csr.first.touched);
}

TEST_CASE("Lanes over columns read a row of B side by side")
{
    const WarpProgram p = programOf("even", "csr", "lanes over columns of B");
    CHECK(p.columns == 8);
    // Each row: its ends, two non-zeros, one row of C.
    CHECK(p.steps.size() == 8 * 4);
    for (const WarpStep& s : p.steps) {
        CHECK(idleLanes(s) == 0);
        CHECK(sectorsOf(p, s).touched == sectorsOf(p, s).fewest);
    }
}

TEST_CASE("In SpMM a padded place costs every lane a row of B: ELL pads all rows to the longest, SELL those of a slice")
{
    // One row of eight and seven of one. A step for where a row ends, for each of its places, for its row of C.
    const auto csr = programOf("long-row", "csr", "lanes over columns of B");
    const auto ell = programOf("long-row", "ell", "lanes over columns of B");
    const auto sell = programOf("long-row", "sell", "lanes over columns of B", 8, {{"c", 2}, {"sigma", 8}});
    CHECK(csr.steps.size() == 8 + 15 + 8);
    CHECK(ell.steps.size() == 8 * 8 + 8);
    CHECK(sell.steps.size() == 8 + (15 + 7) + 8);
    CHECK(totals(csr).second == 0);
    CHECK(totals(ell).second == 8 * 49);
    CHECK(totals(sell).second == 8 * 7);
    // Whatever the order of the places: lanes side by side read B side by side, and one value for all.
    for (const WarpProgram* p : {&csr, &ell, &sell})
        for (const WarpStep& s : p->steps)
            CHECK(sectorsOf(*p, s).touched == sectorsOf(*p, s).fewest);
}

TEST_CASE("What cannot be stepped is refused with its name")
{
    CHECK_THROWS_WITH(programOf("even", "csr", "a thread a warp"),
                      Catch::Contains("is none of thread a row, warp a row"));
    CHECK_THROWS_WITH(programOf("even", "csr", "", 16), Catch::Contains("8 or 32 lanes"));
}
