// Exercises: what a step of a lesson asks, the answer as the program computes it, and whether what is given is right.
#pragma once

#include "engine/learn/learn_state.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct Exercise {
    std::string question;
    // Where the answer comes from: one of exerciseKinds(), or the name of one of Show::numbers() ("members", ...).
    std::string kind = "choice";
    std::vector<std::string> choices;    // choice
    std::vector<int> right;              // choice: indices, ascending
    bool several = false;                // choice: the student is not told how many are right
    double number = 0;                   // number
    double tolerance = 0;                // of every kind that asks for a number: so far off is right
    std::vector<std::string> texts;      // text: each of them is right
    int format = 0;                      // of the step's formats, for those that ask for a number of one, and fill
    std::string array;                   // fill: its name
    std::vector<int> blank;              // fill: elements that are left out; empty: all
    std::vector<std::string> conditions; // draw (conditions.h)
    std::vector<std::string> solution;   // draw: rows of a matrix that meets them
    int tries = 3;                       // wrong ones, before the answer is offered
    std::vector<std::string> hints;      // one after each wrong try, fewer than tries
    std::string why;                     // shown with the answer; may be empty
};

inline constexpr int mostTries = 20, mostBlank = 64, mostConditions = 8;

// What the student does.
enum class Asks { Number, Text, Choice, Choices, Cells, Drawing };

struct ExerciseKind {
    std::string name;
    Asks asks;
    std::string about;             // a sentence
    std::vector<std::string> keys; // of a lesson's exercise, beside those of all kinds
};
// Without the numbers of views, which are as "cost".
std::span<const ExerciseKind> exerciseKinds();
std::vector<std::string> keysOf(const std::string& kind);
Asks asksOf(const Exercise& exercise);

struct ExerciseAnswer {
    Asks asks = Asks::Number;
    std::vector<std::string> choices; // to choose from
    std::vector<int> right;           // of them
    double number = 0, tolerance = 0;
    std::vector<std::string> texts;
    std::string array;               // whose elements are asked for
    std::vector<int> elements;       // of it
    std::vector<std::string> values; // what they hold
    std::vector<std::string> conditions, solution;
    std::string answer;      // in words
    std::string explanation; // a sentence with the numbers
    Asked asked;             // what pictures do not tell until it is answered
};
// Throws Error(Input) with a sentence where an exercise of this state cannot be answered.
ExerciseAnswer answerOf(const Exercise& exercise, const LearnState& state);

// Whether a state that a student has come to by changing `own` would still tell what is asked of that.
bool sameSubject(const LearnState& state, const LearnState& own);

// What a student gives; one member is of use for each Asks.
struct Given {
    std::string text;               // Number, Text
    std::vector<int> chosen;        // Choice, Choices: ascending
    std::vector<std::string> cells; // Cells: of each; Drawing: rows of the matrix
    bool operator==(const Given&) const = default;
};

struct Verdict {
    bool right = false;
    std::string unclear;     // why it is no answer, and so no try; empty: it is one
    std::vector<bool> parts; // Cells: of each; Drawing: of each condition
};
// `state`: of the step, whatever was given.
Verdict judge(const ExerciseAnswer& answer, const LearnState& state, const Given& given);

// As files hold it: a text, a list of indices, or a list of texts.
nlohmann::json givenJson(Asks asks, const Given& given);
// Throws Error(Input) with a sentence.
Given givenOf(Asks asks, const nlohmann::json& value);

// The numbers that may be meant: with a decimal point or comma, thousands apart, a unit behind. "1,024" is two.
std::vector<double> writtenNumbers(const std::string& text);

} // namespace sparsescope::learn
