#include "tests/faults/writers.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "tests/faults/child.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

namespace faults {

namespace fs = std::filesystem;
using sparsescope::readText;

namespace {

const std::string ending = ".sparsescope-part";
const std::string matrixFile = sourceFile("samples/crossing-2048.mtx.gz");

// Files whose bytes are the same each time are compared, the others (with dates and times) read.
std::string faultOf(const std::string& path, const std::string& text, const std::string& whole)
{
    try {
        if (path.ends_with(".sscope"))
            sparsescope::session::readSession(path, sparsescope::noProgress());
        else if (path.ends_with(".csv") || path.ends_with(".jsonl"))
            return std::count(text.begin(), text.end(), '\n') == std::count(whole.begin(), whole.end(), '\n') &&
                           text.ends_with('\n')
                       ? ""
                       : path + " has not all of its lines";
        else if (path.ends_with(".html")) // has the day and the time in it
            return text.size() == whole.size() && text.ends_with("</html>\n") ? "" : path + " is not whole";
        else if (text != whole)
            return path + " is neither the old file nor the new one";
    } catch (const sparsescope::Error& e) {
        return e.what();
    }
    return {};
}

} // namespace

Files filesIn(const std::string& folder)
{
    Files files;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file())
                files[fs::relative(entry.path(), folder).string()] = readText(entry.path().string());
    return files;
}

void Writer::putOld() const
{
    fs::remove_all(target);
    if (!set)
        sparsescope::writeText(target, old);
}

int Writer::temporaries() const
{
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        count += entry.path().filename().string().ends_with(ending) ? 1 : 0;
    return count;
}

std::string Writer::fault() const
{
    const Files now = filesIn(folder);
    const std::string name = fs::path(target).filename().string();
    const bool cutOff = now.contains(name + "/INCOMPLETE");
    bool some = false;
    for (const auto& [file, text] : now) {
        if (file.ends_with(ending) || file == name + "/INCOMPLETE" || (file == name && text == old))
            continue;
        if (!whole.contains(file))
            return file + " was not there when nothing happened";
        some = some || file.starts_with(name + "/");
        if (std::string fault = faultOf((fs::path(folder) / file).string(), text, whole.at(file)); !fault.empty())
            return fault;
    }
    if (set && some && !cutOff)
        for (const auto& [file, text] : whole)
            if (!now.contains(file))
                return file + " is missing, and nothing says so";
    // A plan in two files can be read as soon as it is the new one.
    if (target.ends_with(".json") && now.contains(name) && now.at(name) != old)
        sparsescope::readPlan(target, *sparsescope::readMatrix(matrixFile, sparsescope::noProgress()));
    return {};
}

std::vector<Writer> writers(const TemporaryFolder& folder)
{
    const std::string plan = folder / "given.json";
    REQUIRE(runCli({"plan", matrixFile, "--planner", "hyb", "-o", plan}).status == 0);
    const std::string session = sourceFile("samples/crossing-2048-h200.sscope");
    std::vector<Writer> all;
    const auto add = [&](std::vector<std::string> arguments, const std::string& option, const std::string& name,
                         bool set = false) {
        Writer writer;
        writer.folder = folder / fmt::format("{}-{}", arguments[0], all.size());
        writer.target = (fs::path(writer.folder) / name).string();
        writer.set = set;
        writer.arguments = std::move(arguments);
        writer.arguments.insert(writer.arguments.end(), {option, writer.target});
        fs::create_directories(writer.folder);
        const auto begin = std::chrono::steady_clock::now();
        const End end = runCli(writer.arguments);
        INFO(end.error);
        REQUIRE(end.status == 0);
        writer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        writer.whole = filesIn(writer.folder);
        REQUIRE_FALSE(writer.whole.empty());
        CHECK(writer.fault().empty());
        all.push_back(std::move(writer));
    };
    add({"plan", matrixFile, "--planner", "hyb"}, "-o", "p.json");
    add({"plan", matrixFile, "--planner", "hyb"}, "--trace", "t.jsonl");
    add({"generate", plan, matrixFile}, "-o", "k.cu");
    add({"generate", plan, matrixFile}, "--standalone", "project", true);
    add({"ir", matrixFile, "--planner", "hyb", "--stage", "3"}, "-o", "spmm.ir");
    add({"sweep", matrixFile, "--planner", "hyb", "--vary", "column-parts=1,2"}, "-o", "s.csv");
    add({"compare", matrixFile, "--planners", "hyb,cell"}, "-o", "c.csv");
    add({"compare", matrixFile, "--planners", "hyb,cell"}, "-o", "c.sscope");
    add({"export", session}, "-o", "files", true);
    add({"report", session}, "-o", "page.html");
    add({"learn", "2-hyb"}, "-o", "lesson.html");
    add({"learn", "2-hyb"}, "--svg", "step.svg");
    add({"learn", "2-hyb"}, "--gift", "quiz.gift");
    add({"generate-matrix", "pruned"}, "-o", "m.mtx");
    add({"permute", matrixFile, "--order", "both"}, "-o", "m.mtx");
    add({"permute", matrixFile, "--order", "both"}, "--permutation", "p.npz");
    add({"generate-matrix", "chung-lu", "--rows", "2000", "--nnz", "30000"}, "-o", "m.mtx.gz");
    add({"render", matrixFile}, "-o", "m.png");
    return all;
}

} // namespace faults
