// Exercises: the answers that are computed, what is taken for right, and that no picture tells what is asked.
#include "engine/core/error.h"
#include "engine/learn/conditions.h"
#include "engine/learn/exercise.h"
#include "tests/engine/learn_fixtures.h"

#include <fmt/format.h>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

LearnState arraysOf(const char* matrix, std::vector<LearnFormat> formats)
{
    LearnState state;
    state.matrix = namedMatrix(matrix);
    state.formats = std::move(formats);
    return state;
}

Exercise asking(const std::string& kind, int format = 0)
{
    Exercise e;
    e.question = "?";
    e.kind = kind;
    e.format = format;
    return e;
}

bool isRight(const Exercise& exercise, const LearnState& state, const Given& given)
{
    return judge(answerOf(exercise, state), state, given).right;
}

Given written(const std::string& text)
{
    Given given;
    given.text = text;
    return given;
}

// A lesson of one step with this exercise, on the matrix hyb8.
std::string withExercise(const std::string& inside)
{
    return R"({"title": "t", "steps": [{"title": "s", "matrix": "hyb8", "formats": ["ell", "csr"], "exercise": )"
           R"({"question": "?", )" +
           inside + "}}]}";
}

// All that a picture says in sentences, and of the elements of arrays.
std::string saidBy(const Show& show, int step)
{
    std::string all = show.text(step) + "\n";
    for (const Shape& shape : show.scene(step).shapes)
        all += shape.text + "\n" + shape.hint + "\n";
    return all;
}

} // namespace

TEST_CASE("Answers are computed, as counted by hand")
{
    // Rows of 4, 1, 8, 1, 2, 1, 3 and 1: 21 non-zeros, eight places each.
    const LearnState ell = arraysOf("hyb8", {{"ell"}, {"csr"}});
    CHECK(answerOf(asking("padding"), ell).answer == "43");
    CHECK(answerOf(asking("bytes"), ell).answer == "512");    // 64 columns and values of 4
    CHECK(answerOf(asking("bytes", 1), ell).answer == "200"); // 8 row ends, 21 columns, 21 values
    Exercise why = asking("fewest bytes");
    why.why = "Because.";
    const ExerciseAnswer fewest = answerOf(why, ell);
    CHECK(fewest.right == std::vector<int>{1});
    CHECK(fewest.answer == "CSR");
    CHECK(fewest.explanation == "ELL (width 8): 512 bytes, CSR: 200 bytes. Because.");
    LearnState multiply = arraysOf("even", {{"csr"}});
    multiply.view = View::Multiply;
    CHECK(answerOf(asking("sectors"), multiply).answer == "12");
    CHECK(answerOf(asking("idle"), multiply).answer == "0");
    // Figure 2's last cover, figure 4's two SMs, the width that CELL keeps of LiteForm's slide.
    const auto costOf = [](const char* matrix, View view, const char* example) {
        LearnState state;
        state.matrix = namedMatrix(matrix);
        state.view = view;
        state.example = example;
        Exercise cost = asking("cost");
        cost.why = "Because.";
        return answerOf(cost, state);
    };
    CHECK(costOf("figure1", View::Plan, "figure2").answer == "12");
    CHECK_THAT(costOf("figure1", View::Plan, "figure2").explanation, Catch::EndsWith("2·4 + 2·2 = 12. Because."));
    CHECK(costOf("figure1", View::Plan, "figure3").answer == "11");
    CHECK(costOf("figure4", View::Iteration, "").answer == "3");
    CHECK_THROWS_WITH(answerOf(asking("cost"), ell), Catch::Contains("the view Arrays has no cost"));
    CHECK_THROWS_WITH(answerOf(asking("sectors"), ell), Catch::Contains("kind \"sectors\" is none of"));
    CHECK_THROWS_WITH(answerOf(asking("padding", 2), ell), Catch::Contains("format 2 is none of 2"));
}

