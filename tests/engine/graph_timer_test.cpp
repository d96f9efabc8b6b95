// Times of graphs: asked of a worker that lives on, dies, hangs or is cancelled, and kept from search to search.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/session/session.h"
#include "engine/work/kept_times.h"
#include "engine/work/local_graph_timer.h"
#include "engine/work/local_worker.h"
#include "engine/work/measuring_evaluator.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/support/fake_worker.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

// Told apart by the rows of its thread blocks.
graph::Graph graphWith(int rows)
{
    using graph::op;
    return graph::graphOf({op("COMPRESS"), op("BMTB_ROW_BLOCK", {{"rows", rows}}), op("BMT_ROW_BLOCK", {{"rows", 1}}),
                           op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED")});
}

std::vector<graph::Graph> graphsWith(const std::vector<int>& rows)
{
    std::vector<graph::Graph> graphs;
    std::transform(rows.begin(), rows.end(), std::back_inserter(graphs), graphWith);
    return graphs;
}

// What the made-up worker does when it is asked for a graph of so many rows; any other takes as many ns.
constexpr int dies = 100, hangs = 101, refused = 102;

// A program in the place of sparsescope-gpu, as long as this lives.
class MadeUpWorker {
public:
    explicit MadeUpWorker(const std::string& atStart = "")
    {
        const std::string script = fmt::format(
            R"(#!/bin/sh
echo "$1" >> '{0}/starts'
cp "${{2%/*}}"/* '{0}'
{1}
echo '{{"ready": {{"device": "NVIDIA H200", "driver": "580", "program": "1"}}}}'
while read -r line; do
    echo "$line" >> '{0}/asked'
    echo '{{"progress": 0.5, "what": "timing graphs, 1 of 3"}}'
    case "$line" in
    *'"rows":{2}}}'*) kill -SEGV $$ ;;
    *'"rows":{3}}}'*) trap '' TERM; exec sleep 30 ;;
    esac
    times=$(echo "$line" | grep -o 'BMTB_ROW_BLOCK","rows":[0-9]*' |
        sed 's/.*:{4}$/{{"problem":"none","refused":true}}/; s/.*:\([0-9]*\)$/{{"ns":\1,"low":\1,"high":\1}}/')
    echo "{{\"times\":[$(echo "$times" | tr '\n' ',' | sed 's/,$//')]}}"
done
)",
            m_folder / "", atStart, dies, hangs, refused);
        writeText(m_folder / "worker", script);
        fs::permissions(m_folder / "worker", fs::perms::owner_all);
        setenv("SPARSESCOPE_WORKER", (m_folder / "worker").c_str(), 1);
    }
    ~MadeUpWorker() { unsetenv("SPARSESCOPE_WORKER"); }
    MadeUpWorker(const MadeUpWorker&) = delete;
    MadeUpWorker& operator=(const MadeUpWorker&) = delete;

    std::string file(const std::string& name) const { return m_folder / name; }
    std::ptrdiff_t starts() const { return linesOf("starts"); }
    std::ptrdiff_t requests() const { return linesOf("asked"); }

private:
    std::ptrdiff_t linesOf(const std::string& name) const
    {
        if (!fs::exists(m_folder / name))
            return 0;
        const std::string text = readText(m_folder / name);
        return std::count(text.begin(), text.end(), '\n');
    }

    const TemporaryFolder m_folder;
};

const Operator spmv = {OperatorKind::SpMV, DataType::Float32, 1};

GraphJob someJob()
{
    return {randomUniform(60, 50, 0.1, 3), {spmv}};
}

std::vector<double> nsOf(const std::vector<GraphTime>& times)
{
    std::vector<double> ns;
    std::transform(times.begin(), times.end(), std::back_inserter(ns), [](const GraphTime& time) { return time.ns; });
    return ns;
}

} // namespace

TEST_CASE("times of graphs come back in their order, from one worker for all requests")
{
    const MadeUpWorker worker;
    const GraphJob job = someJob();
    const auto timer = localGraphTimer(job);
    CHECK(worker.starts() == 0);
    std::vector<std::string> said;
    Progress progress([&](std::string_view what, double) { said.emplace_back(what); });
    const auto times = timer->time(graphsWith({40, 33, refused, 50}), {}, progress);
    CHECK(nsOf(times) == std::vector<double>{40, 33, 0, 50});
    CHECK(times[2].refused);
    CHECK(times[2].problem == "none");
    CHECK(nsOf(timer->time(graphsWith({34}), {.bestNs = 30}, noProgress())) == std::vector<double>{34});
    CHECK(timer->time({}, {}, noProgress()).empty());
    CHECK(timer->timedOn(noProgress()) == TimedOn{"NVIDIA H200", "580", "1"});
    CHECK(worker.starts() == 1);
    CHECK(worker.requests() == 2);
    CHECK(readText(worker.file("starts")) == "evaluate\n");
    CHECK(std::count(said.begin(), said.end(), "timing graphs, 1 of 3") == 1);
    CHECK(session::openMatrix(readGraphJob(worker.file("job.json")).matrix, noProgress())->fingerprint() ==
          job.matrix->fingerprint());
}

TEST_CASE("a graph that kills the worker is told, and the others of its request are timed all the same")
{
    const MadeUpWorker worker;
    const auto timer = localGraphTimer(someJob());
    const auto times = timer->time(graphsWith({40, dies, 50}), {}, noProgress());
    CHECK(nsOf(times) == std::vector<double>{40, 0, 50});
    CHECK_THAT(times[1].problem,
               Catch::Contains("the GPU worker was killed by signal 11") && Catch::Contains("during timing graphs"));
    CHECK_FALSE(times[1].refused);
    CHECK(worker.starts() == 3);
    CHECK_THAT(timer->time(graphsWith({dies}), {}, noProgress()).at(0).problem, Catch::Contains("signal 11"));
    CHECK(worker.requests() == 5);
    CHECK(nsOf(timer->time(graphsWith({60}), {}, noProgress())) == std::vector<double>{60});
}

TEST_CASE("a kernel that does not end is given up with its worker")
{
    const MadeUpWorker worker;
    const auto timer = localGraphTimer(someJob(), {.running = std::chrono::milliseconds(400)});
    const auto begin = std::chrono::steady_clock::now();
    const auto times = timer->time(graphsWith({hangs, 50}), {}, noProgress());
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    CHECK(times[0].problem == "the GPU worker did not answer in time and was ended during timing graphs, 1 of 3");
    CHECK(times[1].ns == 50);
}

TEST_CASE("a search that is cancelled ends its worker within a second")
{
    const MadeUpWorker worker;
    const auto timer = localGraphTimer(someJob());
    std::chrono::steady_clock::time_point begin;
    Progress progress([&](std::string_view what, double) {
        if (what.starts_with(timingGraphs)) {
            begin = std::chrono::steady_clock::now();
            progress.cancel();
        }
    });
    try {
        timer->time(graphsWith({hangs}), {}, progress);
        FAIL("answered");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(1));
    CHECK_THROWS_AS(timer->time(graphsWith({50}), {}, progress), Error);
    CHECK(nsOf(timer->time(graphsWith({50}), {}, noProgress())) == std::vector<double>{50});
}

TEST_CASE("where no worker starts, or one of another version, nothing is timed: an error of the device kind")
{
    const auto refusal = [](const std::string& atStart) {
        const MadeUpWorker worker(atStart);
        const auto timer = localGraphTimer(someJob());
        try {
            timer->time(graphsWith({50}), {}, noProgress());
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Device);
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(refusal(R"(echo '{"error": "there is no driver", "kind": "device"}'; exit 3)") == "there is no driver");
    CHECK(refusal(R"(echo '{"error": "there is no GPU 7", "kind": "usage"}'; exit 1)") == "there is no GPU 7");
    CHECK_THAT(refusal("kill -KILL $$"), Catch::Contains("was killed by signal 9"));
    CHECK_THAT(refusal(R"(echo '{"ready": true}')"), Catch::Contains("of this version"));
    CHECK_THAT(refusal(R"(echo '{"devices": []}')"), Catch::Contains("of this version"));
    setenv("SPARSESCOPE_WORKER", "/nonexistent/worker", 1);
    CHECK_THROWS_WITH(localGraphTimer(someJob())->time(graphsWith({50}), {}, noProgress()),
                      Catch::Contains("sparsescope-gpu is not installed"));
    unsetenv("SPARSESCOPE_WORKER");
}

namespace {

// Answers as it is told to, and counts for how many graphs it was asked.
struct CountingTimer final : GpuTimer {
    using Answer = std::function<GraphTime(const graph::Graph&)>;
    CountingTimer(int& asked, TimedOn on, Answer answer) : count(asked), place(std::move(on)), answer(std::move(answer))
    {
    }

    TimedOn timedOn(Progress&) override { return place; }
    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming&, Progress&) override
    {
        count += static_cast<int>(graphs.size());
        std::vector<GraphTime> times;
        std::transform(graphs.begin(), graphs.end(), std::back_inserter(times), answer);
        return times;
    }

    int& count;
    TimedOn place;
    Answer answer;
};

const TimedOn here = {"NVIDIA H200", "580", "1"};

// A search that asks for these graphs, and for how many of them a GPU was asked.
struct Search {
    std::vector<GraphTime> times;
    int asked = 0;
};

Search searchFor(const std::vector<int>& rows, const TemporaryFolder& folder, const GraphTime& answer = {700, 600, 800},
                 const GraphTiming& timing = {}, const GraphJob& job = someJob(), const TimedOn& on = here)
{
    Search search;
    const auto timer =
        keepingTimes(std::make_unique<CountingTimer>(search.asked, on, [&](const graph::Graph&) { return answer; }),
                     job, folder / "kept/times");
    search.times = timer->time(graphsWith(rows), timing, noProgress());
    return search;
}

std::string keptFile(const TemporaryFolder& folder)
{
    const fs::directory_iterator first(folder / "kept/times");
    REQUIRE(first != fs::directory_iterator());
    return first->path().string();
}

} // namespace

TEST_CASE("times are kept for the next search of the same matrix, setting, GPU, driver and program")
{
    const TemporaryFolder folder;
    const Search first = searchFor({40, 50}, folder);
    CHECK(first.asked == 2);
    CHECK_FALSE(first.times[0].kept);
    const Search again = searchFor({60, 50, 40}, folder, {900, 900, 900});
    CHECK(again.asked == 1);
    CHECK(nsOf(again.times) == std::vector<double>{900, 700, 700});
    CHECK_FALSE(again.times[0].kept);
    CHECK(again.times[1].kept);
    CHECK(again.times[1].low == 600);
    CHECK(again.times[1].high == 800);

    const auto asked = [&](const GraphJob& job, const TimedOn& on) {
        return searchFor({40}, folder, {5, 5, 5}, {}, job, on).asked;
    };
    const GraphJob job = someJob();
    CHECK(asked(job, here) == 0);
    CHECK(asked({randomUniform(60, 50, 0.1, 4), {spmv}}, here) == 1);
    CHECK(asked({job.matrix, {{OperatorKind::SpMV, DataType::Float16, 1}, 0, 1, {}}}, here) == 1);
    CHECK(asked({job.matrix, {.op = spmv, .values = MatrixValues::Ones}}, here) == 1);
    CHECK(asked(job, {"NVIDIA H100", "580", "1"}) == 1);
    CHECK(asked(job, {"NVIDIA H200", "581", "1"}) == 1);
    CHECK(asked(job, {"NVIDIA H200", "580", "2"}) == 1);
    CHECK(asked({job.matrix, {.op = spmv, .device = 3, .seed = 9}}, here) == 0); // one GPU of a name is like another
}

TEST_CASE("a time answers for as many runs and no more, and what is timed by turns is never kept")
{
    const TemporaryFolder folder;
    const auto asked = [&](const GraphTiming& timing) {
        return searchFor({40}, folder, {700, 600, 800}, timing).asked;
    };
    CHECK(asked({.repeats = 60, .interleaved = true}) == 1);
    CHECK(asked({}) == 1);
    CHECK(asked({}) == 0);
    CHECK(asked({.padding = 8, .bestNs = 1, .repeats = 3}) == 0);
    CHECK(asked({.repeats = 60}) == 1);
    CHECK(asked({.repeats = 60, .interleaved = true}) == 1);
    CHECK(asked({.repeats = 60}) == 0);
}

TEST_CASE("a graph that was cut is cut again by a best time that is as good, and measured against a worse one")
{
    const TemporaryFolder folder;
    const auto asked = [&](double bestNs) {
        return searchFor({40}, folder, {900, 900, 900, true}, {.bestNs = bestNs}).asked;
    };
    CHECK(asked(400) == 1);
    const Search again = searchFor({40}, folder, {}, {.bestNs = 300});
    CHECK(again.asked == 0);
    CHECK(again.times[0].cut);
    CHECK(again.times[0].kept);
    CHECK(asked(0) == 1);
    CHECK(asked(410) == 1);
    CHECK(asked(405) == 0);
}

TEST_CASE("refusals are kept for as little padding, troubles of the device are not kept")
{
    const TemporaryFolder folder;
    const auto asked = [&](int rows, bool refusedByGraph, double padding) {
        return searchFor({rows}, folder, {.problem = "too many places", .refused = refusedByGraph},
                         {.padding = padding})
            .asked;
    };
    CHECK(asked(40, true, 4) == 1);
    CHECK(asked(40, true, 4) == 0);
    CHECK(asked(40, true, 2) == 0);
    CHECK(asked(40, true, 8) == 1);
    CHECK(searchFor({40}, folder).times[0].problem == "too many places");
    CHECK(asked(50, false, 4) == 1);
    CHECK(asked(50, false, 4) == 1);
}

TEST_CASE("times of kernels whose arrays are stored as they are answer for such alone")
{
    const TemporaryFolder folder;
    const auto asked = [&](graph::Compression compression) {
        return searchFor({40}, folder, {700, 600, 800}, {.compression = compression}).asked;
    };
    CHECK(asked(graph::Compression::On) == 1);
    CHECK(asked(graph::Compression::Off) == 1);
    CHECK(asked(graph::Compression::Off) == 0);
    CHECK(asked(graph::Compression::On) == 0);
}

TEST_CASE("damaged lines of what is kept are passed over, and what cannot be written is measured again")
{
    const TemporaryFolder folder;
    searchFor({40, 50, 60}, folder);
    const std::string file = keptFile(folder);
    const std::string text = readText(file);
    CHECK(std::count(text.begin(), text.end(), '\n') == 3);
    const std::size_t second = text.find('\n') + 1, third = text.find('\n', second) + 1;
    const auto spoil = [&](const std::string& lines) {
        writeText(file, lines);
        return searchFor({40, 50, 60}, folder).asked;
    };
    CHECK(spoil(text + "\n\n{}\n[1]\nnull\n{\"graph\": 7, \"ns\": 5, \"repeats\": 9}\n\xff\n") == 0);
    CHECK(spoil(text + text.substr(0, 20)) == 0);
    CHECK(spoil(text.substr(0, second + 10) + text.substr(third)) == 2); // both are lost
    CHECK(spoil(text.substr(0, second + 10) + "\n" + text.substr(third)) == 1);
    CHECK(spoil("") == 3);
    std::string negative = text;
    negative.replace(negative.find("\"low\":6"), 7, "\"low\":-");
    CHECK(spoil(negative) == 1);

    fs::remove(file);
    fs::create_directory(file);
    CHECK(searchFor({40}, folder).asked == 1);
    CHECK(searchFor({40}, folder).asked == 1);
}

TEST_CASE("an evaluator that measures times graphs of its matrix and of parts of it, and keeps the times")
{
    const MadeUpWorker worker;
    setenv("XDG_CACHE_HOME", worker.file("cache").c_str(), 1);
    const MatrixPtr matrix = randomUniform(60, 50, 0.1, 3), part = randomUniform(30, 50, 0.1, 3);
    const auto model = makeCostModel(readCalibration("h200"), spmv);
    const auto gpu = localWorker();
    RunOptions options;
    options.device = 2;
    options.seed = 5;
    const MeasuringEvaluator evaluator(*model, matrix, options, *gpu);
    for (const bool again : {false, true})
        for (const MatrixPtr& of : {matrix, part}) {
            const auto timer = evaluator.graphTimer(*of, spmv);
            REQUIRE(timer);
            const auto times = timer->time(graphsWith({40}), {}, noProgress());
            CHECK(times[0].ns == 40);
            CHECK(times[0].kept == again);
            const GraphJobFile job = readGraphJob(worker.file("job.json"));
            CHECK(job.setting == GraphSetting{spmv, 2, 5, {}});
            CHECK(session::openMatrix(job.matrix, noProgress())->fingerprint() == of->fingerprint());
        }
    CHECK(worker.requests() == 2);
    CHECK_FALSE(evaluator.graphTimer(*matrix, spmm(DataType::Float16, 32)));
    CHECK_FALSE(ModelEvaluator(*model).graphTimer(*matrix, spmv));
    FakeWorker without([](const GpuJob&, Progress&, const Worker::Listener&) { return session::Session(); });
    CHECK_FALSE(MeasuringEvaluator(*model, matrix, options, without).graphTimer(*matrix, spmv));
    unsetenv("XDG_CACHE_HOME");
}
