#include "engine/search/program/program_planner.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/job_folder.h"
#include "engine/core/json_text.h"
#include "engine/core/own_program.h"
#include "engine/io/writer.h"
#include "engine/plan/header_json.h"
#include "engine/plan/plan_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr int mostSeconds = 86400;

json handedOptions(const std::string& text)
{
    json options = json::object();
    std::istringstream all(text);
    for (std::string one; std::getline(all, one, ',');) {
        const std::size_t equals = one.find('=');
        if (equals == 0 || equals == std::string::npos)
            failUsage(fmt::format("option {} takes NAME=VALUE,NAME=VALUE, not \"{}\"", handedThrough, one));
        std::string value = one.substr(equals + 1);
        std::replace(value.begin(), value.end(), '+', ',');
        options[one.substr(0, equals)] = value;
    }
    return options;
}

// Rounds as the program numbered them, if its tiles stand in that order; else all at once.
std::vector<TraceRound> roundsOf(Plan& plan)
{
    std::vector<Tile>& tiles = plan.tiling().tiles;
    const bool ordered = std::ranges::is_sorted(tiles, {}, &Tile::round);
    std::vector<TraceRound> rounds;
    std::int64_t covered = 0;
    std::int32_t last = 0;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
        if (rounds.empty() || (ordered && tiles[t].round != last)) {
            last = tiles[t].round;
            TraceRound& round = rounds.emplace_back();
            round.round = static_cast<std::int32_t>(rounds.size());
            round.level = tiles[t].level;
            round.tileBegin = static_cast<std::int64_t>(t);
        }
        TraceRound& round = rounds.back();
        tiles[t].round = round.round;
        covered += std::ranges::count_if(plan.tiling().view(tiles[t]).entries,
                                         [](std::uint32_t entry) { return !Entry::redundant(entry); });
        round.covered = covered;
        round.tileEnd = static_cast<std::int64_t>(t) + 1;
        round.candidates = round.tileEnd - round.tileBegin;
    }
    sayCosts(rounds, plan);
    return rounds;
}

class ProgramPlanner final : public Planner {
public:
    explicit ProgramPlanner(std::string path) : m_path(std::move(path)) {}

    std::string name() const override { return programPlannerPrefix + m_path; }
    std::string description() const override
    {
        return "A program of your own: it is given the matrix and what is asked for as files, and writes a plan, which "
               "is checked as one from anybody else (samples/own-parts.md).";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {{handedThrough, "Its options",
                 "Hand these through to the program, NAME=VALUE,NAME=VALUE; + inside a value stands for a comma.", "",
                 0, 0},
                {"program-seconds", "Seconds", "End the program, and what it has started, after so many seconds.", 600,
                 1, mostSeconds}};
    }
    bool plans(const OperatorDefinition&) const override { return true; }

private:
    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const JobFolder folder;
        writeRequest(matrix, model, options, folder, progress);
        runOwnProgram(m_path, {.arguments = {folder.path()}, .seconds = options.at("program-seconds").get<int>()},
                      progress);
        Plan plan = planIn(folder, matrix, op, progress);
        plan.planner = name();
        plan.options = options;
        plan.competitors.clear();
        const auto partModel = model.withDensePart(plan.densePart);
        costPlan(plan, matrix, *partModel, progress);
        plan.tiling().schedule = scheduleOf(plan, model.calibration().sms).sm;
        tellRounds(plan, std::filesystem::path(m_path).filename().string(), roundsOf(plan), trace);
        progress.report("search", 1);
        return plan;
    }

    static void writeRequest(const Matrix& matrix, const CostModel& model, const json& options, const JobFolder& folder,
                             Progress& progress)
    {
        writeMatrix(matrix, folder.file("matrix.npz"), {}, progress);
        json request = {{"schema", "sparsescope-request"},
                        {"version", 1},
                        {"matrix",
                         {{"file", "matrix.npz"},
                          {"name", matrix.source().name},
                          {"fingerprint", matrix.fingerprint().text()},
                          {"rows", matrix.rows()},
                          {"cols", matrix.cols()},
                          {"nnz", matrix.nnz()},
                          {"slices", matrix.slices()}}},
                        {"operator", operatorJson(model.op())},
                        {"options", handedOptions(options.at(handedThrough).get<std::string>())},
                        {"gpu", {{"name", model.calibration().gpu}, {"sms", model.calibration().sms}}},
                        {"plan", "plan.json"}};
        request["operator"]["denseParts"] = model.measuredDenseParts();
        writeText(folder.file("request.json"), jsonText(request, 2) + "\n", progress);
    }

    // Errors name the program and the file's part, not a folder that is gone.
    Plan planIn(const JobFolder& folder, const Matrix& matrix, const Operator& op, Progress& progress) const
    {
        const std::string file = folder.file("plan.json");
        if (std::error_code ignored; !std::filesystem::exists(file, ignored))
            failInput("wrote no plan.json", {.file = m_path});
        try {
            Plan plan = readPlan(file, matrix, progress);
            if (plan.op != op)
                failInput(fmt::format("is for {} {} {}, {} {} {} was asked for", label(plan.op.kind),
                                      sparsescope::name(plan.op.dtype), plan.op.dense, label(op.kind),
                                      sparsescope::name(op.dtype), op.dense),
                          {.call = "operator"});
            return plan;
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            const std::string part = e.where().file.empty() || e.where().file == file
                                         ? "plan.json"
                                         : std::filesystem::path(e.where().file).filename().string();
            const std::string call = e.where().call;
            failInput(e.reason(), {.file = m_path, .call = call.empty() ? part : part + ": " + call});
        }
    }

    std::string m_path;
};

} // namespace

bool isProgramPlanner(const std::string& name)
{
    return name.starts_with(programPlannerPrefix);
}

const Planner& programPlanner(const std::string& path)
{
    static std::mutex mutex;
    static std::map<std::string, ProgramPlanner> all;
    const std::lock_guard lock(mutex);
    return all.try_emplace(path, path).first->second;
}

const Planner& anyProgramPlanner()
{
    return programPlanner("PATH");
}

} // namespace sparsescope
