#include "engine/matrix/mask_sequence.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::array layouts = {MaskLayout::Row, MaskLayout::Column, MaskLayout::Either};

class KeptMasks final : public MaskSequence {
public:
    KeptMasks(MaskFacts facts, std::vector<Mask> masks) : MaskSequence(std::move(facts)), m_masks(std::move(masks)) {}

private:
    Mask make(std::int64_t t, Progress&) const override { return m_masks[at(t)]; }

    std::vector<Mask> m_masks;
};

std::int64_t bytesOf(const Mask& mask)
{
    return mask.shape().bytes();
}
std::int64_t bytesOf(const Matrix& matrix)
{
    return matrix.bytes();
}

// What is kept of number t; made where it is not there any more.
template <class T, class Make>
T keptOr(std::deque<std::pair<std::int64_t, T>>& kept, std::int64_t t, const Make& make)
{
    constexpr std::size_t most = 8;
    constexpr std::int64_t mostBytes = 256 << 20; // where there are several
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == t; });
    std::pair<std::int64_t, T> asked;
    if (found != kept.end()) {
        asked = *found;
        kept.erase(found);
    } else {
        asked = {t, make()};
    }
    kept.push_front(asked);
    std::int64_t bytes = 0;
    std::size_t stay = 0;
    for (; stay < std::min(kept.size(), most) && bytes < mostBytes; ++stay)
        bytes += bytesOf(*kept[stay].second);
    kept.resize(stay);
    return asked.second;
}

} // namespace

std::string name(MaskLayout layout)
{
    constexpr std::array names = {"row", "column", "either"};
    return names[static_cast<std::size_t>(layout)];
}

bool parseMaskLayout(const std::string& text, MaskLayout& layout)
{
    const auto found =
        std::find_if(layouts.begin(), layouts.end(), [&](MaskLayout known) { return name(known) == text; });
    if (found != layouts.end())
        layout = *found;
    return found != layouts.end();
}

std::string MaskSequence::title(std::int64_t t) const
{
    requireMask(t);
    std::string title = fmt::format("mask {}", t);
    if (!m_facts.names.empty())
        title += ": " + m_facts.names[at(t)];
    return title;
}

void MaskSequence::requireMask(std::int64_t t) const
{
    if (t < 0 || t >= size())
        failUsage(fmt::format("{} has masks 0 to {}, not {}", m_facts.name, size() - 1, t));
}

MaskPtr MaskSequence::mask(std::int64_t t, Progress& progress) const
{
    requireMask(t);
    const std::lock_guard lock(m_making);
    return keptOr(m_masks, t, [&] { return std::make_shared<const Mask>(make(t, progress)); });
}

MatrixPtr MaskSequence::matrix(std::int64_t t, Progress& progress) const
{
    const MaskPtr mask = this->mask(t, progress);
    const std::lock_guard lock(m_making);
    return keptOr(m_matrices, t, [&] {
        MatrixSource source;
        source.path = m_facts.path;
        source.name = fmt::format("{}, {}", m_facts.name, title(t));
        source.format = "mask";
        return matrixOf(*mask, std::move(source));
    });
}

MaskSequencePtr keptMasks(MaskFacts facts, std::vector<Mask> masks)
{
    for (std::size_t t = 0; t < masks.size(); ++t)
        if (!(masks[t].shape() == facts.shape)) {
            const MaskShape& is = masks[t].shape();
            failInput(
                fmt::format("mask {} is {} x {} in granules of {}, not {} x {} in granules of {} as the first one", t,
                            formatCount(is.rows), formatCount(is.cols), is.granularity(), formatCount(facts.shape.rows),
                            formatCount(facts.shape.cols), facts.shape.granularity()),
                {.file = facts.path});
        }
    facts.size = static_cast<std::int64_t>(masks.size());
    return std::make_shared<const KeptMasks>(std::move(facts), std::move(masks));
}

MaskSequencePtr onlyMask(const MaskSequence& masks, std::int64_t t, Progress& progress)
{
    const MaskPtr mask = masks.mask(t, progress);
    const MaskFacts& all = masks.facts();
    MaskFacts facts;
    facts.name = fmt::format("{}, {}", all.name, masks.title(t));
    facts.shape = all.shape;
    facts.period = all.period;
    facts.single = all.single;
    facts.layout = all.layout;
    facts.comment = all.comment;
    return keptMasks(std::move(facts), {*mask});
}

std::uint64_t fingerprintOf(const MaskSequence& masks, Progress& progress)
{
    std::uint64_t hash = static_cast<std::uint64_t>(masks.facts().period);
    for (std::int64_t t = 0; t < masks.size(); ++t) {
        progress.check();
        const std::uint64_t mask = masks.mask(t, progress)->fingerprint();
        hash = hashArray(std::span<const std::uint64_t>(&mask, 1), hash);
    }
    return hash;
}

bool rowsInOnePeriod(const Mask& mask, std::int64_t period)
{
    const MaskShape& shape = mask.shape();
    for (std::int64_t r = 0; r < shape.down(); ++r) {
        std::int64_t only = -1;
        bool one = true;
        forOnes(mask.row(r), [&](std::int64_t granule) {
            const std::int64_t first = granule * shape.granuleCols / period;
            const std::int64_t last = (std::min(shape.cols, (granule + 1) * shape.granuleCols) - 1) / period;
            one = one && first == last && (only < 0 || only == first);
            only = first;
        });
        if (!one)
            return false;
    }
    return true;
}

} // namespace sparsescope
