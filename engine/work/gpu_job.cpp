// Writes a job's files and its JSON, and reads that strictly.
#include "engine/work/gpu_job.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/reader.h"
#include "engine/measure/baselines.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <set>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The file itself, or where its name is not UTF-8, which JSON cannot hold, a link to it in the folder.
std::string nameable(const std::string& file, const std::string& folder, const std::string& link)
{
    const std::string path = fs::absolute(file).string();
    if (throughJson(path) == path)
        return path;
    std::error_code error;
    fs::create_symlink(path, fs::path(folder) / link, error);
    if (error)
        failInput(error.message(), {.file = (fs::path(folder) / link).string()});
    return link;
}

// The members of a JSON object, each asked for once.
class Members {
public:
    Members(const json& object, std::string file) : m_object(object), m_file(std::move(file))
    {
        if (!object.is_object())
            failInput("is no JSON object", {.file = m_file});
    }

    [[noreturn]] void fail(const std::string& member, const std::string& reason) const
    {
        failInput(reason, {.file = m_file, .call = member});
    }

    const json* find(const char* member)
    {
        m_known.insert(member);
        const auto found = m_object.find(member);
        return found == m_object.end() ? nullptr : &*found;
    }
    const json& need(const char* member)
    {
        const json* value = find(member);
        if (!value)
            fail(member, "is missing");
        return *value;
    }

    std::string text(const char* member)
    {
        const json& value = need(member);
        if (!value.is_string() || value.get_ref<const std::string&>().empty())
            fail(member, fmt::format("takes a text, not {}", jsonText(value)));
        return value;
    }
    std::vector<std::string> texts(const char* member, const json& value) const
    {
        const auto isText = [](const json& one) { return one.is_string(); };
        if (!value.is_array() || !std::all_of(value.begin(), value.end(), isText))
            fail(member, fmt::format("takes a list of texts, not {}", jsonText(value)));
        return value;
    }
    template <class Choices>
    auto oneOf(const char* member, const json& value, const Choices& choices) const
    {
        std::string names;
        for (const auto choice : choices) {
            if (value == name(choice))
                return choice;
            names += fmt::format("{}{}", names.empty() ? "" : ", ", name(choice));
        }
        fail(member, fmt::format("takes one of {}, not {}", names, jsonText(value)));
    }
    template <class T>
    void number(const char* member, std::uint64_t least, std::uint64_t most, T& into)
    {
        const json* value = find(member);
        if (!value)
            return;
        if (!value->is_number_unsigned() || value->get<std::uint64_t>() < least || value->get<std::uint64_t>() > most)
            fail(member, fmt::format("takes a whole number from {} to {}, not {}", least, most, jsonText(*value)));
        into = static_cast<T>(value->get<std::uint64_t>());
    }
    void flag(const char* member, bool& into)
    {
        const json* value = find(member);
        if (!value)
            return;
        if (!value->is_boolean())
            fail(member, fmt::format("takes true or false, not {}", jsonText(*value)));
        into = *value;
    }

    // What is left was not asked for.
    void checkKnown() const
    {
        for (const auto& [member, value] : m_object.items())
            if (!m_known.contains(member))
                fail(member, fmt::format("is none of {}", fmt::join(m_known, ", ")));
    }

private:
    const json& m_object;
    std::string m_file;
    std::set<std::string> m_known;
};

} // namespace

std::string writeGpuJob(const GpuJob& job, const std::string& folder, Progress& progress)
{
    const auto path = [&](const std::string& name) { return (fs::path(folder) / name).string(); };
    std::string matrix = "matrix.sscope";
    if (stillInFile(*job.matrix)) {
        matrix = nameable(job.matrix->source().path, folder, "matrix");
    } else {
        session::Session carrier;
        carrier.matrix = job.matrix;
        session::writeSession(carrier, path(matrix), progress, session::packedQuickly);
    }
    std::vector<std::string> plans;
    for (const auto& plan : job.plans) {
        plans.push_back(fmt::format("plan{}.json", plans.size()));
        writePlan(*plan, path(plans.back()));
    }
    std::vector<std::string> baselines = job.run.baselines;
    for (std::size_t i = 0; i < baselines.size(); ++i)
        if (const std::string kernel = userKernelFile(baselines[i]); throughJson(kernel) != kernel)
            baselines[i] = userKernelPrefix + path(nameable(kernel, folder, fmt::format("kernel{}", i)));
    const RunOptions& run = job.run;
    json object = {{"matrix", matrix},       {"plans", plans},         {"output", "result.sscope"},
                   {"device", run.device},   {"seed", run.seed},       {"warmups", run.warmups},
                   {"repeats", run.repeats}, {"baselines", baselines}, {"counters", run.counters},
                   {"tune", run.tune},       {"brief", run.brief}};
    if (run.values)
        object["values"] = name(*run.values);
    writeText(path("job.json"), jsonText(object, 2));
    return path("job.json");
}

GpuJobFiles readGpuJob(const std::string& file)
{
    const json object = parseJson(readText(file), {.file = file});
    Members in(object, file);
    const auto from = [&](const std::string& name) { return (fs::path(file).parent_path() / name).string(); };
    GpuJobFiles job;
    job.matrix = from(in.text("matrix"));
    for (const std::string& plan : in.texts("plans", in.need("plans")))
        job.plans.push_back(from(plan));
    if (job.plans.empty())
        in.fail("plans", "names no plan");
    job.output = from(in.text("output"));
    in.number("device", 0, mostDevices - 1, job.run.device);
    in.number("seed", 0, std::numeric_limits<std::uint64_t>::max(), job.run.seed);
    in.number("warmups", 0, mostRepeats, job.run.warmups);
    in.number("repeats", 1, mostRepeats, job.run.repeats);
    if (const json* baselines = in.find("baselines"))
        job.run.baselines = in.texts("baselines", *baselines);
    in.flag("counters", job.run.counters);
    in.flag("tune", job.run.tune);
    in.flag("brief", job.run.brief);
    if (const json* values = in.find("values"))
        job.run.values = in.oneOf("values", *values, matrixValues);
    in.checkKnown();
    return job;
}

} // namespace sparsescope
