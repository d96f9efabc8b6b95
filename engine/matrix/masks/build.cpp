#include "engine/matrix/masks/build.h"

#include "engine/core/error.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

class FilledMasks final : public MaskSequence {
public:
    FilledMasks(MaskFacts facts, FillMask fill) : MaskSequence(std::move(facts)), m_fill(std::move(fill)) {}

private:
    Mask make(std::int64_t t, Progress& progress) const override
    {
        Mask mask(shape());
        m_fill(facts(), mask, t, progress);
        return mask;
    }

    FillMask m_fill;
};

} // namespace

std::int64_t wholeOf(const MaskFacts& facts, const char* parameter)
{
    return facts.parameters.at(parameter).get<std::int64_t>();
}

double shareOf(const MaskFacts& facts, const char* parameter)
{
    return facts.parameters.at(parameter).get<double>();
}

std::int64_t extentOf(const MaskFacts& facts, std::int64_t a, const char* parameter, std::int64_t b)
{
    constexpr std::int64_t most = (std::int64_t{1} << 31) - 1;
    if (b > most / a)
        refuseParameter(facts.kind.c_str(), parameter, fmt::format("at most {} here", most / a),
                        static_cast<double>(b));
    return a * b;
}

void setShape(MaskFacts& facts, const MaskShape& shape)
{
    requireRoomForMask(shape);
    facts.shape = shape;
    if (facts.period == 0)
        facts.period = shape.cols;
}

MaskSequencePtr filledMasks(MaskFacts facts, FillMask fill)
{
    return std::make_shared<const FilledMasks>(std::move(facts), std::move(fill));
}

} // namespace sparsescope