TEST_CASE("Numbers are read with a point or a comma, thousands apart, whatever the unit")
{
    const auto reads = [](const std::string& text, double number) {
        const std::vector<double> all = writtenNumbers(text);
        return std::find(all.begin(), all.end(), number) != all.end();
    };
    CHECK(reads("43", 43));
    CHECK(reads(" 43.0 ", 43));
    CHECK(reads("43,0", 43));
    CHECK(reads("4,3", 4.3));
    CHECK(reads("1,024", 1024)); // in English, and elsewhere
    CHECK(reads("1,024", 1.024));
    CHECK(reads("1.024", 1024));
    CHECK(reads("1 024", 1024));
    CHECK(reads("1\xC2\xA0"
                "024 bytes",
                1024));
    CHECK(reads("1,234,567.5", 1234567.5));
    CHECK(reads("1.234.567,5", 1234567.5));
    CHECK(reads("-7", -7));
    CHECK(reads("\xE2\x88\x92"
                "7",
                -7));
    CHECK(reads("12,5 %", 12.5));
    CHECK(reads("200 bytes", 200));
    CHECK(reads(".5", 0.5));
    for (const char* none : {"", " ", "43,", "1,23.5", "1.2.3", "4e3", "0x2b", "nan", "forty", "4 3", "--4", "-", ".",
                             "12 of 20", "1e999"}) {
        INFO(none);
        CHECK(writtenNumbers(none).empty());
    }
    Exercise number = asking("number");
    number.number = 0.0296;
    number.tolerance = 0.0005;
    const LearnState state = arraysOf("figure1", {{"csr"}});
    CHECK(isRight(number, state, written("0,03")));
    CHECK(isRight(number, state, written("0.0291")));
    CHECK_FALSE(isRight(number, state, written("0.0290")));
    CHECK_FALSE(judge(answerOf(number, state), state, written("no idea")).unclear.empty());
}

TEST_CASE("Texts are compared without capitals and spaces; of several choices all have to be right")
{
    const LearnState state = arraysOf("figure1", {{"csr"}});
    Exercise text = asking("text");
    text.texts = {"Warp divergence", "SIMT"};
    for (const char* right : {"warp divergence", "  Warp  Divergence. ", "simt"})
        CHECK(isRight(text, state, written(right)));
    CHECK_FALSE(isRight(text, state, written("divergence")));
    Exercise choice = asking("choice");
    choice.choices = {"a", "b", "c"};
    choice.right = {0, 2};
    choice.several = true;
    const auto chosen = [](std::vector<int> all) {
        Given given;
        given.chosen = std::move(all);
        return given;
    };
    CHECK(isRight(choice, state, chosen({0, 2})));
    CHECK_FALSE(isRight(choice, state, chosen({0})));
    CHECK_FALSE(isRight(choice, state, chosen({0, 1, 2})));
    CHECK(answerOf(choice, state).answer == "a; c");
}

