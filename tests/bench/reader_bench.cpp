// Reading Matrix Market text to a finished matrix: bytes of text per second, on one and two threads. The files, of
// somewhat more than 100 MB, are made in the temporary folder and removed at the end.
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/io/gzip.h"
#include "engine/io/reader.h"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <random>
#include <unistd.h>
#include <vector>

namespace {

using namespace sparsescope;

class Files {
public:
    ~Files()
    {
        for (const auto& [name, path] : m_paths)
            std::filesystem::remove(path);
    }
    const std::string& operator[](const std::string& name)
    {
        std::string& path = m_paths[name];
        if (path.empty()) {
            path =
                (std::filesystem::temp_directory_path() / fmt::format("reader-bench-{}-{}", ::getpid(), name)).string();
            const std::string text = make(name);
            writeText(path, name.ends_with(".gz") ? deflateGzip(text, 6) : text);
            m_sizes[name] = static_cast<std::int64_t>(text.size());
        }
        return path;
    }
    std::int64_t textBytes(const std::string& name) const { return m_sizes.at(name); }

private:
    static std::string make(const std::string& name)
    {
        constexpr std::int64_t n = 500000;
        std::mt19937_64 random(1);
        std::normal_distribution<double> normal;
        const bool pattern = name.starts_with("pattern");
        const bool byColumns = name.starts_with("columns");
        const bool shortValues = name.starts_with("short");
        const std::int64_t entries = pattern ? 8 * n : shortValues ? 10 * n : 8 * n;
        std::string text = fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                                       pattern ? "pattern" : "real", n, n, entries);
        for (std::int64_t i = 0; i < entries; ++i) {
            const auto row = static_cast<std::int64_t>(random() % n) + 1;
            const auto other = static_cast<std::int64_t>(random() % n) + 1;
            const std::int64_t col = byColumns ? i * n / entries + 1 : other;
            if (pattern)
                fmt::format_to(std::back_inserter(text), "{} {}\n", row, col);
            else if (shortValues)
                fmt::format_to(std::back_inserter(text), "{} {} {:.6g}\n", row, col, normal(random));
            else
                fmt::format_to(std::back_inserter(text), "{} {} {:.17g}\n", row, col, normal(random));
        }
        return text;
    }

    std::map<std::string, std::string> m_paths;
    std::map<std::string, std::int64_t> m_sizes;
};

void readFile(benchmark::State& state, const std::string& name)
{
    static Files files;
    const std::string& path = files[name];
    withThreads(static_cast<int>(state.range(0)), [&] {
        for (auto _ : state)
            benchmark::DoNotOptimize(readMatrix(path, noProgress()));
    });
    state.SetBytesProcessed(state.iterations() * files.textBytes(name));
}

BENCHMARK_CAPTURE(readFile, seventeenDigitsAnyOrder, "real.mtx")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(readFile, seventeenDigitsByColumns, "columns.mtx")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(readFile, sixDigitsAnyOrder, "short.mtx")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(readFile, patternAnyOrder, "pattern.mtx")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(readFile, compressedByColumns, "columns.mtx.gz")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace

BENCHMARK_MAIN();
