// The searches, hyb's and cell's beside stile's; stile's against the seconds of STile's table 5: shared matrices where
// they are, generated graphs; validation and packing; choosing a pairing anew.
#include "engine/io/reader.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/plan/packed.h"
#include "engine/search/planner.h"
#include "engine/search/sparda/reselection.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace sparsescope;

const Operator spmmOp{OperatorKind::SpMM, DataType::Float16, 32};
const Operator sddmmOp{OperatorKind::SDDMM, DataType::Float16, 32};

Plan searchPlan(const Matrix& matrix, const Operator& op, const std::string& name = "stile")
{
    const auto model = makeCostModel(readCalibration("a100-stile"), op);
    Trace trace;
    return planner(name).search(matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace, noProgress());
}

void search(benchmark::State& state, const MatrixPtr& matrix, const Operator& op, const std::string& planner)
{
    Plan plan;
    for (auto _ : state)
        plan = searchPlan(*matrix, op, planner);
    state.SetItemsProcessed(state.iterations() * matrix->nnz());
    state.counters["tiles"] = static_cast<double>(plan.tiling().tiles.size());
    state.counters["predictedUs"] = plan.predictedNs / 1000;
}

void searchBoth(const std::string& name, const MatrixPtr& matrix)
{
    struct Case {
        const char* suffix;
        Operator op;
        const char* planner;
    };
    for (const Case& c : {Case{"/spmm", spmmOp, "stile"}, Case{"/sddmm", sddmmOp, "stile"},
                          Case{"/spmm/hyb", spmmOp, "hyb"}, Case{"/spmm/cell", spmmOp, "cell"}})
        benchmark::RegisterBenchmark((name + c.suffix).c_str(),
                                     [matrix, c](benchmark::State& state) { search(state, matrix, c.op, c.planner); })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime()
            ->UseRealTime();
}

void pack(benchmark::State& state, const MatrixPtr& matrix)
{
    const Plan plan = searchPlan(*matrix, spmmOp);
    for (auto _ : state) {
        validatePlan(plan, *matrix);
        benchmark::DoNotOptimize(pack(plan, *matrix, noProgress()));
    }
    state.SetItemsProcessed(state.iterations() * matrix->nnz());
}

// The choice for a mask of 4,096 x 4,096 places: the members of all buckets, what is chosen by these, and both.
enum class Choosing { Counts, FromCounts, FromMask };
void choosePairing(benchmark::State& state, Choosing what, double density)
{
    const Calibration calibration = readCalibration("h200");
    const Operator op{OperatorKind::SpMM, DataType::Float16, 4096};
    const nlohmann::json parameters = {{"rows", 4096}, {"cols", 4096}, {"density", density},
                                       {"hot", 1},     {"group", 1},   {"masks", 1}};
    const MaskSequencePtr masks = makeMasks("relu", parameters);
    const MaskFacts& facts = masks->facts();
    const MaskPtr mask = masks->mask(0);
    const sparda::Costs costs(calibration, op, facts, {}, sparda::CostForm::Model);
    const sparda::Reselection reselection(costs, op, facts, 1, {});
    const auto counts = [&] {
        Coverage coverage(*mask);
        return countsOf(reselection.buckets(), coverage);
    };
    const std::vector<std::int32_t> counted = counts();
    for (auto _ : state)
        if (what == Choosing::Counts)
            benchmark::DoNotOptimize(counts());
        else
            benchmark::DoNotOptimize(what == Choosing::FromCounts
                                         ? reselection.choiceOf(counted)
                                         : choose(costs, op, std::vector<MaskPtr>{mask}, noProgress()));
    state.counters["pairings"] = static_cast<double>(costs.candidates().size());
}

} // namespace

// Real matrices are looked for in ../shared/data or the folder that SPARSESCOPE_DATA names. --large adds a graph of
// reddit's size (233,000 rows, 114.6 million non-zeros; about 4 GB).
int main(int argc, char** argv)
{
    bool large = false;
    for (int i = 1; i < argc; ++i)
        large = large || std::string(argv[i]) == "--large";
    const char* set = std::getenv("SPARSESCOPE_DATA");
    if (const std::filesystem::path data = set ? set : "../shared/data"; std::filesystem::exists(data))
        for (const auto& file : std::filesystem::recursive_directory_iterator(data))
            for (const char* name :
                 {"cora.mtx", "citeseer.mtx", "pubmed.mtx.gz", "web-NotreDame.mtx.gz", "uk-2007-05-100k.mtx.gz"})
                if (file.path().filename() == name)
                    searchBoth(name, readMatrix(file.path().string(), noProgress()));
    const auto graph = [](std::int64_t rows, std::int64_t nnz) {
        return makePattern("chung-lu", {{"rows", rows}, {"nnz", nnz}, {"seed", 1}}, noProgress());
    };
    const MatrixPtr arxiv = graph(169343, 1166243);
    searchBoth("arxiv-like", arxiv);
    searchBoth("strided-4096", strided(4096));
    benchmark::RegisterBenchmark("validate and pack, arxiv-like", [arxiv](benchmark::State& state) {
        pack(state, arxiv);
    })->Unit(benchmark::kMillisecond);
    for (const double density : {0.0, 0.001, 0.01, 0.05, 0.5, 1.0})
        for (const auto& [name, what] : {std::pair("count members", Choosing::Counts),
                                         {"choose a pairing, from counts", Choosing::FromCounts},
                                         {"choose a pairing, from the mask", Choosing::FromMask}})
            benchmark::RegisterBenchmark(
                (name + (", density " + std::to_string(density))).c_str(),
                [what = what, density](benchmark::State& state) { choosePairing(state, what, density); })
                ->Unit(benchmark::kMicrosecond);
    if (large)
        searchBoth("reddit-like", graph(233000, 114600000));
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
