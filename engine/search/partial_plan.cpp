#include "engine/search/partial_plan.h"

#include <mutex>
#include <utility>

namespace sparsescope {

namespace {

constexpr int mostCopies = 3; // one on screen, one being drawn, one on its way

} // namespace

struct PartialPlans::Shelf {
    Plan header;
    std::mutex guard;
    std::vector<std::unique_ptr<PartialPlan>> free;
    int made = 0;
};

void PlanSoFar::update(PartialPlan& copy) const
{
    Plan& to = copy.plan;
    to.tiling().formats = m_plan.tiling().formats;
    const std::size_t first = to.tiling().tiles.size();
    const auto last = static_cast<std::size_t>(m_tiles);
    if (first >= last)
        return;
    const auto append = [](auto& target, const auto& source, std::int64_t end) {
        target.insert(target.end(), source.begin() + static_cast<std::ptrdiff_t>(target.size()), source.begin() + end);
    };
    const Tile& end = m_plan.tiling().tiles[last - 1];
    append(to.tiling().tiles, m_plan.tiling().tiles, m_tiles);
    append(to.tiling().rowIds, m_plan.tiling().rowIds, end.rows.end);
    append(to.tiling().colIds, m_plan.tiling().colIds, end.cols.end);
    append(to.tiling().entries, m_plan.tiling().entries, end.entries.end);
    for (std::size_t t = first; t < last; ++t)
        for (const std::uint32_t entry : m_plan.tiling().view(m_plan.tiling().tiles[t]).entries)
            if (!Entry::redundant(entry)) {
                copy.owners[entry] = static_cast<std::uint32_t>(t);
                ++copy.covered;
            }
}

PartialPlans::PartialPlans(Plan header) : m_shelf(std::make_shared<Shelf>())
{
    m_shelf->header = std::move(header);
}

std::shared_ptr<const PartialPlan> PartialPlans::take(const TilesSoFar& tiles)
{
    std::unique_ptr<PartialPlan> copy;
    {
        const std::scoped_lock lock(m_shelf->guard);
        if (!m_shelf->free.empty()) {
            copy = std::move(m_shelf->free.back());
            m_shelf->free.pop_back();
        } else if (m_shelf->made == mostCopies) {
            return nullptr;
        } else {
            ++m_shelf->made;
        }
    }
    if (!copy) {
        copy = std::make_unique<PartialPlan>();
        copy->plan = m_shelf->header;
        copy->owners.assign(static_cast<std::size_t>(m_shelf->header.nnz), PartialPlan::noOwner);
    }
    tiles.update(*copy);
    return {copy.release(), [shelf = m_shelf](const PartialPlan* done) {
                const std::scoped_lock lock(shelf->guard);
                shelf->free.emplace_back(const_cast<PartialPlan*>(done));
            }};
}

} // namespace sparsescope
