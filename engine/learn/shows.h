// The views of the Learn page, one file each. Each throws as makeShow().
#pragma once

#include "engine/learn/learn_state.h"

namespace sparsescope::learn {

// A show of many small boxes: where they end is found without them.
class DrawnShow : public Show {
public:
    Scene scene(int step, double room) const final { return draw(step, room, false); }
    Point size(double room) const final
    {
        const Scene first = draw(0, room, true);
        return {first.width, first.height};
    }

private:
    // `sizeAlone`: of the small boxes only where they end.
    virtual Scene draw(int step, double room, bool sizeAlone) const = 0;
};

std::shared_ptr<const Show> arraysShow(const LearnState& state);
std::shared_ptr<const Show> formatsShow(const LearnState& state);
std::shared_ptr<const Show> multiplyShow(const LearnState& state);
std::shared_ptr<const Show> iterationShow(const LearnState& state);
std::shared_ptr<const Show> primitivesShow(const LearnState& state);
std::shared_ptr<const Show> permuteShow(const LearnState& state);
std::shared_ptr<const Show> planShow(const LearnState& state);
std::shared_ptr<const Show> graphShow(const LearnState& state);

std::vector<LearnExample> primitiveExamples();
std::vector<LearnExample> planExamples();
std::vector<LearnExample> graphExamples();

} // namespace sparsescope::learn
