// What a lesson's file may say, key by key: what its reader takes, and the schema for editors.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace sparsescope::learn {

enum class LessonValue {
    Text,     // or lines of one
    Whole,    // from 0 on
    Number,   // not below 0
    Texts,    // a list
    Wholes,   // a list
    Steps,    // objects of Step
    Matrix,   // a name, or rows
    View,     // a name
    Formats,  // names, or objects of Format
    Settings, // an object of the view's
    DataType, // a name
    Range,    // a step, or [first, last]
    Exercise, // an object of Exercise
    Kind,     // of an exercise
    Answer,   // a whole number, or any number
    Answers   // texts, or whole numbers
};

enum class LessonObject { Lesson, Step, Format, Exercise };

struct LessonKey {
    LessonObject of;
    const char* name;
    LessonValue value;
    bool needed;
    const char* about; // a sentence
};
// A format's object has its parameters beside these.
std::span<const LessonKey> lessonKeys();

// JSON Schema (2020-12) of lessons.
nlohmann::json lessonSchema();

} // namespace sparsescope::learn
