// The stile search, validation and packing on generated graphs and masks.
#include "engine/matrix/patterns.h"
#include "engine/plan/packed.h"
#include "engine/search/planner.h"

#include <benchmark/benchmark.h>

namespace {

using namespace sparsescope;

const Operator op{OperatorKind::SpMM, DataType::Float16, 128};

MatrixPtr graph(std::int64_t edges)
{
    return rmat(edges / 8, edges, 1);
}

Plan searchPlan(const Matrix& matrix)
{
    const auto model = makeCostModel(readCalibration(defaultCalibration), op);
    Trace trace;
    return planner("stile").search(matrix, op, *model, nlohmann::json::object(), trace, noProgress());
}

void searchGraph(benchmark::State& state)
{
    const MatrixPtr matrix = graph(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(searchPlan(*matrix));
    state.SetItemsProcessed(state.iterations() * matrix->nnz());
}
BENCHMARK(searchGraph)->Arg(1 << 16)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void searchMask(benchmark::State& state)
{
    const MatrixPtr matrix = strided(4096);
    for (auto _ : state)
        benchmark::DoNotOptimize(searchPlan(*matrix));
    state.SetItemsProcessed(state.iterations() * matrix->nnz());
}
BENCHMARK(searchMask)->Unit(benchmark::kMillisecond);

void packGraph(benchmark::State& state)
{
    const MatrixPtr matrix = graph(1 << 20);
    const Plan plan = searchPlan(*matrix);
    for (auto _ : state) {
        validatePlan(plan, *matrix);
        benchmark::DoNotOptimize(pack(plan, *matrix, noProgress()));
    }
    state.SetItemsProcessed(state.iterations() * matrix->nnz());
}
BENCHMARK(packGraph)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
