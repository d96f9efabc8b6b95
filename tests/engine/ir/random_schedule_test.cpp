// Whatever steps are taken, a program computes the same bits: random matrices, plans and schedules.
#include "engine/core/error.h"
#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/ir/schedule.h"
#include "engine/ir/text.h"
#include "tests/engine/format_fixtures.h"

#include <fmt/format.h>
#include <random>

using namespace sparsescope;

namespace {

class RandomRun {
public:
    explicit RandomRun(std::uint64_t seed) : m_random(seed)
    {
        m_matrix = oneOf(smallMatrices(seed));
        m_op.kind = oneOf(operatorKinds());
        m_op.dtype = DataType::Float32;
        m_op.dense = m_op.hasDenseAxis() ? oneOf(std::vector<std::int64_t>{1, 3, 8, 16}) : 1;
        m_numbers = ir::wholeNumbers(m_op, *m_matrix, seed);
        if (m_random() % 4 == 0) {
            m_program = ir::programOf(m_op);
            m_bindings = ir::bind(m_op, *m_numbers.matrix, m_numbers.operands);
            return;
        }
        const Plan plan = randomPlan(seed);
        m_op = plan.op;
        m_numbers = ir::wholeNumbers(m_op, *m_matrix, seed);
        m_program = ir::decomposed(ir::programOf(m_op), plan);
        m_bindings = ir::bind(plan, pack(plan, *m_numbers.matrix, noProgress()), *m_numbers.matrix, m_numbers.operands);
    }

    const std::string& schedule() const { return m_schedule; }

    // Takes a step that is legal; false: none was found.
    bool step()
    {
        std::vector<std::string> all = ir::candidates(m_program, m_context);
        std::shuffle(all.begin(), all.end(), m_random);
        if (m_random() % 2 == 0) { // steps of which there are few are tried as soon as those of which there are many
            std::map<std::string, std::uint64_t> ranks;
            for (const std::string& text : all)
                ranks.emplace(verbOf(text), m_random());
            std::stable_sort(all.begin(), all.end(), [&](const std::string& a, const std::string& b) {
                return ranks.at(verbOf(a)) < ranks.at(verbOf(b));
            });
        }
        for (const std::string& text : all) {
            if (text == "lower" && m_random() % (m_program.stage == 1 ? 2 : 8) != 0)
                continue; // or most of a run would be in the last stage, or the first
            try {
                m_program = ir::applied(m_program, ir::parseSchedule(text, "random").front(), m_context);
                m_schedule += text + "\n";
                return true;
            } catch (const Error& error) {
                REQUIRE(error.kind() == ErrorKind::Input);
            }
        }
        return false;
    }

    // What the stages from this one on say that is not exact.
    std::string problem() const
    {
        std::string problems;
        for (const ir::StageCheck& check : ir::checkStages(m_program, m_op, m_numbers, m_bindings, noProgress()))
            if (!check.exact())
                problems += ir::text(check) + "\n";
        const ir::Program again = ir::parse(ir::print(m_program).text, "again");
        return problems + (ir::same(again, m_program) ? "" : "its text is another program\n");
    }

    std::string text() const { return ir::print(m_program).text; }

private:
    static std::string verbOf(const std::string& text) { return ir::parseSchedule(text, "random").front().verb; }

    template <class T>
    T oneOf(const std::vector<T>& all)
    {
        return all[m_random() % all.size()];
    }

    static std::vector<MatrixPtr> smallMatrices(std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        const auto size = [&] { return static_cast<std::int64_t>(1 + random() % 24); };
        return {randomWithEmptyRows(size(), size(), 0.3, seed), randomWithEmptyRows(24, 24, 0.1, seed),
                randomWithEmptyRows(1, size(), 0.7, seed),      randomWithEmptyRows(size(), 1, 0.7, seed),
                randomWithEmptyRows(size(), size(), 1, seed),   randomWithEmptyRows(5, 7, 0, seed)};
    }

    // Tiles of one format, or of many.
    Plan randomPlan(std::uint64_t seed)
    {
        const std::vector<std::uint32_t> positions = allPositions(*m_matrix);
        const std::vector<FormatPtr> formats = formatsFor(*m_matrix, positions);
        for (int tries = 0; tries < 8 && m_matrix->nnz() > 0; ++tries) {
            const FormatPtr format = oneOf(formats);
            Plan plan = emptyPlan(*m_matrix, m_op, m_op.dense);
            try {
                TileSet tiles;
                format->cover(*m_matrix, positions, tiles, noProgress());
                addTiles(plan, format, std::move(tiles));
                markAtomicTiles(plan);
                validateNewPlan(plan, *m_matrix);
            } catch (const Error&) {
                continue; // it cannot hold them
            }
            if (ir::whyNoProgram(plan).empty())
                return plan;
        }
        Operator op = m_op;
        if (op.hasDenseAxis())
            op.dense = 32;
        return mixedPlan(*m_matrix, op, op.hasDenseAxis() ? 32 : 1, seed);
    }

    std::mt19937_64 m_random;
    MatrixPtr m_matrix;
    Operator m_op;
    ir::WholeNumbers m_numbers;
    ir::Program m_program;
    ir::Bindings m_bindings;
    ir::ScheduleContext m_context;
    std::string m_schedule;
};

} // namespace

TEST_CASE("after any steps a program computes the same bits")
{
    std::size_t steps = 0;
    for (const std::uint64_t seed : seeds(25)) {
        RandomRun run(seed);
        CAPTURE(seed);
        REQUIRE(run.problem() == "");
        for (int s = 0; s < 12 && run.step(); ++s, ++steps) {
            const std::string problem = run.problem();
            if (!problem.empty())
                FAIL(fmt::format("after\n{}: {}\n{}", run.schedule(), problem, run.text()));
        }
    }
    CHECK(steps > 5 * seeds(25).size());
}
