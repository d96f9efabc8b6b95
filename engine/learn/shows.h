// The views of the Learn page, one file each. Each throws as makeShow().
#pragma once

#include "engine/learn/learn_state.h"

namespace sparsescope::learn {

std::shared_ptr<const Show> arraysShow(const LearnState& state);
std::shared_ptr<const Show> formatsShow(const LearnState& state);
std::shared_ptr<const Show> multiplyShow(const LearnState& state);
std::shared_ptr<const Show> iterationShow(const LearnState& state);
std::shared_ptr<const Show> primitivesShow(const LearnState& state);
std::shared_ptr<const Show> permuteShow(const LearnState& state);
std::shared_ptr<const Show> planShow(const LearnState& state);

std::vector<LearnExample> primitiveExamples();
std::vector<LearnExample> planExamples();

} // namespace sparsescope::learn
