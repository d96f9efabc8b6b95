// The rooms of the house: who may include whom, and which program may link what.
#include "tests/house/include_rules.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Include {
    std::string from;
    int line = 0;
    std::string to;
};

const fs::path root = SPARSESCOPE_SOURCE_DIR;

std::vector<fs::path> sources()
{
    std::vector<fs::path> files;
    for (const char* room : {"app", "views", "kernels", "engine", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / room))
            if (entry.is_regular_file() && (entry.path().extension() == ".h" || entry.path().extension() == ".cpp" || entry.path().extension() == ".cuh"))
                files.push_back(entry.path());
    return files;
}

std::string read(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("each include rule catches what it forbids and allows what it does not")
{
    using house::violation;
    CHECK(violation("app/window/main.cpp", "views/main_window/main_window.h").empty());
    CHECK(violation("app/worker/main.cpp", "kernels/device/context.h").empty());
    CHECK(violation("app/cli/plan.cpp", "kernels/generate/generate.h").empty());
    CHECK(violation("views/theme.h", "engine/plan/plan.h").empty());
    CHECK(violation("kernels/device/context.h", "engine/core/error.h").empty());
    CHECK(violation("engine/plan/plan_file.cpp", "engine/io/npy.h").empty());
    CHECK(violation("engine/run/executor.h", "engine/plan/packed.h").empty());

    CHECK(violation("views/theme.h", "kernels/generate/generate.h") == "views may not include kernels");
    CHECK(violation("views/theme.h", "app/common/gpu_job.h") == "views may not include app");
    CHECK(violation("kernels/device/context.h", "views/theme.h") == "kernels may not include views");
    CHECK(violation("kernels/device/context.h", "app/common/gpu_job.h") == "kernels may not include app");
    CHECK(violation("kernels/generate/generate.cpp", "kernels/device/context.h") == "kernels/generate may not include kernels/device");
    CHECK(violation("engine/core/error.h", "views/theme.h") == "engine may not include views");
    CHECK(violation("engine/core/error.h", "kernels/generate/generate.h") == "engine may not include kernels");
    CHECK(violation("engine/core/error.h", "app/common/gpu_job.h") == "engine may not include app");
    CHECK(violation("engine/core/error.h", "tests/support/catch.h") == "engine may not include tests");
    CHECK(violation("app/cli/main.cpp", "kernels/device/context.h") == "only app/worker may include kernels/device");
    CHECK(violation("app/cli/main.cpp", "views/theme.h") == "only app/window may include views");
    const char* order[] = {"core", "matrix", "io", "plan", "cost", "search", "run", "raster", "learn", "session"};
    for (int low = 0; low < 10; ++low)
        for (int high = low + 1; high < 10; ++high) {
            const std::string a = std::string("engine/") + order[low] + "/a.h";
            const std::string b = std::string("engine/") + order[high] + "/b.h";
            CHECK(violation(b, a).empty());
            CHECK_FALSE(violation(a, b).empty());
        }
}

TEST_CASE("every include of the project obeys the rules")
{
    const std::regex quoted("^\\s*#\\s*include\\s*\"([^\"]+)\"");
    int checked = 0;
    for (const fs::path& file : sources()) {
        std::istringstream lines(read(file));
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            std::smatch match;
            if (!std::regex_search(line, match, quoted))
                continue;
            const std::string from = fs::relative(file, root).generic_string();
            const std::string to = match[1];
            if (to.find('/') == std::string::npos)
                continue;  // generated: moc and the like
            INFO(from << ":" << number << " includes " << to);
            CHECK(house::violation(from, to).empty());
            CHECK((fs::exists(root / to) || fs::exists(root / (to + ".in"))));  // which CMake fills in
            ++checked;
        }
    }
    CHECK(checked > 200);
}

TEST_CASE("the engine knows neither Qt nor CUDA, the views no CUDA, the kernels no Qt")
{
    const std::regex qt("#\\s*include\\s*<Q[A-Z]");
    const std::regex cuda("#\\s*include\\s*<(cuda|cu[a-z]+|nvrtc)[a-zA-Z_]*\\.h>");
    for (const fs::path& file : sources()) {
        const std::string name = fs::relative(file, root).generic_string();
        const std::string text = read(file);
        const auto starts = [&](const char* room) { return name.rfind(room, 0) == 0; };
        INFO(name);
        if (starts("engine/") || starts("kernels/") || starts("app/cli/") || starts("app/worker/") || starts("app/common/"))
            CHECK_FALSE(std::regex_search(text, qt));
        if (starts("engine/") || starts("views/") || starts("kernels/generate/") || starts("app/cli/") || starts("app/window/") || starts("app/common/"))
            CHECK_FALSE(std::regex_search(text, cuda));
    }
}

TEST_CASE("no process holds both QCustomPlot and NVIDIA's libraries")
{
    // The dynamic section names what a program needs.
    const auto needs = [](const std::string& program, const std::string& library) {
        const std::string text = read(fs::path(SPARSESCOPE_BIN_DIR) / program);
        return text.find(library) != std::string::npos;
    };
    const bool window = fs::exists(fs::path(SPARSESCOPE_BIN_DIR) / "sparsescope");
    const bool worker = fs::exists(fs::path(SPARSESCOPE_BIN_DIR) / "sparsescope-gpu");
    if (!window && !worker)
        skipTest("neither the window nor the worker is built");
    for (const char* nvidia : {"libcuda.so", "libcudart.so", "libnvrtc.so", "libcusparse.so", "libcublas.so", "libcupti.so"}) {
        INFO(nvidia);
        CHECK_FALSE(needs("sparsescope-cli", nvidia));
        if (window)
            CHECK_FALSE(needs("sparsescope", nvidia));
    }
    if (worker) {
        CHECK(needs("sparsescope-gpu", "libnvrtc.so"));
        CHECK_FALSE(needs("sparsescope-gpu", "libQCustomPlot"));
        CHECK_FALSE(needs("sparsescope-gpu", "libQt6"));
    }
    CHECK_FALSE(needs("sparsescope-cli", "libQt6"));
    if (window)
        CHECK(needs("sparsescope", "libQCustomPlot"));
}
