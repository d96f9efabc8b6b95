// What the GPU worker is handed and says, lessons, and what students hand in.
#include "engine/core/json_text.h"
#include "engine/learn/lesson.h"
#include "engine/learn/results.h"
#include "engine/measure/baselines.h"
#include "engine/work/gpu_job.h"
#include "engine/work/graph_job.h"
#include "engine/work/worker_lines.h"
#include "tests/engine/session_fixtures.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/fixtures.h"
#include "tests/fuzz/target.h"

#include <filesystem>

namespace sparsescope::fuzz {

std::vector<std::string> profileSeeds()
{
    const Plan& plan = somePlans().front().plan;
    return {jsonText(toJson(inventedProfile(plan, 1)))};
}

void runProfile(std::string_view input)
{
    const Profile profile = profileFromJson(parseJson(input, {.file = "s.sscope"}), "s.sscope");
    useProfile(somePlans().front().plan, profile);
    const Profile again = profileFromJson(parseJson(jsonText(toJson(profile)), {}), "s.sscope");
    require(again.counters.size() == profile.counters.size(), "a profile that was read does not survive its file");
}

std::vector<std::string> lessonSeeds()
{
    std::vector<std::string> seeds;
    for (const learn::ShippedLesson& shipped : learn::shippedLessons()) {
        learn::Lesson lesson = learn::readLesson(shipped.path);
        lesson.steps.resize(std::min<std::size_t>(lesson.steps.size(), 4));
        seeds.push_back(learn::lessonJson(lesson));
    }
    return seeds;
}

void runLesson(std::string_view input)
{
    const learn::Lesson lesson = learn::parseLesson(std::string(input), "lesson.json");
    constexpr std::size_t mostSteps = 8; // a page of many more takes long, and is right
    for (std::size_t i = 0; i < std::min(lesson.steps.size(), mostSteps); ++i) {
        const learn::LessonStep& step = lesson.steps[i];
        const auto show = learn::makeShow(step.state);
        for (const int at : {0, step.state.step, show->steps() - 1}) {
            show->text(std::clamp(at, 0, show->steps() - 1));
            learn::LearnState state = step.state;
            state.step = at;
            learn::sceneOf(state);
        }
        show->counts();
        show->cost();
        if (step.exercise)
            learn::answerOf(*step.exercise, step.state);
    }
    const learn::Lesson again = learn::parseLesson(learn::lessonJson(lesson), "lesson.json");
    require(again.steps.size() == lesson.steps.size(), "a lesson that was read does not survive its file");
    if (lesson.steps.size() <= mostSteps)
        learn::lessonHtml(lesson, noProgress());
    learn::giftQuiz(lesson);
}

namespace {

// An exercise of each kind that answers to, one step each.
const learn::Lesson& askingLesson()
{
    static const learn::Lesson lesson = learn::parseLesson(R"({"title": "t", "steps": [
{"title": "a", "matrix": ["x.x", ".x."], "formats": ["csr"], "exercise": {"question": "?", "kind": "bytes"}},
{"title": "b", "exercise": {"question": "?", "kind": "text", "answers": ["yes"]}},
{"title": "c", "exercise": {"question": "?", "choices": ["x", "y"], "answers": [0, 1]}},
{"title": "d", "exercise": {"question": "?", "kind": "fill", "array": "colIdx"}},
{"title": "e", "exercise": {"question": "?", "kind": "draw", "conditions": ["padding(ell) = 0", "non-zeros = 2"],
 "solution": ["x..", ".x."]}}]})",
                                                           "lesson.json");
    return lesson;
}

} // namespace

std::vector<std::string> answerSeeds()
{
    const learn::Lesson& lesson = askingLesson();
    learn::Results results;
    results.student = "Ada";
    results.steps.resize(lesson.steps.size());
    std::vector<learn::Given> given = {{"1.024 bytes", {}, {}},
                                       {"Yes", {}, {}},
                                       {"", {0, 1}, {}},
                                       {"", {}, {"0", "2", "1"}},
                                       {"", {}, {"x..", "..x"}}};
    for (std::size_t i = 0; i < given.size(); ++i)
        results.steps[i] = {true, learn::Outcome::Open, 1, given[i], 1'800'000'000, 1'800'000'001};
    std::vector<std::string> seeds = {resultsJson(lesson, results)};
    results.steps[4] = {true, learn::Outcome::Shown, 0, {}, 0, 0};
    results.student.clear();
    seeds.push_back(resultsJson(lesson, results));
    return seeds;
}

