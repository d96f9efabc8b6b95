// Frame times of heat map and tile layer: 1000 x 800 pixels, 3 million non-zeros, 46,000 tiles or so.
#include "engine/raster/density.h"
#include "engine/raster/tile_layer.h"
#include "tests/engine/raster_fixtures.h"

#include <benchmark/benchmark.h>

using namespace sparsescope;

namespace {

struct Scene {
    PaintedPlan painted = checkered(rmat(1 << 18, 3'100'000, 1), 1024);
    Pyramid pyramid = Pyramid::build(*painted.matrix, noProgress());
    raster::TileLayer layer{painted.matrix, painted.plan, painted.owner};
};

const Scene& scene()
{
    static const Scene s;
    return s;
}

raster::ViewBox zoomed(std::int64_t zoom)
{
    const raster::ViewSpace space(scene().painted.matrix->rows(), scene().painted.matrix->cols(), 1000, 800);
    return space.zoomedAt(space.fit(), 150, 60, static_cast<double>(zoom));
}

void pyramid(benchmark::State& state)
{
    scene(); // made outside the timing
    for (auto _ : state)
        benchmark::DoNotOptimize(Pyramid::build(*scene().painted.matrix, noProgress()));
}

void density(benchmark::State& state)
{
    const raster::ViewBox view = zoomed(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(raster::densityCounts(*scene().painted.matrix, &scene().pyramid, view, noProgress()));
}

void densityFromPyramid(benchmark::State& state)
{
    const raster::ViewBox view = zoomed(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(
            raster::densityCounts(*scene().painted.matrix, &scene().pyramid, view, noProgress(), 0));
}

void colours(benchmark::State& state)
{
    const raster::DensityCounts counts =
        raster::densityCounts(*scene().painted.matrix, nullptr, zoomed(1), noProgress());
    for (auto _ : state) {
        const raster::CountHistogram h = countHistogram(counts.counts, {});
        benchmark::DoNotOptimize(colourDensity(counts, {}, h.range));
    }
}

void tiles(benchmark::State& state)
{
    const raster::ViewBox view = zoomed(state.range(0));
    raster::TileStyle style;
    style.colouring = static_cast<raster::TileColouring>(state.range(1));
    for (auto _ : state)
        benchmark::DoNotOptimize(scene().layer.render(view, style, noProgress()));
    state.counters["tiles"] = static_cast<double>(scene().painted.plan->tiling().tiles.size());
    state.counters["nnz"] = static_cast<double>(scene().painted.matrix->nnz());
}

void tileIndex(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(
            raster::TileLayer(scene().painted.matrix, scene().painted.plan, scene().painted.owner));
}

BENCHMARK(pyramid)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(density)->Arg(1)->Arg(8)->Arg(1000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(densityFromPyramid)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(colours)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiles)
    ->ArgNames({"zoom", "colouring"})
    ->ArgsProduct({{1, 8, 1000},
                   {static_cast<int>(raster::TileColouring::Format), static_cast<int>(raster::TileColouring::Cost)}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(tileIndex)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
