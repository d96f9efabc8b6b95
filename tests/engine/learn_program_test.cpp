// The view Program: its steps are the interpreter's, with the numbers that SPARSETIR's section 7 works by hand.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/ir/decompose.h"
#include "engine/ir/lower.h"
#include "engine/learn/drawing.h"
#include "engine/learn/program_picture.h"
#include "engine/learn/program_run.h"
#include "tests/engine/learn_fixtures.h"

#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

MatrixPtr workedByHand()
{
    return drawnMatrix({". 2 . .", "3 . 5 7", ". . . .", ". 11 . 13"});
}

LearnState programOf(const MatrixPtr& matrix, const std::string& example, const nlohmann::json& settings = {})
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Program;
    state.example = example;
    if (!settings.is_null())
        state.settings = settings;
    return state;
}

std::map<std::string, std::int64_t> numbersOf(const LearnState& state)
{
    std::map<std::string, std::int64_t> numbers;
    for (const LearnNumber& number : makeShow(state)->numbers())
        numbers[number.name] = number.value;
    return numbers;
}

std::string textIn(const Scene& scene, const std::string& id)
{
    const Shape* box = scene.find(id);
    REQUIRE(box);
    const Shape* next = box + 1;
    return next < scene.shapes.data() + scene.shapes.size() && next->kind == Shape::Kind::Text && next->x == box->x &&
                   next->y == box->y
               ? next->text
               : std::string();
}

// Numbers of the drawn elements "PREFIX 0 0", "PREFIX 0 1", ...
std::string drawnRows(const Scene& scene, const std::string& prefix, int rows, int cols)
{
    std::string text;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
            text += (c > 0 ? " " : r > 0 ? " | " : "") + textIn(scene, fmt::format("{} {} {}", prefix, r, c));
    return text;
}

std::string lit(const Scene& scene, Role role)
{
    std::string ids;
    for (const Shape& shape : scene.shapes)
        if (shape.kind == Shape::Kind::Rectangle && shape.role == role && !shape.id.empty())
            ids += (ids.empty() ? "" : ", ") + shape.id;
    return ids;
}

// The first step whose sentence begins so.
int stepOf(const Show& show, const std::string& begin)
{
    for (int s = 0; s < show.steps(); ++s)
        if (show.text(s).starts_with(begin))
            return s;
    FAIL("no step begins with " << begin);
    return 0;
}

std::string wordsOf(const Scene& scene)
{
    std::string all;
    for (const Shape& shape : scene.shapes)
        if (shape.kind == Shape::Kind::Text)
            all += shape.text + "\n";
    return all;
}

std::string refusal(const LearnState& state)
{
    try {
        makeShow(state);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.reason();
    }
    return {};
}

} // namespace

TEST_CASE("the example worked by hand ends with its C in every stage, after 20 statements")
{
    for (const int stage : {1, 2, 3}) {
        INFO("stage " << stage);
        const auto show = makeShow(programOf(workedByHand(), "spmm", {{"stage", stage}}));
        REQUIRE(show->steps() == 21);
        CHECK(drawnRows(show->scene(0), "c", 4, 2) == "  |   |   |  ");
        CHECK(drawnRows(show->scene(20), "c", 4, 2) == "6 8 | 77 92 | 0 0 | 124 148");
        CHECK(drawnRows(show->scene(0), "b", 4, 2) == "1 2 | 3 4 | 5 6 | 7 8");
    }
    CHECK(numbersOf(programOf(workedByHand(), "spmm"))["products"] == 12);
}

