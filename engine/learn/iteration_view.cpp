// The iteration space of SpMM (STile figure 4): the points (i, k, j) that cannot be skipped, the tiles that own them,
// the division of J, and the sub-tasks on the SMs of a GPU (definitions 3 to 6).
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

constexpr int parts = 2; // of the dense loop, one column of B each
constexpr int sms = 2;
constexpr std::array roles = {Role::Ell, Role::Block, Role::OneD, Role::CsrLike};

struct SubTask {
    std::string name;
    int tile = 0, part = 0, cost = 0;
};

// Which SM runs each sub-task (f of definition 6), from when on, and when each SM ends.
struct Schedule {
    std::vector<int> sm, begin;
    std::array<int, sms> ends{};

    explicit Schedule(std::size_t tasks) : sm(tasks), begin(tasks) {}
    void add(std::size_t task, int on, int cost)
    {
        sm[task] = on;
        begin[task] = ends[at(on)];
        ends[at(on)] += cost;
    }
    int cost() const { return *std::max_element(ends.begin(), ends.end()); }
};

class IterationShow final : public Show {
public:
    IterationShow(MatrixPtr matrix, const Asked& asked) : m_matrix(std::move(matrix)), m_asked(asked)
    {
        std::vector<std::int64_t> occupied;
        for (std::int64_t r = 0; r < m_matrix->rows(); ++r)
            if (m_matrix->rowLength(r) > 0)
                occupied.push_back(r);
        // A row a tile, as in the figure, the shortest first; of larger matrices four groups of rows.
        if (occupied.size() <= 4)
            std::stable_sort(occupied.begin(), occupied.end(), [&](std::int64_t a, std::int64_t b) {
                return m_matrix->rowLength(a) < m_matrix->rowLength(b);
            });
        const std::int64_t each = (static_cast<std::int64_t>(occupied.size()) + 3) / 4;
        m_tileOf.assign(static_cast<std::size_t>(m_matrix->rows()), -1);
        for (std::size_t i = 0; i < occupied.size(); ++i)
            m_tileOf[at(occupied[i])] = static_cast<int>(static_cast<std::int64_t>(i) / each);
        m_tiles = static_cast<int>((static_cast<std::int64_t>(occupied.size()) + each - 1) / each);
        for (int t = 0; t < m_tiles; ++t)
            for (int p = 0; p < parts; ++p) {
                SubTask task{fmt::format("x{}", t * parts + p + 1), t, p, 0};
                for (std::int64_t r = 0; r < m_matrix->rows(); ++r)
                    if (m_tileOf[at(r)] == t)
                        task.cost += static_cast<int>(m_matrix->rowLength(r));
                m_tasks.push_back(task);
            }
        // In their order, as in figure 4(c): half of them on each SM.
        m_given = Schedule(m_tasks.size());
        for (std::size_t i = 0; i < m_tasks.size(); ++i)
            m_given.add(i, i < m_tasks.size() / 2 ? 0 : 1, m_tasks[i].cost);
        // The longest first onto the SM that is free first; exact, as every tile makes two of one cost.
        std::vector<std::size_t> order(m_tasks.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return m_tasks[a].cost > m_tasks[b].cost; });
        m_best = Schedule(m_tasks.size());
        for (const std::size_t i : order)
            m_best.add(i,
                       static_cast<int>(std::min_element(m_best.ends.begin(), m_best.ends.end()) - m_best.ends.begin()),
                       m_tasks[i].cost);
    }

    int steps() const override { return 6; }

    std::string text(int step) const override
    {
        const std::int64_t all = m_matrix->rows() * m_matrix->cols() * parts, points = m_matrix->nnz() * parts;
        switch (step) {
        case 0:
            return fmt::format("C[i, j] += A[i, k] B[k, j] runs over {} x {} x {} = {} points (i, k, j).",
                               m_matrix->rows(), m_matrix->cols(), parts, all);
        case 1:
            return fmt::format("Where A[i, k] is zero the point can be skipped. {} x {} = {} points cannot: U.",
                               m_matrix->nnz(), parts, points);
        case 2:
            return fmt::format("{} own the non-zeros of A, each a set of points for every j.", plural(m_tiles, "tile"));
        case 3:
            return fmt::format("The loop over j is divided into {} parts of 1: {} tiles x {} parts = {} sub-tasks.",
                               parts, m_tiles, parts, m_tasks.size());
        case 4: {
            const auto [low, high] = std::minmax_element(m_given.ends.begin(), m_given.ends.end());
            return fmt::format("A sub-task costs its points here. In their order, half of them on each SM, {}: the "
                               "cost of this schedule is {}, the longest time of any SM.",
                               *low == *high ? std::string("both SMs end together")
                                             : fmt::format("SM {} ends last", high - m_given.ends.begin() + 1),
                               *high);
        }
        default:
            return fmt::format("The schedule that ends first ends after {}: this is the cost of the task partition "
                               "(definition 6).",
                               told(m_asked, "cost", m_best.cost()));
        }
    }

    std::optional<LearnCost> cost() const override { return LearnCost{m_best.cost(), text(steps() - 1)}; }

    Scene scene(int step, double) const override
    {
        Drawing d;
        const double side = matrixSide(*m_matrix) + (m_matrix->rows() <= 4 ? 14 : 0);
        double x = 16;
        d.text(16, 16, "Iteration space: one plane for every j", TextSize::Large, Role::Heading, false, true);
        double bottom = 0;
        for (int j = 0; j < parts; ++j) {
            d.text(x + 24, 52, fmt::format("j = {}", j), TextSize::Middle, Role::Text, false, true);
            for (std::int64_t k = 0; k < m_matrix->cols(); ++k)
                d.textIn(x + 24 + static_cast<double>(k) * side, 72, side, 18,
                         fmt::format("{}{}", k == 0 ? "k " : "", k), Align::Centre, Role::Axis, true);
            for (std::int64_t i = 0; i < m_matrix->rows(); ++i) {
                const double y = 92 + static_cast<double>(i) * side;
                d.textIn(x, y, 20, side, fmt::format("{}{}", i == 0 && j == 0 ? "i " : "", i), Align::Right, Role::Axis,
                         true);
                for (std::int64_t k = 0; k < m_matrix->cols(); ++k) {
                    const bool point = m_matrix->countIn(i, i + 1, k, k + 1) > 0;
                    const int tile = m_tileOf[at(i)];
                    Role role = step == 0 ? Role::Index : Role::Faint;
                    if (point && step == 1)
                        role = Role::Sector;
                    else if (point && step >= 2)
                        role = roles[at(tile)];
                    const std::string name = point && step >= 3   ? fmt::format("x{}", tile * parts + j + 1)
                                             : point && step == 2 ? fmt::format("t{}", tile + 1)
                                                                  : "";
                    d.cell(x + 24 + static_cast<double>(k) * side, y, side - 3, side - 3, role, name,
                           fmt::format("point {} {} {}", i, k, j),
                           fmt::format("(i, k, j) = ({}, {}, {}){}", i, k, j, point ? "" : ": can be skipped"));
                }
            }
            bottom = 92 + static_cast<double>(m_matrix->rows()) * side;
            x += 24 + static_cast<double>(m_matrix->cols()) * side + 40;
        }
        // The schedule.
        const int longest = m_given.cost();
        const double unit = std::min(48.0, 560.0 / std::max(1, longest));
        d.text(x, 52, "Sub-tasks on two SMs", TextSize::Middle, Role::Text, false, true);
        for (int s = 0; s < sms; ++s)
            d.textIn(x, 92 + s * 44, 50, 34, fmt::format("SM {}", s + 1), Align::Left, Role::Secondary);
        if (step >= 4) {
            const Schedule& schedule = step == 4 ? m_given : m_best;
            for (std::size_t i = 0; i < m_tasks.size(); ++i) {
                const SubTask& t = m_tasks[i];
                d.cell(x + 56 + schedule.begin[i] * unit, 92 + schedule.sm[i] * 44, t.cost * unit - 3, 34,
                       roles[at(t.tile)], t.name, "task " + t.name,
                       fmt::format("{}: tile {}, j = {}, cost {}", t.name, t.tile + 1, t.part, t.cost));
            }
            for (int s = 0; s < sms; ++s)
                if (const int waits = schedule.cost() - schedule.ends[at(s)]; waits > 0)
                    d.cell(x + 56 + schedule.ends[at(s)] * unit, 92 + s * 44, waits * unit - 3, 34, Role::Idle,
                           "waits");
            const double end = x + 56 + schedule.cost() * unit - 1;
            d.line(end, 84, end, 92 + sms * 44, Role::Accent);
            d.text(x, 92 + sms * 44 + 8,
                   "cost = " + (step >= 5 ? told(m_asked, "cost", schedule.cost()) : std::to_string(schedule.cost())),
                   TextSize::Large, Role::Accent);
        }
        double y = 92 + sms * 44 + 48;
        if (step >= 3)
            for (const SubTask& t : m_tasks) {
                d.text(x, y,
                       fmt::format("{} = t{} x {{j = {}}}: {}", t.name, t.tile + 1, t.part, plural(t.cost, "point")),
                       TextSize::Middle, Role::Text);
                y += 22;
            }
        d.reserve(std::max(x + 56 + longest * unit, x + 300),
                  std::max(bottom, 92 + sms * 44 + 48 + 22.0 * static_cast<double>(m_tasks.size())));
        return d.take();
    }

private:
    MatrixPtr m_matrix;
    Asked m_asked;
    std::vector<int> m_tileOf; // of each row
    int m_tiles = 0;
    std::vector<SubTask> m_tasks;
    Schedule m_given{0}, m_best{0};
};

} // namespace

std::shared_ptr<const Show> iterationShow(const LearnState& state)
{
    return std::make_shared<const IterationShow>(state.matrix, state.asked);
}

} // namespace sparsescope::learn
