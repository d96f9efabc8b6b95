// Lessons: those that are shipped, what a wrong file is told, and what leaves as SVG and HTML.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/learn/scene_svg.h"
#include "engine/learn/toy.h"
#include "engine/raster/colour_map.h"
#include "tests/engine/learn_fixtures.h"
#include "tests/support/paths.h"

#include <fmt/format.h>
#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

// Empty, or what is wrong with it.
// From where to where it is drawn.
std::pair<double, double> drawnWidth(const Shape& s)
{
    const double width = textWidth(s.text, s.size, s.monospaced, s.strong);
    const double left = s.align == Align::Left     ? s.x
                        : s.align == Align::Centre ? s.x + (s.w - width) / 2
                                                   : s.x + s.w - width;
    return {left, left + width};
}

// The first two texts of which one lies on the other, but for the room above and below letters.
std::string overlap(const Scene& scene)
{
    std::vector<const Shape*> texts;
    for (const Shape& s : scene.shapes)
        if (s.kind == Shape::Kind::Text && !s.text.empty())
            texts.push_back(&s);
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
            const Shape &a = *texts[i], &b = *texts[k];
            const double room = 0.5 * std::min(a.h, b.h);
            if (std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y) <= room)
                continue;
            const auto [aLeft, aRight] = drawnWidth(a);
            const auto [bLeft, bRight] = drawnWidth(b);
            // Widths are estimates.
            if (std::min(aRight, bRight) - std::max(aLeft, bLeft) > 0.15 * std::max(aRight - aLeft, bRight - bLeft))
                return a.text + " | " + b.text;
        }
    return {};
}

std::string sceneFault(const Scene& scene)
{
    std::set<std::string> ids;
    for (const Shape& s : scene.shapes) {
        if (!s.id.empty() && !ids.insert(s.id).second)
            return "twice: " + s.id;
        if (s.kind != Shape::Kind::Text)
            continue;
        const auto [left, right] = drawnWidth(s);
        if (left < 0 || right > scene.width || s.y < 0 || s.y + s.h > scene.height)
            return "outside: " + s.text;
        if (s.text.find('\n') != std::string::npos)
            return "two lines: " + s.text;
    }
    std::set<std::pair<int, int>> links;
    for (const Link& link : scene.links)
        if (link.from < 0 || link.from >= link.to || link.to >= static_cast<int>(ids.size()))
            return fmt::format("linked to nothing: {}, {}", link.from, link.to);
        else if (!links.emplace(link.from, link.to).second)
            return fmt::format("linked twice: {}, {}", link.from, link.to);
    return {};
}

std::string oneStep(const std::string& inside)
{
    return R"({"title": "t", "steps": [{"title": "s", )" + inside + "}]}";
}

} // namespace

TEST_CASE("Every step of every shipped lesson is a picture whose ids are its own and whose texts lie within it",
          "[slow]")
{
    const std::vector<ShippedLesson> shipped = shippedLessons();
    REQUIRE(shipped.size() == 10);
    for (const ShippedLesson& item : shipped) {
        CHECK_FALSE(item.about.empty());
        const Lesson lesson = readLesson(item.path);
        for (const LessonStep& part : lesson.steps) {
            const auto show = makeShow(part.state);
            const Scene first = show->scene(0);
            for (int step = 0; step < show->steps(); ++step) {
                INFO(item.name << ", " << part.title << ", step " << step);
                CHECK_FALSE(show->text(step).empty());
                const Scene scene = show->scene(step);
                CHECK(sceneFault(scene) == "");
                CHECK(scene.width == Approx(first.width));
                CHECK(scene.height == Approx(first.height));
                if (step % 7 == 0)
                    for (const bool dark : {false, true})
                        CHECK(xmlFault(sceneSvg(scene, dark)).empty());
            }
        }
    }
}