TEST_CASE("a step says what it reads and writes in its stage's own words, and lights it")
{
    const auto at = [](int stage, const std::string& begin) {
        const auto show = makeShow(programOf(workedByHand(), "spmm", {{"stage", stage}}));
        const int step = stepOf(*show, begin);
        return std::pair(show->text(step), show->scene(step));
    };
    const auto [first, coordinates] = at(1, "i = 1, j = 3, k = 1: A");
    CHECK(first == "i = 1, j = 3, k = 1: A[1, 3] = 7, B[3, 1] = 8; C[1, 1] was 36 and is 92.");
    CHECK(lit(coordinates, Role::Highlight) == "cell 1 3, c 1 1");
    CHECK(lit(coordinates, Role::Linked) == "b 3 1, array 0 A 3");
    CHECK_THAT(wordsOf(coordinates), Catch::Contains("i = 1, j = 3, k = 1\n"));

    const auto [second, positions] = at(2, "i = 1, j = 2, k = 1: A[1, 2]");
    CHECK(second == "i = 1, j = 2, k = 1: A[1, 2] = 7, J_indices[1, 2] = 3, B[3, 1] = 8; C[1, 1] was 36 and is 92.");
    CHECK(lit(positions, Role::Highlight) == "cell 1 3, c 1 1");
    CHECK(lit(positions, Role::Linked) == "b 3 1, array 0 J_indices 3, array 0 A 3");
    CHECK(lit(positions, Role::CodeHere).starts_with("line 0 "));
    for (const char* value : {"i = 1\n", "j = 2\n", "k = 1\n"})
        CHECK_THAT(wordsOf(positions), Catch::Contains(value));

    const auto [third, offsets] = at(3, "i = 3, j = 1, k = 0: J_indptr");
    CHECK(third == "i = 3, j = 1, k = 0: J_indptr[3] = 4, A[5] = 13, J_indices[5] = 3, B[6] = 7; C[6] was 33 and "
                   "is 124.");
    CHECK(lit(offsets, Role::Highlight) == "cell 3 3, c 3 0, array 0 C 6");
}

TEST_CASE("whatever is shown, a step writes what the interpreter writes, where it writes it")
{
    const std::vector<MatrixPtr> matrices = {workedByHand(), namedMatrix("hyb8"), namedMatrix("figure4")};
    std::size_t steps = 0;
    for (const MatrixPtr& one : matrices)
        for (const ProgramDesign& design : programDesigns())
            for (int stage = design.stage; stage <= 3; ++stage) {
                // Its rules take something of this one, and nothing of the others.
                const MatrixPtr matrix = design.name == std::string("figure5") ? namedMatrix("figure1") : one;
                const LearnState state = programOf(matrix, design.name, {{"stage", stage}});
                INFO(design.name << ", stage " << stage << ", " << matrix->rows() << " rows");
                const MatrixPtr numbered = withNumbers(matrix);
                const ProgramSource source = sourceOf(numbered, state);
                const ProgramRun run(state);
                const auto show = makeShow(state);
                std::vector<ir::StepTaken> told;
                const ir::Bindings ran =
                    ir::interpret(ir::lowered(source.program, stage), source.bindings, noProgress(),
                                  [&](const ir::StepTaken& taken) { told.push_back(taken); });
                REQUIRE(run.steps().size() == told.size());
                REQUIRE(show->steps() == std::ssize(told) + 1);
                for (std::size_t s = 0; s < told.size(); s += 1 + told.size() / 12) {
                    const ProgramArray& array = run.arrays()[run.steps()[s].array];
                    REQUIRE(array.name == told[s].target);
                    const Scene scene = show->scene(static_cast<int>(s) + 1);
                    const bool drawn = array.width > 0;
                    const std::string id =
                        drawn ? fmt::format("c {} {}", told[s].at / array.width, told[s].at % array.width)
                              : array.id(told[s].at);
                    REQUIRE(textIn(scene, id) == shortNumber(told[s].value));
                    REQUIRE(scene.find(id)->role == Role::Highlight);
                    const std::vector<ProgramValues> before = run.after(static_cast<int>(s));
                    for (const ir::ElementRead& read : told[s].reads)
                        if (const int from = run.find(read.array); from >= 0 && read.at >= 0)
                            REQUIRE(before[at(from)][at(read.at)] == read.value);
                    ++steps;
                }
                // What is drawn at the end is what the run left.
                const int c = run.find("C");
                REQUIRE(c >= 0);
                const ProgramValues last = run.after(static_cast<int>(told.size()))[at(c)];
                const std::vector<double>& values = ran.launch.arrays.at("C").values;
                REQUIRE(last.size() == values.size());
                for (std::size_t i = 0; i < values.size(); ++i)
                    REQUIRE(last[i] == values[i]);
            }
    CHECK(steps > 500);
}