TEST_CASE("An array is filled element by element, and the picture leaves out what is asked")
{
    LearnState state = arraysOf("figure1", {{"csr"}, {"ell"}});
    Exercise fill = asking("fill", 1);
    fill.array = "colIdx";
    fill.blank = {2, 3};
    const ExerciseAnswer answer = answerOf(fill, state); // column by column: the first places of rows 2 and 3
    CHECK(answer.values == std::vector<std::string>{"2", "2"});
    Given given;
    given.cells = {" 2", "2,0"};
    CHECK(judge(answer, state, given).right);
    given.cells = {"2", "7"};
    CHECK(judge(answer, state, given).parts == std::vector<bool>{true, false});
    given.cells = {"2"};
    CHECK_FALSE(judge(answer, state, given).unclear.empty());

    const auto bare = makeShow(state);
    state.asked = answer.asked;
    const auto masked = makeShow(state);
    REQUIRE(masked->steps() == bare->steps());
    const auto textIn = [](const Scene& scene, const std::string& id) {
        for (std::size_t i = 0; i + 1 < scene.shapes.size(); ++i)
            if (scene.shapes[i].id == id)
                return scene.shapes[i + 1].text;
        return std::string("nowhere");
    };
    const Scene last = masked->scene(masked->steps() - 1);
    CHECK(textIn(bare->scene(bare->steps() - 1), "array 1 colIdx 2") == "2");
    CHECK(textIn(last, "array 1 colIdx 2") == "?");
    CHECK(textIn(last, "array 1 colIdx 4") != "?");
    const std::vector<int> named = last.named();
    for (const Link& link : last.links) // which would light its column
        for (const auto& [one, other] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
            if (last.shapes[static_cast<std::size_t>(named[static_cast<std::size_t>(one)])].id == "array 1 colIdx 2")
                CHECK(last.shapes[static_cast<std::size_t>(named[static_cast<std::size_t>(other)])].id.rfind("line",
                                                                                                             0) == 0);
    for (int step = 0; step < masked->steps(); ++step)
        CHECK(masked->text(step).find("colIdx[2] =", masked->text(step).find("ELL")) == std::string::npos);
}

TEST_CASE("A matrix is drawn that meets conditions")
{
    const LearnState state = arraysOf("figure1", {{"csr"}});
    CHECK(evaluate("non-zeros = 10", state).met);
    CHECK(evaluate("longest row <= 2", state).met);
    CHECK(evaluate("empty rows = 2", state).met);
    CHECK(evaluate("padding(ell) > 5", state).now == "6");
    CHECK(evaluate("bytes(csr) < bytes(coo)", state).met);
    CHECK(evaluate("values(bsr, height=2, width=2) != 10", state).met);
    CHECK(evaluate("idle(csr) >= 0", state).met);
    for (const auto& [wrong, reason] :
         std::vector<std::pair<std::string, std::string>>{{"non-zeros", "compares nothing"},
                                                          {"bites(csr) < 3", "is no quantity of a format"},
                                                          {"bytes(csx) < 3", "\"csx\" is none of"},
                                                          {"bytes(sell, c=3) < 3", "c of sell is one of"},
                                                          {"bytes(sell, c) < 3", "is no parameter"},
                                                          {"nonsense = 3", "is neither a whole number"}})
        CHECK_THROWS_WITH(evaluate(wrong, state), Catch::Contains(reason));

    Exercise draw = asking("draw");
    draw.conditions = {"non-zeros = 8", "padding(ell) = 0"};
    draw.solution = std::vector<std::string>(8, "x.......");
    Given given;
    given.cells = draw.solution;
    CHECK(isRight(draw, state, given));
    given.cells[0] = "xx......";
    CHECK(judge(answerOf(draw, state), state, given).parts == std::vector<bool>{false, false});
    given.cells = {"x."};
    CHECK_THROWS_WITH(judge(answerOf(draw, state), state, given), Catch::Contains("of 8 x 8 is asked for"));
    draw.solution[0] = "xx......";
    CHECK_THROWS_WITH(answerOf(draw, state), Catch::Contains("does not meet \"non-zeros = 8\": it is 9"));
    draw.conditions = {"non-zeros = 10"};
    CHECK_THROWS_WITH(answerOf(draw, state), Catch::Contains("does not meet"));
}

TEST_CASE("Conditions reach a page as sums where they are some")
{
    const LearnState state = arraysOf("figure1", {{"csr"}});
    const auto left = [&](const char* condition) {
        const auto form = formOf(condition, state);
        return form ? form->left : std::vector<std::int64_t>();
    };
    using Sum = std::vector<std::int64_t>; // 1, non-zeros, longest, shortest row, diagonals, rows
    CHECK(left("non-zeros = 8") == Sum{0, 1, 0, 0, 0, 0});
    CHECK(left("rows = 8") == Sum{8, 0, 0, 0, 0, 0});
    CHECK(left("empty rows = 1") == Sum{8, 0, 0, 0, 0, -1});
    CHECK(left("bytes(csr) < bytes(coo)") == Sum{32, 8, 0, 0, 0, 0}); // of each row where it ends
    CHECK(left("padding(ell) <= 2") == Sum{0, -1, 8, 0, 0, 0});
    CHECK(formOf("bytes(csr) < bytes(coo)", state)->right == Sum{0, 12, 0, 0, 0, 0});
    CHECK(formOf("bytes(csr) < bytes(coo)", state)->sign == "<");
    CHECK_FALSE(formOf("bytes(bsr) < 300", state)); // of blocks
}

TEST_CASE("An exercise that cannot be answered is refused with the key and the reason")
{
    CHECK(lessonFault(withExercise(R"("kind": "padding", "tolerance": 2, "hints": ["Count."])")) == "nothing is wrong");
    CHECK_THAT(lessonFault(withExercise(R"("choices": ["a", "b"], "answer": 2)")),
               Catch::Contains("my.json: steps[0].exercise: answer 2 is none of 2"));
    CHECK_THAT(lessonFault(withExercise(R"("choices": ["a", "a"], "answer": 0)")), Catch::Contains("are the same"));
    CHECK_THAT(lessonFault(withExercise(R"("choices": ["a", "b"], "answers": [1, 0])")), Catch::Contains("ascending"));
    CHECK_THAT(lessonFault(withExercise(R"("choices": ["a", "b"])")), Catch::Contains("says which choice is right"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "number")")), Catch::Contains("exercise.answer: is missing"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "text", "answers": []})")), Catch::Contains("is not valid JSON"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "text", "answers": [" "])")), Catch::Contains("cannot be written"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "padding", "array": "colIdx")")),
               Catch::Contains("exercise.array: says nothing in an exercise of the kind padding"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "fill", "array": "rowPtr")")),
               Catch::Contains("array \"rowPtr\" of ELL (width 8) is none of colIdx, values"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "fill", "array": "colIdx", "blank": [64])")),
               Catch::Contains("element 64 of colIdx is none of 64"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "draw", "conditions": ["non-zeros = 3"])")),
               Catch::Contains("\"solution\""));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "padding", "tries": 2, "hints": ["a", "b"])")),
               Catch::Contains("are never shown"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "padding", "tries": 0)")), Catch::Contains("1 to 20 tries"));
    CHECK_THAT(lessonFault(withExercise(R"("kind": "padding", "tolerance": -1)")),
               Catch::Contains("tolerance: is no number"));
}

TEST_CASE("No picture of a shipped lesson says what its exercise asks")
{
    for (const ShippedLesson& item : shippedLessons())
        for (const LessonStep& step : readLesson(item.path).steps) {
            if (!step.exercise || step.exercise->kind == "choice" || step.exercise->kind == "text")
                continue;
            LearnState state = step.state;
            Exercise exercise = *step.exercise;
            exercise.why.clear();
            const ExerciseAnswer answer = answerOf(exercise, state);
            if (answer.asked.numbers.empty())
                continue;
            const auto bare = makeShow(state);
            state.asked = answer.asked;
            CHECK(sameSubject(state, step.state));
            const auto masked = makeShow(state);
            INFO(item.name << ", " << step.title << ": " << answer.answer << ", " << answer.explanation);
            REQUIRE(masked->steps() == bare->steps());
            bool differs = false;
            for (int s = 0; s < masked->steps(); ++s) {
                const std::string said = saidBy(*masked, s), all = saidBy(*bare, s);
                differs = differs || said != all;
                CHECK(said.find(answer.explanation) == std::string::npos);
            }
            if (step.exercise->kind != "copies" && step.exercise->kind != "longest thread")
                CHECK((differs || step.state.view == View::Program || step.state.view == View::Graph));
        }
}