TEST_CASE("No text of a shipped lesson lies on another one, whatever room there is")
{
    for (const ShippedLesson& item : shippedLessons())
        for (const LessonStep& part : readLesson(item.path).steps) {
            const auto show = makeShow(part.state);
            for (const double room : {500.0, 700.0, 1240.0, 2000.0}) {
                INFO(item.name << ", " << part.title << ", room " << room);
                CHECK(overlap(show->scene(0, room)) == "");
                CHECK(overlap(show->scene(show->steps() - 1, room)) == "");
            }
        }
}

TEST_CASE("Every view of every small matrix is drawn whole")
{
    const std::vector<double> rooms = sanitized ? std::vector{700.0} : std::vector{700.0, 1240.0, 2000.0};
    for (const auto& [name, matrix] : smallMatrices())
        for (int v = 0; v < viewCount; ++v) {
            LearnState state;
            state.matrix = matrix;
            state.view = static_cast<View>(v);
            state.formats = {{"csr", nlohmann::json::object(), {}}, {"ell", nlohmann::json::object(), {}}};
            std::vector<std::string> shown{""};
            for (const LearnExample& example : examples(state.view))
                if (name == "figure1" || // rules that take nothing of another one are refused
                    (example.name != "figure3" && example.name != "figure5" && example.name != "greedy"))
                    shown.push_back(example.name);
            for (const std::string& example : shown) {
                INFO(name << ", " << learn::name(state.view) << " " << example);
                state.example = example;
                const auto show = makeShow(state);
                for (const double room : rooms)
                    for (const int step : {0, show->steps() / 2, show->steps() - 1}) {
                        const Scene scene = show->scene(step, room);
                        CHECK(sceneFault(scene) == "");
                        CHECK(show->size(room).x == Approx(scene.width));
                        CHECK(show->size(room).y == Approx(scene.height));
                    }
            }
        }
}

TEST_CASE("Whole numbers are written out, and boxes of arrays and places are as wide as theirs")
{
    CHECK(shortNumber(999) == "999");
    CHECK(shortNumber(1024) == "1024");
    CHECK(shortNumber(-123456) == "-123456");
    CHECK(shortNumber(0.25) == ".25");
    LearnState state;
    state.matrix = drawnMatrix({"1024 . -5000", ". 1 .", "7 . 65536"});
    for (const View view : {View::Arrays, View::Multiply, View::Primitives}) {
        state.view = view;
        state.formats = {{"csr"}, {"bsr"}};
        const auto show = makeShow(state);
        const Scene scene = show->scene(show->steps() - 1);
        int seen = 0;
        for (std::size_t i = 1; i < scene.shapes.size(); ++i)
            if (const Shape& text = scene.shapes[i], &box = scene.shapes[i - 1];
                text.kind == Shape::Kind::Text && box.kind == Shape::Kind::Rectangle && box.x == text.x &&
                (box.id.starts_with("cell ") || box.id.starts_with("array ") || box.id.starts_with("stored "))) {
                INFO(learn::name(view) << ": " << text.text << " in " << box.id);
                CHECK(textWidth(text.text, text.size, text.monospaced) <= box.w + 2);
                CHECK(text.text.find('e') == std::string::npos);
                seen += text.text == "65536" ? 1 : 0;
            }
        CHECK(seen > 0);
    }
}

TEST_CASE("Parts of a division are named as large as they are drawn")
{
    LearnState state;
    state.matrix = namedMatrix("figure1");
    state.view = View::Primitives;
    state.example = "condense"; // rows 0 to 3 hold something in three columns, rows 4 to 7 too
    const auto condense = makeShow(state);
    CHECK_THAT(condense->text(3), Catch::Contains("Parts of up to 4 columns, 3 here"));
    state.example = "bsr";
    CHECK_THAT(makeShow(state)->text(1), Catch::Contains("Parts of 2 rows. "));
    state.matrix = drawnMatrix({"x.x", "...", ".xx"});
    CHECK_THAT(makeShow(state)->text(1), Catch::Contains("Parts of 2 rows, 1 at the end."));
}

