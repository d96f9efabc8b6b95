// What a student gave to the exercises of a lesson: kept while it is walked through, handed in as a file, and judged
// anew by whoever gets the file, which is believed in nothing.
#pragma once

#include "engine/learn/lesson.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::learn {

enum class Outcome { Open, Right, Shown }; // Shown: the answer was asked for

struct StepResult {
    bool seen = false;
    Outcome outcome = Outcome::Open;
    int tries = 0;                    // answers that were given
    Given given = {};                 // the last
    std::int64_t first = 0, last = 0; // when they were, seconds since 1970
    bool spent(const Exercise& exercise) const { return outcome == Outcome::Open && tries >= exercise.tries; }
    bool operator==(const StepResult&) const = default;
};

struct Results {
    std::string student; // may be empty
    int at = 0;          // the step that was shown last
    std::vector<StepResult> steps;
};

inline constexpr std::size_t longestStudent = 200; // characters

// A hash of all that a student sees, and of nothing that answers: 16 hexadecimal digits.
std::string fingerprintOf(const Lesson& lesson);

// One JSON object a file, an answer a line.
std::string resultsJson(const Lesson& lesson, const Results& results);
// Throws Error(Input) with file, line or key, and reason: what is no such file, or of another lesson.
Results parseResults(const std::string& text, const std::string& path, const Lesson& lesson);

struct HandedIn {
    std::string path;
    Results results;
};
// A row a file: the student, how many answers are right, and of each exercise 1, 0 or nothing, with the tries that the
// file tells. The answers are judged here; what was shown is not right.
std::string gradesCsv(const Lesson& lesson, std::span<const HandedIn> files);

} // namespace sparsescope::learn