TEST_CASE("a format's program has its axes and arrays, and padding adds nothing")
{
    const LearnState hyb = programOf(workedByHand(), "hyb", {{"stage", 1}});
    const auto show = makeShow(hyb);
    const Scene end = show->scene(show->steps() - 1);
    std::string stored;
    for (int i = 0; i < 6; ++i)
        stored += textIn(end, arrayId(0, "A_2", i)) + " " + textIn(end, arrayId(0, "J_2_indices", i)) + ", ";
    CHECK(stored == "3 0, 5 2, 7 3, 0 3, 11 1, 13 3, ");
    CHECK(end.find(arrayId(0, "A_2", 3))->role == Role::Padding);
    CHECK(drawnRows(end, "c", 4, 2) == "6 8 | 77 92 | 0 0 | 124 148");
    auto numbers = numbersOf(hyb);
    CHECK(numbers["copies"] == 7);
    CHECK(numbers["products"] == 14);
    CHECK(numbers["padding"] == 2);
    CHECK_THAT(show->text(stepOf(*show, "t = 0, i = 1, j = 3, k = 0: A_2[0, 1, 3] = 0")),
               Catch::Contains("padding adds nothing"));
    // ELL stores three rows of four places, BSR whole blocks.
    CHECK(numbersOf(programOf(workedByHand(), "ell"))["padding"] == 12);
    CHECK(numbersOf(programOf(drawnMatrix({"3 5 . .", "7 2 . .", ". . 11 .", ". . . 13"}), "bsr"))["padding"] == 4);
}

TEST_CASE("a fused loop goes through all non-zeros and finds their rows by rank")
{
    const auto show = makeShow(programOf(workedByHand(), "fused", {{"stage", 2}}));
    CHECK_THAT(show->text(stepOf(*show, "ij = 3, k = 0: ")), Catch::Contains("X[1, 0] = 3, J_indices[0, 3] = 3"));
    CHECK_THAT(show->text(stepOf(*show, "ij = 4, k = 0: ")), Catch::Contains("X[3, 0] = 7, J_indices[0, 4] = 1"));
}

TEST_CASE("bound loops are told as threads, and what a thread writes is lit through all of its steps")
{
    const LearnState state = programOf(workedByHand(), "threads");
    const auto show = makeShow(state);
    auto numbers = numbersOf(state);
    CHECK(numbers["threads"] == 4);
    CHECK(numbers["longest thread"] == 4);
    const int step = stepOf(*show, "io = 1 (blockIdx.y), ii = 1 (threadIdx.y), j = 0, ko = 0, ki = 1 (threadIdx.x): ");
    CHECK(lit(show->scene(step), Role::Highlight) == "cell 3 1, c 3 1");
    const int before = stepOf(*show, "io = 0 (blockIdx.y), ii = 1 (threadIdx.y), ko = 0, ki = 0 (threadIdx.x): ");
    CHECK(lit(show->scene(before), Role::Highlight) == "c 1 0");
}

TEST_CASE("texts of a lesson take the place of a design's: operator, format and schedule")
{
    const MatrixPtr matrix = workedByHand();
    const nlohmann::json lines = {"lower", "ko, ki = split k 2"};
    CHECK_THAT(wordsOf(makeShow(programOf(matrix, "spmm", {{"schedule", lines}, {"stage", 2}}))->scene(0)),
               Catch::Contains("for ki: S in 2 {"));
    CHECK_THAT(wordsOf(makeShow(programOf(matrix, "", {{"format", {{"name", "sell"}, {"c", 2}}}}))->scene(0)),
               Catch::Contains("dense_variable"));
    CHECK_THAT(wordsOf(makeShow(programOf(matrix, "ell", {{"format", ""}, {"operator", "spmv"}}))->scene(0)),
               Catch::Contains("program spmv stage 1"));
    // A schedule of stage 2 leaves no stage 1, and the texts stay where a number changes.
    const LearnState cut = programOf(matrix, "", {{"schedule", lines}, {"stage", 1}});
    REQUIRE(settingsOf(cut).size() == 3);
    CHECK(settingsOf(cut)[1].values == std::vector<std::int64_t>{2, 3});
    CHECK(fittedSettings(cut) == nlohmann::json({{"schedule", lines}, {"applied", 2}, {"stage", 2}, {"d", 2}}));
}

