// Lessons in other languages: beside "note" may stand "note.de", which is shown in its place.
#pragma once

#include "engine/learn/lesson.h"

#include <nlohmann/json_fwd.hpp>

namespace sparsescope::learn {

// Whether a text of this key may be in other languages.
bool translatable(const std::string& key);
// Takes "KEY.LANGUAGE" of texts out of an object of a lesson's file; `inside`: "exercise." for those of an exercise.
// Throws Error(Input), with the key behind `at`, where it translates nothing that is there.
std::vector<Translation> takeTranslations(nlohmann::json& object, const std::string& at, const std::string& path,
                                          const std::string& inside = {});
// And puts them back beside what they translate; those of a text that was changed since are of nothing any more.
void putTranslations(nlohmann::ordered_json& object, const std::vector<Translation>& translations,
                     const std::string& inside = {});

} // namespace sparsescope::learn
