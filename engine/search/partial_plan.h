// The tiles that a search has chosen so far, for those who watch it: copies that only grow, handed from thread to
// thread.
#pragma once

#include "engine/plan/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sparsescope {

// No plan yet: what is not covered has no owner. Tiles stand in the order of their choice and keep their numbers; those
// that were withdrawn since are empty.
struct PartialPlan {
    static constexpr std::uint32_t noOwner = 0xFFFFFFFFu;

    Plan plan;                               // of a search: its header, its tiles so far
    std::vector<std::uint32_t> owners;       // nnz: the tile that owns each CSR position, or noOwner
    std::int64_t covered = 0;                // non-zeros
    std::vector<std::int32_t> changes;       // tiles that changed after they were chosen, in order, with repetition
    std::unique_ptr<PartialPlan> asSearched; // of a search in another order (OtherOrder): the same in its own terms
};

// What a search holds. To be asked on the thread that tells of it, while it tells.
class TilesSoFar {
public:
    virtual ~TilesSoFar() = default;
    // Brings a copy of this search up to date (at first: the plan's header alone, all without owner). Takes as long as
    // what came since is large.
    virtual void update(PartialPlan& copy) const = 0;
};

// The first tiles of a plan that is done, for planners that make all of them at once.
class PlanSoFar : public TilesSoFar {
public:
    PlanSoFar(const Plan& plan, std::int64_t tiles) : m_plan(plan), m_tiles(tiles) {}
    void update(PartialPlan& copy) const override;

private:
    const Plan& m_plan;
    std::int64_t m_tiles;
};

// Three copies of one search at most, each brought up to date when nobody looks at it any more.
class PartialPlans {
public:
    explicit PartialPlans(Plan header);
    // Null while all copies are looked at.
    std::shared_ptr<const PartialPlan> take(const TilesSoFar& tiles);

private:
    struct Shelf;
    std::shared_ptr<Shelf> m_shelf;
};

} // namespace sparsescope
