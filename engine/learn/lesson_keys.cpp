#include "engine/learn/lesson_keys.h"

#include <array>

namespace sparsescope::learn {

std::span<const LessonKey> lessonKeys()
{
    using enum LessonObject;
    using Is = LessonValue;
    static constexpr std::array keys = {
        LessonKey{Lesson, "title", Is::Text, true, "Title of the lesson."},
        LessonKey{Lesson, "author", Is::Text, false, "Who wrote it."},
        LessonKey{Lesson, "about", Is::Text, false, "A sentence or two for the list of lessons."},
        LessonKey{Lesson, "steps", Is::Steps, true, "The steps. What one leaves out is as in the one before."},
        LessonKey{Step, "title", Is::Text, true, "Title of the step."},
        LessonKey{Step, "note", Is::Text, false,
                  "What students read: every line is a paragraph, *word* is strong, `code` is code."},
        LessonKey{Step, "instructor", Is::Text, false,
                  "What the instructor alone reads: in the window on request, on a page with --instructor."},
        LessonKey{Step, "matrix", Is::Matrix, false,
                  "A small matrix by its name, or rows of '.', 'x' and numbers, which spaces divide."},
        LessonKey{Step, "view", Is::View, false, "What is shown of the matrix."},
        LessonKey{Step, "formats", Is::Formats, false, "Formats side by side."},
        LessonKey{Step, "example", Is::Text, false, "One of the view's examples."},
        LessonKey{Step, "settings", Is::Settings, false, "Settings of the view."},
        LessonKey{Step, "step", Is::Range, false, "The step of the view that is shown first, or [first, last]."},
        LessonKey{Step, "lanes", Is::Whole, false, "Lanes of a warp in the view multiply: 8 or 32."},
        LessonKey{Step, "type", Is::DataType, false, "Data type of the values."},
        LessonKey{Step, "rows", Is::Wholes, false, "Rows in another order: the row at each place."},
        LessonKey{Step, "cols", Is::Wholes, false, "Columns in another order: the column at each place."},
        LessonKey{Step, "highlight", Is::Texts, false, "Ids of what is marked, as \"cell 3 5\"."},
        LessonKey{Step, "exercise", Is::Exercise, false, "What the step asks."},
        LessonKey{Format, "name", Is::Text, true, "The format, as learn --formats names it."},
        LessonKey{Format, "mapping", Is::Text, false, "Its kernel in the view multiply: how work is given to threads."},
        LessonKey{Exercise, "question", Is::Text, true, "The question."},
        LessonKey{Exercise, "kind", Is::Kind, false,
                  "Where the answer comes from, or the name of a number that the view knows. Default: choice."},
        LessonKey{Exercise, "choices", Is::Texts, false, "choice: what to choose from."},
        LessonKey{Exercise, "answer", Is::Answer, false, "choice: the right one, counted from 0. number: the number."},
        LessonKey{Exercise, "answers", Is::Answers, false, "choice: all that are right. text: each that is right."},
        LessonKey{Exercise, "tolerance", Is::Number, false, "Of a number: so far off is right. Default: 0."},
        LessonKey{Exercise, "format", Is::Whole, false, "Of the step's formats, the one that is asked about."},
        LessonKey{Exercise, "array", Is::Text, false, "fill: the array, by the name that is shown."},
        LessonKey{Exercise, "blank", Is::Wholes, false, "fill: its elements that are left out. Default: all."},
        LessonKey{Exercise, "conditions", Is::Texts, false,
                  "draw: as \"non-zeros = 8\", \"padding(ell) <= 2\", \"bytes(csr) < bytes(sell, c=2)\"."},
        LessonKey{Exercise, "solution", Is::Texts, false, "draw: rows of a matrix that meets them."},
        LessonKey{Exercise, "tries", Is::Whole, false, "Wrong tries before the answer is offered. Default: 3."},
        LessonKey{Exercise, "hints", Is::Texts, false, "One after each wrong try; fewer than tries."},
        LessonKey{Exercise, "why", Is::Text, false, "Shown with the answer."}};
    return keys;
}

} // namespace sparsescope::learn
