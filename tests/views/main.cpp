// Runs the tests of one file, which its first argument names: see view_test.h.
#include "tests/views/view_test.h"

#include <QApplication>

#include <cstdio>
#include <map>
#include <string>

namespace sparsescope {

namespace {

struct ViewTest {
    std::function<int(int, char**)> run;
    std::function<void()> before;
};

std::map<std::string, ViewTest>& viewTests()
{
    static std::map<std::string, ViewTest> all;
    return all;
}

// "tst_tabs.cpp" and "tabs" are tabs.
std::string nameOfTest(std::string file)
{
    file = file.substr(0, file.find('.'));
    return file.rfind("tst_", 0) == 0 ? file.substr(4) : file;
}

} // namespace

bool addViewTest(const char* name, std::function<int(int, char**)> run, std::function<void()> before)
{
    return viewTests().emplace(nameOfTest(name), ViewTest{std::move(run), std::move(before)}).second;
}

} // namespace sparsescope

int main(int argc, char** argv)
{
    const auto& tests = sparsescope::viewTests();
    const auto test = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (test == tests.end()) {
        std::fprintf(stderr, "views_tests NAME [arguments of Qt Test]; names:\n");
        for (const auto& [name, entry] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 1;
    }
    if (test->second.before)
        test->second.before();
    QApplication application(argc, argv);
    QApplication::setAttribute(Qt::AA_Use96Dpi);
    argv[1] = argv[0];
    return test->second.run(argc - 1, argv + 1);
}
