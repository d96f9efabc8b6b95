// The views of the Learn page, one file each. Each throws as makeShow().
#pragma once

#include "engine/learn/learn_state.h"

#include <algorithm>

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

// A show whose steps are of several sizes, and all shown in the largest.
class SteppedShow : public Show {
public:
    Scene scene(int step, double room) const final
    {
        Scene scene = draw(step, room, false);
        const Point whole = size(room);
        scene.width = whole.x;
        scene.height = whole.y;
        return scene;
    }
    Point size(double room) const final
    {
        Point size;
        for (int s = 0; s < steps(); ++s) {
            const Scene each = draw(s, room, true);
            size = {std::max(size.x, each.width), std::max(size.y, each.height)};
        }
        return size;
    }

private:
    virtual Scene draw(int step, double room, bool sizeAlone) const = 0; // as of a DrawnShow
};

std::shared_ptr<const Show> arraysShow(const LearnState& state);
std::shared_ptr<const Show> formatsShow(const LearnState& state);
std::shared_ptr<const Show> levelsShow(const LearnState& state);
std::shared_ptr<const Show> multiplyShow(const LearnState& state);
std::shared_ptr<const Show> iterationShow(const LearnState& state);
std::shared_ptr<const Show> primitivesShow(const LearnState& state);
std::shared_ptr<const Show> permuteShow(const LearnState& state);
std::shared_ptr<const Show> planShow(const LearnState& state);
std::shared_ptr<const Show> graphShow(const LearnState& state);
std::shared_ptr<const Show> axesShow(const LearnState& state);
std::shared_ptr<const Show> gatherShow(const LearnState& state);
std::shared_ptr<const Show> programShow(const LearnState& state);
std::shared_ptr<const Show> relationsShow(const LearnState& state);   // of which these two are examples
std::shared_ptr<const Show> rgmsShow(const LearnState& state);        // SparseTIR's figure 21
std::shared_ptr<const Show> convolutionShow(const LearnState& state); // and 22

std::vector<LearnExample> primitiveExamples();
std::vector<LearnExample> planExamples();
std::vector<LearnExample> graphExamples();
std::vector<LearnExample> axesExamples();

} // namespace sparsescope::learn
