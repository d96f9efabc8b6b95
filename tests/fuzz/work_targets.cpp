// What the GPU worker is handed and says, and lessons.
#include "engine/core/json_text.h"
#include "engine/learn/lesson.h"
#include "engine/measure/baselines.h"
#include "engine/work/gpu_job.h"
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

std::vector<std::string> workerSeeds()
{
    return {R"({"progress": 0.5, "what": "compiling"}
{"message": "No counters: not permitted."}
{"error": "cuMemAlloc: out of memory", "kind": "device"}
{"devices": [{"id": 0, "name": "NVIDIA H200", "status": "", "sms": 132}], "cuda": "13.0"}
)",
            "not JSON\n\n[1]\n{\"progress\": 1}\n{}\n"};
}

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
    try {
        for (const Device& device : devicesIn(lines.answer))
            require(device.id >= 0 && device.id < mostDevices, "a GPU has a number that no job takes");
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Device)
            throw;
    }
}

} // namespace sparsescope::fuzz