TEST_CASE("a schedule is applied step by step, and what its last step changed is known")
{
    const MatrixPtr matrix = workedByHand();
    const auto changed = [&](int applied, int stage = 1) {
        const ProgramRun run(programOf(matrix, "figure6", {{"applied", applied}, {"stage", stage}}));
        CHECK(run.applied() == at(std::int64_t{applied}));
        CHECK(run.schedule() == std::vector<std::string>{"sparse_reorder [K, I, J]", "sparse_fuse [I, J]"});
        std::string lines;
        for (const std::size_t line : run.changed())
            lines += run.lines()[line].substr(run.lines()[line].find_first_not_of(' ')) + "; ";
        return lines;
    };
    CHECK(changed(0).empty());
    CHECK(changed(1) == "iter sddmm [K: R, I: S, J: S] as k, i, j {; ");
    CHECK(changed(2) == "iter sddmm [K: R, fuse(I, J): S] as k, i, j {; ");
    CHECK_THAT(changed(2, 2), Catch::Contains("for ij: S in nnz {; "));
    // All of it unless something else is asked for; it is refused as a whole.
    CHECK(ProgramRun(programOf(matrix, "figure6")).applied() == 2);
    const LearnState threads = programOf(matrix, "threads", {{"applied", 1}});
    CHECK(settingsOf(threads).front().values.back() == 6);
    CHECK_THAT(wordsOf(makeShow(threads)->scene(0)), Catch::Contains("bind ki threadIdx.x\n"));
    CHECK_THAT(refusal(programOf(matrix, "figure6", {{"applied", 3}})), Catch::Contains("applied is one of 0, 1, 2"));
    CHECK_THAT(refusal(programOf(matrix, "figure6", {{"schedule", {"lower", "split x 2"}}})),
               Catch::Contains("schedule, line 2: "));
    // No step changes a sum.
    for (const ProgramDesign& design : programDesigns())
        for (std::int64_t steps = 0;
             steps <= settingsOf(programOf(matrix, design.name)).front().values.back() && !design.schedule.empty();
             ++steps) {
            INFO(design.name << ", " << steps << " steps");
            const LearnState some = programOf(matrix, design.name, {{"applied", steps}});
            const ProgramRun all(programOf(matrix, design.name)), run(some);
            const ProgramValues last = run.after(static_cast<int>(run.steps().size()))[at(run.find("C"))];
            CHECK(last == all.after(static_cast<int>(all.steps().size()))[at(all.find("C"))]);
        }
}

TEST_CASE("formats share the non-zeros as figures 5 and 11 have them")
{
    const LearnState two = programOf(drawnMatrix({"3 5 . .", "7 2 . .", ". . 11 .", ". 4 . 13"}), "figure5");
    const auto show = makeShow(two);
    const Scene end = show->scene(show->steps() - 1);
    const auto stored = [&](const char* array, int elements) {
        std::string text;
        for (int i = 0; i < elements; ++i)
            text += textIn(end, arrayId(0, array, i)) + " ";
        return text;
    };
    CHECK(stored("A_1", 4) == "3 5 7 2 ");
    CHECK(stored("A_2", 4) == "11 0 4 13 ");
    CHECK(drawnRows(end, "c", 4, 2) == "18 26 | 13 22 | 55 66 | 103 120");
    // The new axes are there to begin with, then the statements that run have their place.
    CHECK_THAT(wordsOf(show->scene(0)), Catch::Contains("axis JO_1 = sparse_variable(IO_1") &&
                                            Catch::Contains("axis J_2 = sparse_fixed(I_2") &&
                                            !Catch::Contains("C[i, k] = 0\n"));
    CHECK_THAT(wordsOf(end), Catch::Contains("// 21 declarations\n") && !Catch::Contains("axis J_2 = "));
    const MatrixPtr parts = drawnMatrix({"1 2 . 3 . . . .", ". . 4 . . . . .", "5 . . 6 . 7 . .", ". . . . . . . .",
                                         ". . . . 8 9 . 1", ". . . . . . 2 3"});
    const ProgramRun run(programOf(parts, "figure11"));
    std::string sizes;
    for (int f = 1; f <= 3; ++f) // those of one width of both parts together
        sizes += std::to_string(run.arrays()[at(run.find(fmt::format("A_{}", f)))].initial.size()) + " ";
    CHECK(sizes == "2 4 8 ");
    CHECK(run.find("A_4") < 0);
    const nlohmann::json single = {{"rowLength", {{"max", 1}}}};
    CHECK(refusal(programOf(parts, "", {{"format", {{{"name", "csr"}, {"take", single}}}}})) ==
          "the formats leave 11 non-zeros");
    CHECK_THAT(refusal(programOf(parts, "", {{"format", {"csr", "ell"}}})), Catch::Contains("ell is left no non-zero"));
    CHECK_THAT(refusal(programOf(parts, "", {{"format", {"hyb(c,k)", "ell"}}})), Catch::Contains("beside no other"));
    CHECK_THAT(refusal(programOf(parts, "", {{"format", {{{"name", "csr"}, {"take", "most"}}}}})),
               Catch::Contains("is neither \"all\" nor"));
    CHECK(refusal(programOf(parts, "", {{"format", nlohmann::json::array()}})) == "format is a list of none");
}

