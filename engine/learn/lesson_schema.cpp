// The schema of lessons: keys from the reader's table, names from the registries.
#include "engine/learn/lesson.h"
#include "engine/learn/lesson_keys.h"
#include "engine/learn/lesson_words.h"
#include "engine/plan/data_type.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

json textSchema()
{
    return {{"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
}

json listOf(json items)
{
    return {{"type", "array"}, {"items", std::move(items)}};
}

json oneOfNames(const std::vector<std::string>& names)
{
    return {{"enum", names}};
}

json referTo(const char* name)
{
    return {{"$ref", std::string("#/$defs/") + name}};
}

const json wholeSchema = {{"type", "integer"}, {"minimum", 0}};

json kindNames()
{
    std::vector<std::string> names;
    for (const ExerciseKind& kind : exerciseKinds())
        names.push_back(kind.name);
    // Or a number of the view.
    return {{"anyOf", {oneOfNames(names), {{"type", "string"}}}}};
}

json schemaOf(LessonValue value)
{
    std::vector<std::string> names;
    switch (value) {
    case LessonValue::Text:
        return textSchema();
    case LessonValue::Whole:
        return wholeSchema;
    case LessonValue::Number:
        return {{"type", "number"}, {"minimum", 0}};
    case LessonValue::Texts:
        return listOf({{"type", "string"}});
    case LessonValue::Wholes:
        return listOf(wholeSchema);
    case LessonValue::Steps: {
        json steps = listOf(referTo("step"));
        steps["minItems"] = 1;
        return steps;
    }
    case LessonValue::Matrix:
        for (const NamedMatrix& m : namedMatrices())
            names.push_back(m.name);
        return {{"anyOf", {oneOfNames(names), listOf({{"type", "string"}})}}};
    case LessonValue::View:
        for (int v = 0; v < viewCount; ++v)
            names.emplace_back(name(static_cast<View>(v)));
        return oneOfNames(names);
    case LessonValue::Formats:
        for (const LearnKind& kind : learnKinds(*namedMatrix(namedMatrices().front().name)))
            names.push_back(kind.name);
        return listOf({{"anyOf", {oneOfNames(names), referTo("format")}}});
    case LessonValue::Settings:
        return {{"type", "object"}};
    case LessonValue::DataType:
        for (const DataType type : allDataTypes)
            names.emplace_back(name(type));
        return oneOfNames(names);
    case LessonValue::Range: {
        json both = listOf(wholeSchema);
        both["minItems"] = both["maxItems"] = 2;
        return {{"anyOf", {wholeSchema, both}}};
    }
    case LessonValue::Exercise:
        return referTo("exercise");
    case LessonValue::Kind:
        return kindNames();
    case LessonValue::Answer:
        return {{"type", "number"}};
    case LessonValue::Answers:
        return {{"anyOf", {listOf({{"type", "string"}}), listOf(wholeSchema)}}};
    }
    return {};
}

json objectOf(LessonObject what)
{
    json properties = json::object(), translations = json::object(), needed = json::array();
    for (const LessonKey& key : lessonKeys())
        if (key.of == what) {
            properties[key.name] = schemaOf(key.value);
            properties[key.name]["description"] = key.about;
            if (translatable(key.name))
                translations[fmt::format("^{}\\.[a-z]{{2}}$", key.name)] = schemaOf(key.value);
            if (key.needed)
                needed.push_back(key.name);
        }
    json object = {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(needed)}};
    if (!translations.empty())
        object["patternProperties"] = std::move(translations);
    // Parameters of a format stand beside its keys.
    object["additionalProperties"] = what == LessonObject::Format ? json{{"type", "integer"}} : json(false);
    return object;
}

} // namespace

json lessonSchema()
{
    json schema = objectOf(LessonObject::Lesson);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    schema["title"] = "A lesson of Sparsescope";
    schema["$defs"] = {{"step", objectOf(LessonObject::Step)},
                       {"format", objectOf(LessonObject::Format)},
                       {"exercise", objectOf(LessonObject::Exercise)}};
    return schema;
}

} // namespace sparsescope::learn
