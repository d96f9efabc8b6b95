#include "engine/work/kept_times.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_reader.h"

#include <filesystem>
#include <map>
#include <optional>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// An answer with what was asked.
struct KeptTime {
    GraphTime time;
    GraphTiming timing;

    bool answers(const GraphTiming& asked) const
    {
        if (asked.compression != timing.compression)
            return false;
        if (time.refused)
            return asked.padding <= timing.padding;
        if (time.cut)
            return asked.bestNs > 0 && asked.bestNs <= timing.bestNs;
        return asked.repeats <= timing.repeats;
    }
};

bool worthKeeping(const GraphTime& time)
{
    return time.problem.empty() || time.refused;
}

json toJson(std::uint64_t graph, const KeptTime& kept)
{
    json line = toJson(kept.time);
    line["graph"] = hex64(graph);
    if (kept.timing.compression == graph::Compression::Off)
        line["compression"] = false;
    if (kept.time.refused)
        line["padding"] = kept.timing.padding;
    else if (kept.time.cut)
        line["bestNs"] = kept.timing.bestNs;
    else
        line["repeats"] = kept.timing.repeats;
    return line;
}

std::pair<std::uint64_t, KeptTime> keptTimeFromJson(const json& line, const std::string& file)
{
    const JsonReader in(line, file);
    KeptTime kept{graphTimeFromJson(line, file), {}};
    if (!worthKeeping(kept.time))
        in.fail("is not worth keeping");
    kept.time.kept = true;
    if (!in.get<bool>("compression", true))
        kept.timing.compression = graph::Compression::Off;
    if (kept.time.refused)
        kept.timing.padding = in.get<double>("padding");
    else if (kept.time.cut)
        kept.timing.bestNs = in.get<double>("bestNs");
    else
        kept.timing.repeats = in.get<int>("repeats");
    return {parseHex64(in.get<std::string>("graph")), kept};
}

// The name of the file for what all its answers are of.
std::string fileFor(const GraphJob& job, const TimedOn& on)
{
    const GraphSetting& setting = job.setting;
    const std::string key = jsonText({job.matrix->fingerprint().text(), name(setting.op.kind), name(setting.op.dtype),
                                      setting.values ? name(*setting.values) : "", on.device, on.driver, on.program});
    return hex64(hashArray(std::span<const char>(key))) + ".times";
}

class KeepingTimer final : public GraphTimer {
public:
    KeepingTimer(std::unique_ptr<GpuTimer> timer, const GraphJob& job, const std::string& folder)
        : m_timer(std::move(timer)), m_job(job), m_folder(folder)
    {
    }

    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                Progress& progress) override
    {
        if (timing.interleaved || graphs.empty())
            return m_timer->time(graphs, timing, progress);
        if (m_file.empty())
            open(progress);
        std::vector<GraphTime> times(graphs.size());
        std::vector<graph::Graph> rest;
        std::vector<std::size_t> where; // each of them stands
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            const KeptTime* known = find(graphs[i].identity(), timing);
            if (known) {
                times[i] = known->time;
                continue;
            }
            rest.push_back(graphs[i]);
            where.push_back(i);
        }
        if (rest.empty())
            return times;
        const std::vector<GraphTime> measured = m_timer->time(rest, timing, progress);
        std::string lines;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            times[where[i]] = measured.at(i);
            if (worthKeeping(measured[i]))
                lines += keep(rest[i].identity(), {measured[i], timing});
        }
        write(lines);
        return times;
    }

private:
    void open(Progress& progress)
    {
        m_file = (fs::path(m_folder) / fileFor(m_job, m_timer->timedOn(progress))).string();
        std::string text;
        try {
            text = fs::exists(m_file) ? readText(m_file) : std::string();
        } catch (const Error&) {
            return; // is as if it were empty
        }
        for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
            end = std::min(text.find('\n', begin), text.size());
            try {
                const auto [graph, kept] = keptTimeFromJson(
                    parseJson(std::string_view(text).substr(begin, end - begin), {.file = m_file}), m_file);
                m_kept[graph].push_back(kept);
            } catch (const Error&) { // a line that was not written to its end
            }
        }
    }

    // The newest that answers.
    const KeptTime* find(std::uint64_t graph, const GraphTiming& timing) const
    {
        const auto found = m_kept.find(graph);
        if (found == m_kept.end())
            return nullptr;
        const auto one = std::find_if(found->second.rbegin(), found->second.rend(),
                                      [&](const KeptTime& kept) { return kept.answers(timing); });
        return one == found->second.rend() ? nullptr : &*one;
    }

    std::string keep(std::uint64_t graph, KeptTime kept)
    {
        std::string line = jsonText(toJson(graph, kept)) + "\n";
        kept.time.kept = true;
        m_kept[graph].push_back(std::move(kept));
        return line;
    }

    void write(const std::string& lines)
    {
        if (lines.empty())
            return;
        std::error_code ignored;
        fs::create_directories(m_folder, ignored);
        try {
            appendText(m_file, lines);
        } catch (const Error&) {
            // Then another search measures them again.
        }
    }

    const std::unique_ptr<GpuTimer> m_timer;
    const GraphJob m_job;
    const std::string m_folder;
    std::string m_file; // empty before it was looked into
    std::map<std::uint64_t, std::vector<KeptTime>> m_kept;
};

} // namespace

std::unique_ptr<GraphTimer> keepingTimes(std::unique_ptr<GpuTimer> timer, const GraphJob& job,
                                         const std::string& folder)
{
    if (folder.empty())
        return timer;
    return std::make_unique<KeepingTimer>(std::move(timer), job, folder);
}

} // namespace sparsescope
