// Lessons: ordered views with notes and exercises, in one JSON file that a lecturer edits (resources/lessons).
#pragma once

#include "engine/core/progress.h"
#include "engine/learn/exercise.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope::learn {

// A text in another language than the file's own, which is mostly English.
struct Translation {
    std::string key, language;      // "note", or "exercise.why"; "de"
    std::string of;                 // what it translates: of a text that was changed since it is nothing
    std::vector<std::string> lines; // or texts of a list
};

struct LessonStep {
    std::string title;
    std::string note;       // plain text; lines end paragraphs, *word* is strong, `code` monospaced
    std::string instructor; // as a note; for the instructor alone
    LearnState state;       // LearnState::step: where it begins
    int lastStep = -1;      // of the view's steps, the last that is shown; -1: to the end
    std::optional<Exercise> exercise;
    std::string matrixName;        // a named pattern; empty: drawn in the file, row by row
    std::vector<std::string> open; // files that the window opens together when it is asked to, as the lesson names them
    std::string page;              // on which, as the window's --page takes it; empty: none is opened
    std::vector<Translation> translations;
};

struct Lesson {
    std::string title, author, about;
    std::vector<LessonStep> steps;
    std::string path; // where it was read from
    std::vector<Translation> translations;
};

// Throws Error(Input) with file, line where JSON itself is wrong, the key ("steps[2].formats[0].C") and the reason.
// Every step is known to make a Show, every exercise to have an answer; of a draft, which somebody still writes, the
// exercises may have none.
Lesson readLesson(const std::string& path, bool draft = false);
Lesson parseLesson(const std::string& text, const std::string& path, bool draft = false);
// As readLesson() takes it; matrices are written as rows of '.', 'x' and numbers unless they have a name.
std::string lessonJson(const Lesson& lesson);
// Throws Error(Input) where an exercise has no answer: readLesson() would refuse the file.
void writeLesson(const Lesson& lesson, const std::string& path);

// Where a file lies that a step names: beside the lesson, else among the program's resources
// ("samples/graphs-2048-h200.sscope"). Empty: nowhere.
std::string openedFile(const Lesson& lesson, const std::string& name);
// As it is shown in that language, and not to be written.
Lesson inLanguage(Lesson lesson, const std::string& language);
LessonStep inLanguage(LessonStep step, const std::string& language);

// Small matrices with a name: figure1, ... ; throws Error(Input) for others.
struct NamedMatrix {
    std::string name, label;
};
std::vector<NamedMatrix> namedMatrices();
MatrixPtr namedMatrix(const std::string& name);
// From rows drawn as text, "x..x" or "1 . . 2.5"; throws Error(Input) naming the row.
MatrixPtr drawnMatrix(const std::vector<std::string>& rows);
std::vector<std::string> drawing(const Matrix& matrix);

// Those of resources/lessons, in the order of their file names.
struct ShippedLesson {
    std::string name, title, about, path;
};
std::vector<ShippedLesson> shippedLessons(const std::string& language = "en");

struct PageOptions {
    bool answers = true;     // else nothing in the page tells them, and what is given is kept to be handed in
    bool instructor = false; // notes for the instructor
    bool slides = false;     // printed as wide as a screen, else as a handout
    std::string language = "en";
};
// All steps as one page for any browser, offline: pictures of every step, notes, exercises that are judged in the page.
// On paper every step begins a page.
std::string lessonHtml(const Lesson& lesson, Progress& progress, const PageOptions& options = {});

// The exercises as Moodle's GIFT takes them, and what it cannot hold, by name and reason.
struct GiftQuiz {
    std::string text;
    std::vector<std::string> leftOut;
};
GiftQuiz giftQuiz(const Lesson& lesson);

} // namespace sparsescope::learn
