// learn: the lessons of the Learn page, as one web page or single pictures.
#include "app/cli/console.h"
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/learn/lesson.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct LearnArguments {
    std::string lesson, out, svg, theme = "light";
    int part = 1, step = -1;
    bool list = false;
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

void learnLesson(const LearnArguments& a, Console& console)
{
    if (a.list) {
        for (const learn::ShippedLesson& lesson : learn::shippedLessons())
            fmt::print("{:<20}  {}\n{:<20}  {}\n", lesson.name, lesson.title, "", lesson.about);
        return;
    }
    if (a.lesson.empty())
        failUsage("which lesson? (learn --list names them)");
    const learn::Lesson lesson = lessonOf(a.lesson);
    if (!a.svg.empty()) {
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
        return;
    }
    if (!a.out.empty()) {
        const std::string page = learn::lessonHtml(lesson, console.progress());
        writeText(a.out, page, console.progress());
        console.clearLine();
        fmt::print("{}  {}\n", a.out, formatBytes(static_cast<std::int64_t>(page.size())));
        return;
    }
    fmt::print("{}\n{}\n", lesson.title, lesson.about);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const learn::LessonStep& part = lesson.steps[i];
        fmt::print("{:>3}  {:<44}  {}, steps 0 to {}\n", i + 1, part.title, learn::name(part.state.view),
                   learn::makeShow(part.state)->steps() - 1);
    }
}

} // namespace

void addLearn(CLI::App& app, Console& console)
{
    CLI::App* command =
        app.add_subcommand("learn", "Write a lesson as one web page for any browser, or one of its pictures as SVG.");
    const auto arguments = std::make_shared<LearnArguments>();
    command->add_option("LESSON", arguments->lesson, "Shipped lesson, or a JSON file; alone: list its parts.");
    command->add_flag("--list", arguments->list, "Name the shipped lessons.");
    command->add_option("-o,--output", arguments->out, "Write the page to this file.");
    command->add_option("--svg", arguments->svg, "Write one picture to this SVG file.");
    command->add_option("--part", arguments->part, "With --svg: draw this part of the lesson.")->capture_default_str();
    command->add_option(
        "--step", arguments->step,
        "With --svg: draw this step of the part, counted from 0. Default: the first that the lesson shows.");
    command->add_option("--theme", arguments->theme, "With --svg: use these colours.")
        ->type_name("{light,dark}")
        ->capture_default_str();
    command->callback([=, &console] { learnLesson(*arguments, console); });
}

} // namespace sparsescope