TEST_CASE("Figure 4(c): a schedule costs what its longest SM takes, the task partition what the best schedule does")
{
    LearnState state;
    state.matrix = namedMatrix("figure4");
    state.view = View::Iteration;
    const auto show = makeShow(state);
    const auto bars = [&](int step) { // where each SM's last sub-task ends
        std::map<double, double> ends;
        for (const Shape& shape : show->scene(step).shapes)
            if (shape.id.starts_with("task "))
                ends[shape.y] = std::max(ends[shape.y], shape.x + shape.w);
        return ends;
    };
    CHECK_THAT(show->text(4), Catch::Contains("SM 2 ends last") && Catch::Contains("is 4"));
    CHECK(bars(4).size() == 2);
    CHECK(bars(4).begin()->second < bars(4).rbegin()->second);
    CHECK_THAT(show->text(5), Catch::Contains("ends after 3"));
    CHECK(bars(5).begin()->second == Approx(bars(5).rbegin()->second));
}

TEST_CASE("The note to hyb(2, 2) counts the buckets that are drawn")
{
    for (const ShippedLesson& item : shippedLessons())
        for (const LessonStep& step : readLesson(item.path).steps)
            if (step.title.starts_with("hyb(2, 2)")) {
                const Encoded e = encoded(step.state.matrix, step.state.formats.back(), DataType::Float32);
                std::vector<std::string> labels;
                for (const StoredFrame& frame : e.frames)
                    if (!frame.label.empty())
                        labels.push_back(frame.label);
                CHECK(labels == std::vector<std::string>{"part 0, width 1", "part 0, width 4", "part 1, width 1",
                                                         "part 1, width 2", "part 1, width 4"});
                CHECK_THAT(step.note, Catch::Contains("*five*: of widths 1 and 4 in the first partition, of 1, 2 and "
                                                      "4 in the second"));
                return;
            }
    FAIL("there is no such step");
}

TEST_CASE("A lane that waits is seen")
{
    for (const bool dark : {false, true})
        CHECK(raster::contrast(styleOf(Role::Idle, dark).stroke,
                               dark ? raster::darkBackground : raster::lightBackground) >= 3);
}

TEST_CASE("Two formats are multiplied side by side where there is room, else one above the other")
{
    LearnState state;
    state.matrix = namedMatrix("alternating");
    state.view = View::Multiply;
    state.formats = {{"csr"}, {"sell"}};
    const auto show = makeShow(state);
    CHECK(show->size(1240).y < 0.7 * show->size(880).y);
    CHECK(show->size(1240).x <= 1240);
    CHECK(show->size(880).x <= 880);
}

TEST_CASE("The figures' covers cost what the paper says")
{
    const MatrixPtr m = namedMatrix("figure1");
    std::vector<std::int64_t> costs;
    for (const ToyCover& cover : figure2(*m))
        costs.push_back(cover.cost());
    CHECK(costs == std::vector<std::int64_t>{20, 16, 28, 12});
    costs.clear();
    for (const ToyCover& cover : figure3(*m)) {
        costs.push_back(cover.cost());
        // Every non-zero lies in exactly one tile.
        std::multiset<std::pair<std::int32_t, std::int32_t>> held;
        for (const ToyTile& tile : cover.tiles)
            held.insert(tile.cells.begin(), tile.cells.end());
        for (std::int32_t r = 0; r < 8; ++r)
            for (const std::int32_t c : m->row(r))
                CHECK(held.count({r, c}) == 1);
    }
    CHECK(costs == std::vector<std::int64_t>{12, 12, 11});
    CHECK_THAT(figure2(*m)[1].arithmetic(), Catch::Contains("16"));
    CHECK(figure2(*m)[3].arithmetic() == "2 of 2×2 at 4, 2 of 1×1 at 2: 2·4 + 2·2 = 12");
    const std::vector<ToySubTask> tasks = figure6();
    CHECK(tasks[0].cost + tasks[1].cost == 11);
    CHECK(tasks[3].cost == 12);
    CHECK(static_cast<double>(tasks[3].cost - 11) / (tasks[3].end - 15) == Approx(0.2));
    CHECK(static_cast<double>(tasks[2].cost) / (tasks[2].end - tasks[2].begin) == Approx(1.2));
}