void runAnswers(std::string_view input)
{
    const learn::Lesson& lesson = askingLesson();
    const learn::Results results = learn::parseResults(std::string(input), "answers.json", lesson);
    learn::gradesCsv(lesson, std::vector<learn::HandedIn>{{"answers.json", results}});
    require(learn::parseResults(resultsJson(lesson, results), "answers.json", lesson).steps == results.steps,
            "answers that were read do not survive their file");
}

std::vector<std::string> jobSeeds()
{
    return {R"({"matrix": "m.mtx", "plans": ["p.json", "q.json"], "output": "r.sscope", "device": 0, "seed": 1,
  "warmups": 3, "repeats": 20, "baselines": ["cusparse:csr_alg2"], "counters": true, "tune": false, "brief": false,
  "values": "random"})",
            R"({"matrix": "m.mtx", "plans": ["p.json"], "output": "r.sscope"})"};
}

void runJob(std::string_view input)
{
    const ScratchFile file(input, ".json");
    const GpuJobFiles job = readGpuJob(file.path());
    require(!job.plans.empty() && job.run.repeats > 0, "a job that was read has nothing to do");
    for (const std::string& baseline : job.run.baselines)
        allowingUsage([&] { requireKnownBaseline(baseline); });
}

std::vector<std::string> graphJobSeeds()
{
    return {R"({"matrix": "m.mtx", "op": "spmv", "dtype": "f16", "device": 0, "seed": 1, "values": "random"})",
            R"({"matrix": "m.mtx", "op": "spmv", "dtype": "f32"})"};
}

void runGraphJob(std::string_view input)
{
    const ScratchFile file(input, ".json");
    const GraphJobFile job = readGraphJob(file.path());
    require(hasGraphs(job.setting.op.definition()), "a job that was read is of an operator that has no graphs");
}

std::vector<std::string> graphRequestSeeds()
{
    return {R"({"graphs": [{"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "COMPRESS"},
  {"op": "BMT_ROW_BLOCK", "rows": 1}, {"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"}]}], "padding": 4.5,
  "bestNs": 5321.5, "repeats": 9, "interleaved": false})",
            R"({"graphs": []})"};
}

void runGraphRequest(std::string_view input)
{
    const GraphRequest request = readGraphRequest(input);
    require(request.timing.repeats > 0 && request.timing.padding >= 1, "a request that was read makes no sense");
    std::vector<graph::Graph> graphs;
    for (const nlohmann::json& graph : request.graphs)
        graphs.push_back(graph::readGraph(graph, {}));
    const GraphRequest again = readGraphRequest(requestLine(graphs, request.timing));
    require(again.graphs.size() == graphs.size() && again.timing.bestNs == request.timing.bestNs,
            "a request that was read does not survive its line");
}

std::vector<std::string> workerSeeds()
{
    return {R"({"progress": 0.5, "what": "compiling"}
{"message": "No counters: not permitted."}
{"error": "cuMemAlloc: out of memory", "kind": "device"}
{"devices": [{"id": 0, "name": "NVIDIA H200", "status": "", "sms": 132}], "cuda": "13.0"}
)",
            R"({"progress": 0.1, "what": "timing graphs, 1 of 2"}
{"times": [{"ns": 5320.5, "low": 5300, "high": 5400}, {"problem": "too many places", "refused": true}]}
)",
            R"({"ready": {"device": "NVIDIA H200", "driver": "580.159.03", "program": "0.1.0"}}
)",
            "not JSON\n\n[1]\n{\"progress\": 1}\n{}\n"};
}

namespace {

// What is of another version is trouble of the device.
template <class Body>
void allowingDevice(const Body& body)
{
    try {
        body();
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Device)
            throw;
    }
}

} // namespace

void runWorkerLines(std::string_view input)
{
    WorkerLines lines;
    std::vector<std::string> messages;
    Progress progress([&](std::string_view what, double done) {
        require(done >= -1 && done <= 1, "a share of the work is none");
        messages.emplace_back(what);
    });
    for (std::size_t begin = 0; begin < input.size();) {
        const std::size_t end = std::min(input.find('\n', begin), input.size());
        lines.hear(std::string(input.substr(begin, end - begin)), progress,
                   [&](const std::string& message) { messages.push_back(message); });
        begin = end + 1;
    }
    allowingDevice([&] {
        for (const Device& device : devicesIn(lines.answer))
            require(device.id >= 0 && device.id < mostDevices, "a GPU has a number that no job takes");
    });
    allowingDevice([&] {
        for (const GraphTime& time : timesIn(lines.answer, 2))
            require((time.ns > 0) == time.problem.empty(), "an answer is both a time and a problem");
    });
    allowingDevice([&] { timedOnIn(lines.answer); });
}

} // namespace sparsescope::fuzz
