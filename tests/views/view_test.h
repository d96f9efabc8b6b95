// The tests of the views are one program: `views_tests NAME [arguments of Qt Test]` runs those of tst_NAME.cpp.
#pragma once

#include "tests/support/paths.h"

#include <QTest>

#include <functional>

// Qt's own wait for 5 s, which a machine that has much else to do takes for less than a window, a search and a file.
#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 30'000)
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT(expression, expected, 30'000)

namespace sparsescope {

// What a name starts, when there is an application; `before` is called when there is none yet. True.
bool addViewTest(const char* name, std::function<int(int, char**)> run, std::function<void()> before = {});

template <class Test>
int runViewTest(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

// A part of a window by its type: it has one of them.
template <class Part>
Part& part(const QObject& window)
{
    return *window.findChild<Part*>();
}

// As in paths.h.
inline QString inSource(const char* name)
{
    return QString::fromStdString(sourceFile(name));
}

inline QString inOutput(const char* name)
{
    return QString::fromStdString(outputFile(name));
}

} // namespace sparsescope

// Stands once in a file of tests, at its end, with something to be done before there is an application, or without.
#define VIEW_TEST(Test, ...)                         \
    [[maybe_unused]] static const bool added##Test = \
        sparsescope::addViewTest(__FILE_NAME__, sparsescope::runViewTest<Test> __VA_OPT__(, ) __VA_ARGS__);