TEST_CASE("A lesson that is wrong is told file, line, key and reason")
{
    CHECK_THAT(lessonFault("{\n  \"title\": \"t\",\n  \"steps\": [}\n}"),
               Catch::Contains("my.json:3:13: is not valid JSON"));
    CHECK_THAT(lessonFault("[]"), Catch::Contains("my.json: lesson: is no object"));
    CHECK_THAT(lessonFault(R"({"title": "t"})"), Catch::Contains("my.json: steps: is missing"));
    CHECK_THAT(lessonFault(R"({"title": "t", "steps": []})"), Catch::Contains("steps: is no list"));
    CHECK_THAT(lessonFault(R"({"title": 3, "steps": [1]})"), Catch::Contains("title: is neither text"));
    CHECK_THAT(lessonFault(oneStep(R"("view": "arrays")")), Catch::Contains("steps[0].matrix: is missing"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure9", "formats": ["csr"])")),
               Catch::Contains("steps[0].matrix: matrix \"figure9\" is none of figure1"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": ["x.", "x"], "formats": ["csr"])")),
               Catch::Contains("steps[0].matrix: row 1 has 1 places, the first has 2"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": ["x.", "xy"], "formats": ["csr"])")),
               Catch::Contains("row 1 has \"y\""));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "view": "array", "formats": ["csr"])")),
               Catch::Contains("steps[0].view: \"array\" is none of arrays, formats, levels, multiply"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr", {"name": "sell", "c": 3}])")),
               Catch::Contains("steps[0].formats[1]: c of sell is one of"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"], "step": 99)")),
               Catch::Contains("steps[0].step: lies past the last step"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"], "step": [3, 2])")),
               Catch::Contains("steps[0].step: is neither"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"], "hilight": [])")),
               Catch::Contains("steps[0].hilight: is none of"));
    CHECK_THAT(lessonFault(oneStep(
                   R"("matrix": "figure1", "formats": ["csr"], "exercise": {"question": "?", "kind": "weight"})")),
               Catch::Contains("steps[0].exercise: kind \"weight\" is none of"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "even", "view": "plan", "formats": [], "example": "figure3")")),
               Catch::Contains("steps[0].view: the example figure3 belongs"));
    for (const char* row : {"1.5", "1e300", "4294967296", "18446744073709551615"}) // which would be other rows
        CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "view": "permute", "formats": ["csr"], "rows": [0, )" +
                                       std::string(row) + "]")),
                   Catch::Contains("rows[1]") && Catch::Contains("none of the rows"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "view": "permute", "formats": ["csr"], "rows": [0, 0, 1])")),
               Catch::Contains("an order of rows names each of 0 to 7 once"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"], "open": "a.mtx")")),
               Catch::Contains("steps[0].page: is missing"));
    CHECK_THAT(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"], "page": "tiles")")),
               Catch::Contains("steps[0].open: is missing"));
    CHECK(lessonFault(oneStep(R"("matrix": "figure1", "formats": ["csr"])")) == "nothing is wrong");
}

TEST_CASE("A step opens files beside its lesson, or samples")
{
    const TemporaryFolder folder;
    writeText(folder / "a.mtx", "");
    const Lesson lesson =
        parseLesson(oneStep(R"("matrix": "figure1", "formats": ["csr"], "open": ["a.mtx", "b.mtx"], "page": "tiles")"),
                    folder / "my.json");
    CHECK(lesson.steps[0].open == std::vector<std::string>{"a.mtx", "b.mtx"});
    CHECK(lesson.steps[0].page == "tiles");
    CHECK(openedFile(lesson, "a.mtx") == folder / "a.mtx");
    CHECK(openedFile(lesson, "b.mtx").empty());
    int opening = 0;
    for (const ShippedLesson& item : shippedLessons()) {
        const Lesson shipped = readLesson(item.path);
        for (const LessonStep& step : shipped.steps)
            for (const std::string& file : step.open) {
                INFO(item.name << ": " << file);
                CHECK_FALSE(openedFile(shipped, file).empty());
                ++opening;
            }
    }
    CHECK(opening >= 7);
}