TEST_CASE("tiles that stay apart have arrays each, and a step lights those of its own tile")
{
    const MatrixPtr matrix = drawnMatrix({"x......x", ".x....x.", "..x..x..", "...xx...", "x..x....", ".x..x..."});
    const LearnState state =
        programOf(matrix, "", {{"format", {{"name", "hyb(c,k)"}, {"c", 1}, {"k", 1}}}, {"tiled", true}});
    const ProgramRun run(state);
    std::set<int> tiles, stepped;
    for (const ProgramArray& array : run.arrays())
        tiles.insert(array.tile);
    REQUIRE(tiles == std::set<int>{-1, 0, 1}); // six rows of two places, four to a tile
    const auto show = makeShow(state);
    for (std::size_t s = 0; s < run.steps().size(); ++s) {
        const ProgramStep& step = run.steps()[s];
        const ProgramArray& array = run.arrays()[step.array];
        stepped.insert(array.tile);
        if (array.tile >= 0) {
            CHECK(step.tiles == std::vector{std::pair(array.tiles, std::int64_t{array.tile})});
            CHECK(show->scene(static_cast<int>(s) + 1).find(array.id(step.at))->role == Role::Highlight);
        }
    }
    CHECK(stepped == tiles);
    const LearnState whole = programOf(matrix, "", {{"format", {{"name", "hyb(c,k)"}, {"c", 1}, {"k", 1}}}});
    const ProgramRun joined(whole);
    CHECK(run.after(static_cast<int>(run.steps().size()))[at(run.find("C"))] ==
          joined.after(static_cast<int>(joined.steps().size()))[at(joined.find("C"))]);
    CHECK(refusal(programOf(matrix, "", {{"tiled", 1}})) == "tiled is neither true nor false");
}

TEST_CASE("settings of a program are refused by name, line and reason")
{
    const MatrixPtr matrix = workedByHand();
    const auto said = [&](const nlohmann::json& settings) { return refusal(programOf(matrix, "", settings)); };
    CHECK(said({{"stage", 4}}) == "stage is one of 1, 2, 3 here, not 4");
    CHECK(said({{"schedule", "lower"}, {"stage", 1}}) == "stage is one of 2, 3 here, not 1");
    CHECK(said({{"columns", 2}}) == "the view program has no setting \"columns\"");
    CHECK_THAT(said({{"operator", "spgemm"}}), Catch::Contains("operator \"spgemm\" is none of spmm"));
    CHECK(said({{"operator", 1}}) == "operator is no text");
    CHECK_THAT(said({{"format", "elk"}}), Catch::Contains("format \"elk\" is none of coo"));
    CHECK(said({{"format", 3}}) == "format is a name, or an object with a name and parameters");
    CHECK_THAT(said({{"format", {{"name", "bsr"}, {"height", 3}}}}), Catch::Contains("height of bsr is one of 1, 2"));
    CHECK_THAT(said({{"schedule", {"lower", "", "split k 0"}}}),
               Catch::Contains("schedule, line 3: split k 0: 0 is not from 1"));
    CHECK_THAT(said({{"schedule", "spilt k 2"}}), Catch::Contains("there is no step \"spilt\""));
    CHECK(said({{"schedule", {1}}}) == "schedule has a line that is no text");
    CHECK_THAT(said({{"format", "cell"}}), Catch::Contains("cell"));
    const MatrixPtr full = drawnMatrix(std::vector<std::string>(32, std::string(32, 'x')));
    CHECK(refusal(programOf(full, "spmm", {{"d", 4}})) ==
          "4,224 statements would be carried out, and 4,000 can be stepped through: take a smaller matrix or fewer "
          "columns");
}

