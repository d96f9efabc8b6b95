// learn: the lessons of the Learn page, as one web page, single pictures or a quiz, and what students hand in.
#include "app/cli/console.h"
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/learn/lesson.h"
#include "engine/learn/lesson_help.h"
#include "engine/learn/lesson_keys.h"
#include "engine/learn/results.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace sparsescope {

namespace {

struct LearnArguments {
    std::string lesson, out, svg, gift, theme = "light", language = "en";
    std::vector<std::string> grade;
    int part = 1, step = -1;
    bool list = false, formats = false, views = false, schema = false;
    bool withoutAnswers = false, instructor = false, slides = false;
};

// A shipped lesson by its name (or the number before it), or a file.
learn::Lesson lessonOf(const std::string& name)
{
    if (std::filesystem::exists(name))
        return learn::readLesson(name);
    std::string known;
    for (const learn::ShippedLesson& lesson : learn::shippedLessons()) {
        if (lesson.name == name || lesson.name.substr(0, lesson.name.find('-')) == name)
            return learn::readLesson(lesson.path);
        known += (known.empty() ? "" : ", ") + lesson.name;
    }
    failInput(fmt::format("is no file and no shipped lesson ({})", known), {.file = name});
}

void writePicture(const LearnArguments& a, const learn::Lesson& lesson, Console& console)
{
    if (a.part < 1 || a.part > static_cast<int>(lesson.steps.size()))
        failUsage(fmt::format("--part is 1 to {}, not {}", lesson.steps.size(), a.part));
    const learn::LessonStep& part = lesson.steps[at(a.part - 1)];
    const auto show = learn::makeShow(part.state);
    const int step = a.step < 0 ? part.state.step : a.step;
    if (step >= show->steps())
        failUsage(fmt::format("--step is 0 to {} in part {}, not {}", show->steps() - 1, a.part, step));
    if (a.theme != "light" && a.theme != "dark")
        failUsage(fmt::format("--theme is light or dark, not {}", a.theme));
    writeText(a.svg, learn::sceneSvg(show->scene(step), a.theme == "dark"), console.progress());
    fmt::print("{}  {}\n", a.svg, show->text(step));
}

void writeQuiz(const std::string& path, const learn::Lesson& lesson, Console& console)
{
    requireApart({lesson.path}, {path});
    const learn::GiftQuiz quiz = learn::giftQuiz(lesson);
    writeText(path, quiz.text, console.progress());
    fmt::print("{}\n", path);
    for (const std::string& left : quiz.leftOut)
        fmt::print(stderr, "left out: {}\n", left);
}

// Files that are refused are told, and the others graded all the same.
void gradeAnswers(const LearnArguments& a, const learn::Lesson& lesson, Console& console)
{
    requireApart(a.grade, {a.out});
    std::vector<learn::HandedIn> files;
    std::size_t refused = 0;
    for (const std::string& path : a.grade) {
        try {
            files.push_back({path, learn::parseResults(readText(path), path, lesson)});
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                throw;
            ++refused;
            fmt::print(stderr, "{}\n", e.what());
        }
    }
    const std::string table = learn::gradesCsv(lesson, files);
    if (a.out.empty())
        fmt::print("{}", table);
    else
        writeText(a.out, table, console.progress());
    if (refused > 0)
        failInput(fmt::format("{} of {} files are refused, which their lines above say", refused, a.grade.size()));
}

void learnLesson(const LearnArguments& a, Console& console)
{
    if (a.language != "en" && a.language != "de")
        failUsage(fmt::format("--language is en or de, not {}", a.language));
    if (a.list) {
        for (const learn::ShippedLesson& lesson : learn::shippedLessons(a.language))
            fmt::print("{:<20}  {}\n{:<20}  {}\n", lesson.name, lesson.title, "", lesson.about);
        return;
    }
    if (a.formats || a.views) {
        fmt::print("{}", a.formats ? learn::formatsHelp() : learn::viewsHelp());
        return;
    }
    if (a.schema) {
        fmt::print("{}\n", jsonText(learn::lessonSchema(), 2));
        return;
    }
    if (a.lesson.empty())
        failUsage("which lesson? (learn --list names them)");
    const learn::Lesson lesson = lessonOf(a.lesson);
    if (!a.grade.empty())
        return gradeAnswers(a, lesson, console);
    if (!a.svg.empty())
        return writePicture(a, lesson, console);
    if (!a.gift.empty())
        return writeQuiz(a.gift, inLanguage(lesson, a.language), console);
    if (!a.out.empty()) {
        const std::string page = learn::lessonHtml(
            lesson, console.progress(),
            {.answers = !a.withoutAnswers, .instructor = a.instructor, .slides = a.slides, .language = a.language});
        writeText(a.out, page, console.progress());
        console.clearLine();
        fmt::print("{}  {}\n", a.out, formatBytes(static_cast<std::int64_t>(page.size())));
        return;
    }
    if (a.withoutAnswers || a.instructor || a.slides)
        failUsage("--without-answers, --instructor and --slides are of the page that -o writes");
    const learn::Lesson shown = inLanguage(lesson, a.language);
    fmt::print("{}\n{}\n", shown.title, shown.about);
    for (std::size_t i = 0; i < shown.steps.size(); ++i) {
        const learn::LessonStep& part = shown.steps[i];
        fmt::print("{:>3}  {:<44}  {}, steps 0 to {}\n", i + 1, part.title, learn::name(part.state.view),
                   learn::makeShow(part.state)->steps() - 1);
    }
}

} // namespace

void addLearn(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "learn", "Write a lesson as one web page for any browser, one of its pictures as SVG, or its "
                 "exercises as a quiz; grade what students hand in.");
    const auto arguments = std::make_shared<LearnArguments>();
    command->add_option("LESSON", arguments->lesson, "Shipped lesson, or a JSON file; alone: list its parts.");
    command->add_flag("--list", arguments->list, "Name the shipped lessons.");
    command->add_option("-o,--output", arguments->out, "Write the page to this file; with --grade the table.");
    command->add_flag("--without-answers", arguments->withoutAnswers,
                      "With -o: leave all answers out of the page; what students save there is handed in.");
    command->add_flag("--slides", arguments->slides, "With -o: print every step as a slide, else as a handout.");
    command->add_flag("--instructor", arguments->instructor, "With -o: show the notes for the instructor too.");
    command->add_option("--gift", arguments->gift, "Write the exercises to this file as a quiz for Moodle (GIFT).");
    command->add_option("--grade", arguments->grade,
                        "Judge these files, which students handed in, and print a table as CSV.");
    command->add_option("--svg", arguments->svg, "Write one picture to this SVG file.");
    command->add_option("--part", arguments->part, "With --svg: draw this part of the lesson.")->capture_default_str();
    command->add_option(
        "--step", arguments->step,
        "With --svg: draw this step of the part, counted from 0. Default: the first that the lesson shows.");
    command->add_option("--theme", arguments->theme, "With --svg: use these colours.")
        ->type_name("{light,dark}")
        ->capture_default_str();
    command
        ->add_option("--language", arguments->language,
                     "Use the texts of this language where the lesson has them; pictures are in English.")
        ->type_name("{en,de}")
        ->capture_default_str();
    command->add_flag("--formats", arguments->formats, "List the formats that a lesson may show, with parameters.");
    command->add_flag("--views", arguments->views, "List the views, with examples, settings and what exercises ask.");
    command->add_flag("--schema", arguments->schema, "Print a JSON schema of lessons, for editors.");
    command->callback([=, &console] { learnLesson(*arguments, console); });
}

} // namespace sparsescope