TEST_CASE("A lesson is written as it is read")
{
    const TemporaryFolder folder;
    for (const ShippedLesson& item : shippedLessons()) {
        INFO(item.name);
        const Lesson lesson = readLesson(item.path);
        writeLesson(lesson, folder / "copy.json");
        const Lesson copy = readLesson(folder / "copy.json");
        CHECK(lessonJson(copy) == lessonJson(lesson));
        REQUIRE(copy.steps.size() == lesson.steps.size());
        for (std::size_t i = 0; i < copy.steps.size(); ++i) {
            CHECK(copy.steps[i].state.formats == lesson.steps[i].state.formats);
            CHECK(copy.steps[i].state.matrix->fingerprint() == lesson.steps[i].state.matrix->fingerprint());
        }
    }
    const MatrixPtr valued = drawnMatrix({"1 . -2.5", ". 0 ."});
    CHECK(drawing(*valued) == std::vector<std::string>{"1 . -2.5", ". 0 ."});
    CHECK(drawnMatrix(drawing(*valued))->fingerprint() == valued->fingerprint());
    const MatrixPtr column = drawnMatrix({"2.5 ", ". ", "10 "});
    CHECK(column->cols() == 1);
    CHECK(drawnMatrix(drawing(*column))->fingerprint() == column->fingerprint());
}

TEST_CASE("A lesson's page loads nothing, and its texts are text")
{
    Lesson lesson =
        parseLesson(oneStep(R"("note": "</script><b>", "matrix": "figure1", "formats": ["csr"])"), "my.json");
    lesson.title = "<img src=x>";
    for (const std::string& page :
         {lessonHtml(lesson, noProgress()), lessonHtml(readLesson(shippedLessons().front().path), noProgress())}) {
        for (const char* outside : {"http://", "https://", "<link", "@import", " href=", "src=\"", "<img"})
            CHECK(page.find(outside) == std::string::npos);
        for (std::size_t at = page.find("url("); at != std::string::npos; at = page.find("url(", at + 1))
            CHECK(page[at + 4] == '#');
        CHECK(page.find("default-src 'none'") != std::string::npos);
        CHECK(page.find("</script><b>") == std::string::npos);
        CHECK(page.size() < (4u << 20));
    }
}

TEST_CASE("The script of a lesson's page has a picture for every step", "[slow]")
{
    std::string node;
    for (const char* path : {"/usr/bin/node", "/usr/bin/nodejs", "/usr/local/bin/node"})
        if (std::filesystem::exists(path))
            node = path;
    if (node.empty())
        skipTest("there is no JavaScript engine");
    const TemporaryFolder folder;
    for (const ShippedLesson& item : shippedLessons()) {
        writeText(folder / "page.html", lessonHtml(readLesson(item.path), noProgress()));
        std::string out;
        const ProcessResult result = runProcess(
            node, {sourceFile("tests/support/check_lesson.js"), folder / "page.html"},
            [&](const std::string& line) { out += line; }, noProgress());
        INFO(item.name << ": " << out << result.standardError);
        CHECK(result.exitStatus == 0);
        CHECK_THAT(out, Catch::Contains("parts"));
    }
}

TEST_CASE("Moving a line keeps the others in their order")
{
    CHECK(moved({}, 4, 0, 2) == std::vector<std::int32_t>{1, 2, 0, 3});
    CHECK(moved({1, 2, 0, 3}, 4, 3, 0) == std::vector<std::int32_t>{3, 1, 2, 0});
    CHECK(moved({}, 3, 1, 1) == std::vector<std::int32_t>{0, 1, 2});
    CHECK(moved({}, 3, 2, 9) == std::vector<std::int32_t>{0, 1, 2});
}
