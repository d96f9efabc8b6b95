// Lessons: ordered views with notes and exercises, in one JSON file that a lecturer edits (resources/lessons).
#pragma once

#include "engine/core/progress.h"
#include "engine/learn/learn_state.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct Exercise {
    std::string question;
    // How the answer is found: "choice" (given by the file), "cost" (of the view's last step), "fewest bytes",
    // "padding", "bytes", "sectors", "idle", which ask for a number of one format of the step, or the name of one of
    // Show::numbers() ("members", "stored", ...).
    std::string kind = "choice";
    std::vector<std::string> choices; // choice: as in the file. fewest bytes: the labels of the step's formats
    int answer = 0;                   // choice: index
    int format = 0;                   // of the step's formats, for those that ask for a number
    std::string why;                  // shown with the answer; may be empty
};

struct ExerciseAnswer {
    std::vector<std::string> choices; // to choose from; empty: a number is asked for
    std::string answer;               // the right choice, or the number
    int choice = -1;                  // its index
    std::string explanation;          // a sentence with the numbers
};

struct LessonStep {
    std::string title;
    std::string note;  // plain text; lines end paragraphs, *word* is strong, `code` monospaced
    LearnState state;  // LearnState::step: where it begins
    int lastStep = -1; // of the view's steps, the last that is shown; -1: to the end
    std::optional<Exercise> exercise;
    std::string matrixName; // a named pattern; empty: drawn in the file, row by row
};

struct Lesson {
    std::string title, author, about;
    std::vector<LessonStep> steps;
    std::string path; // where it was read from
};

// Throws Error(Input) with file, line where JSON itself is wrong, the key ("steps[2].formats[0].C") and the reason.
// Every step is known to make a Show.
Lesson readLesson(const std::string& path);
Lesson parseLesson(const std::string& text, const std::string& path);
// As readLesson() takes it; matrices are written as rows of '.', 'x' and numbers unless they have a name.
std::string lessonJson(const Lesson& lesson);
void writeLesson(const Lesson& lesson, const std::string& path);

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
std::vector<ShippedLesson> shippedLessons();

ExerciseAnswer answerOf(const Exercise& exercise, const LearnState& state);
// A number as it is written in English: "43", "43.0", "1,024"; none for anything else, "4,3" too.
std::optional<double> writtenNumber(const std::string& text);

// All steps as one page for any browser, offline: pictures of every step, notes, exercises with answers that are
// opened.
std::string lessonHtml(const Lesson& lesson, Progress& progress);

} // namespace sparsescope::learn