TEST_CASE("the lesson of the three stages: every step has its picture, and its answers are those of section 7")
{
    const Lesson lesson = readLesson(resourcePath("lessons/7-program.json"));
    REQUIRE(lesson.steps.size() >= 9);
    std::string answers;
    std::map<int, bool> figures;
    for (const LessonStep& step : lesson.steps) {
        INFO(step.title);
        CHECK(step.state.view == View::Program);
        const auto show = makeShow(step.state);
        const int last = step.lastStep < 0 ? show->steps() - 1 : step.lastStep;
        const Point size = show->size(1000);
        for (const int s : {step.state.step, (step.state.step + last) / 2, last}) {
            const Scene scene = show->scene(s, 1000);
            CHECK(scene.width == size.x);
            CHECK(scene.height == size.y);
            for (const Shape& shape : scene.shapes) {
                CHECK(shape.x + shape.w <= scene.width);
                CHECK(shape.y + shape.h <= scene.height);
            }
        }
        if (step.exercise)
            answers += answerOf(*step.exercise, step.state).answer + "; ";
        for (int figure = 1; figure < 30; ++figure)
            if (step.note.find(fmt::format("igure {},", figure)) != std::string::npos ||
                step.note.find(fmt::format("igure {})", figure)) != std::string::npos ||
                step.note.find(fmt::format("igure {} (", figure)) != std::string::npos)
                figures[figure] |= step.note.find("section ") != std::string::npos;
    }
    // Each figure of the paper's language has a step that names its section, too.
    for (const int figure : {3, 4, 5, 6, 7, 8, 9, 10, 11, 18})
        CHECK(figures[figure]);
    CHECK(
        answers ==
        "J_indptr[2] and J_indptr[3] are equal; coordinate 3, position 1; 12; 5; 6 times; 3; B[6]; None: J_indptr and "
        "J_indices do; 12; 4; 8; Two stored rows of it are parts of row 1; 7; 1; 2; 4; [J, I, K]; 3; 4; 8 times; ");
}

TEST_CASE("of several tiles of a format, a step means the arrays of the one that its loops are at")
{
    const MatrixPtr matrix = withNumbers(namedMatrix("hyb8"));
    const Operator op{OperatorKind::SpMM, DataType::Float32, 1};
    Plan plan = emptyPlan(*matrix, op, 1);
    const FormatPtr format = makeFormat("ell", {{"rows", 4}, {"width", 2}});
    TileSet tiles;
    std::vector<std::uint32_t> all(at(matrix->nnz()));
    std::iota(all.begin(), all.end(), 0);
    format->cover(*matrix, all, tiles, noProgress());
    addTiles(plan, format, std::move(tiles));
    markAtomicTiles(plan);
    REQUIRE(plan.tiling().tiles.size() > 1);
    std::vector<double> values(matrix->values().begin(), matrix->values().end());
    std::sort(values.begin(), values.end());
    for (const int stage : {1, 2, 3}) {
        ProgramToRun what{matrix, op, ir::lowered(ir::decomposed(ir::programOf(op), plan), stage), {}};
        Packed packed = pack(plan, *matrix, noProgress());
        packed.ld = op.dense;
        what.bindings = ir::bind(plan, packed, *matrix, countedOperands(op, *matrix));
        const ProgramRun run(std::move(what), 400, noProgress());
        const ProgramPicture picture(run, {}, nullptr);
        std::vector<double> copied;
        for (std::size_t s = 0; s < run.steps().size(); ++s) {
            const ProgramStep& step = run.steps()[s];
            const ProgramArray& written = run.arrays()[step.array];
            if (written.tiles.empty())
                continue;
            REQUIRE(step.tiles == std::vector{std::pair(written.tiles, std::int64_t{written.tile})});
            if (step.value != 0)
                copied.push_back(step.value);
            const Scene scene = picture.scene(static_cast<int>(s) + 1, 700);
            CHECK(wordsOf(scene).find(fmt::format("A_1, tile {}\n", written.tile)) != std::string::npos);
            CHECK(textIn(scene, written.id(step.at)) == shortNumber(step.value));
            CHECK(scene.find(written.id(step.at))->role == Role::Highlight);
            const Point whole = picture.size(700);
            CHECK(scene.width <= whole.x);
            CHECK(scene.height <= whole.y);
        }
        std::sort(copied.begin(), copied.end());
        CHECK(copied == values);
    }
    const MatrixPtr small = workedByHand();
    CHECK_THROWS_WITH(
        ProgramRun({small, op, ir::programOf(op), ir::bind(op, *small, countedOperands(op, *small))}, 9, noProgress()),
        Catch::Contains("11 statements would be carried out, and 9 can be stepped through"));
}
