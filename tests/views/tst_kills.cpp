// The window killed at random moments while it searches and edits: nothing that it had for more than a second is lost,
// and the next start finds no rubbish.
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "engine/session/recovery.h"
#include "tests/support/cases.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/session/view_keeper.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <random>

using namespace sparsescope;

namespace {

// By the clock that all processes share.
std::int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::string words(const Plan& plan, const std::string& title)
{
    return fmt::format("{}, {} tiles, {} ns", title, plan.tiling().tiles.size(), plan.predictedNs);
}

// What a window has, in words: a line of the record that it keeps, and what is read back.
struct Held {
    std::int64_t ms = 0;
    QStringList plans;
    int runs = 0, bookmarks = 0;
    QString note;
    QString search;           // that is under way and has chosen something, or empty
    std::int64_t covered = 0; // by it

    QByteArray line() const
    {
        return QStringLiteral("%1\t%2\t%3\t%4\t%5\t%6\t%7\n")
            .arg(ms)
            .arg(plans.join(QLatin1Char(';')))
            .arg(runs)
            .arg(bookmarks)
            .arg(note, search)
            .arg(covered)
            .toUtf8();
    }
    static Held of(const QString& line)
    {
        const QStringList f = line.split(QLatin1Char('\t'));
        return {
            f[0].toLongLong(), f[1].split(QLatin1Char(';'), Qt::SkipEmptyParts), f[2].toInt(), f[3].toInt(), f[4], f[5],
            f[6].toLongLong()};
    }
    static Held of(const session::Session& session)
    {
        Held held;
        for (const session::SessionPlan& plan : session.plans) {
            const auto cancelled = cancelledSearch(plan.plan);
            if (plan.title.empty() && cancelled) { // made of what a search had
                held.search = QString::fromStdString(cancelled->search);
                held.covered = std::llround(cancelled->covered * static_cast<double>(plan.plan.nnz));
            } else {
                held.plans << QString::fromStdString(words(plan.plan, plan.title));
            }
        }
        held.runs = static_cast<int>(session.runs.size());
        held.bookmarks = static_cast<int>(session.bookmarks.size());
        held.note = QString::fromStdString(session.note);
        return held;
    }
};

// A window that searches, edits, measures and is looked at by somebody in a great hurry. It writes down what it has
// before anything else hears of it.
class Busy : public QObject {
public:
    Busy(const QString& folder, const QString& record, unsigned seed)
        : m_window(hooks(), nullptr), m_random(seed), m_record(record)
    {
        m_record.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
        Workspace& w = m_window.workspace();
        const auto record_ = [this] { write(); };
        connect(&w.document(), &Document::changed, this, record_);
        connect(&w.jobs(), &Jobs::changed, this, [this] {
            if (!m_window.workspace().operations().searching())
                m_search.clear();
            write();
        });
        connect(&w.operations(), &Operations::searchWentOn, this,
                [this](quint64, const session::SearchNews& news) { searched(news); });
        m_window.show();
        m_window.keepSafe(folder);
        w.document().setMatrix(crossing(512, 1));
        m_next.setSingleShot(true);
        connect(&m_next, &QTimer::timeout, this, &Busy::act);
        m_next.start(0);
        connect(&m_beat, &QTimer::timeout, this, &Busy::write);
        m_beat.start(beatMs);
    }

    static constexpr int beatMs = 50;

private:
    static Hooks hooks()
    {
        Hooks hooks;
        hooks.searchStep = [] { QThread::msleep(25); }; // a search of seconds, as of a large matrix
        return hooks;
    }
    void searched(const session::SearchNews& news)
    {
        if (news.anew || news.best)
            m_covered = 0;
        if (news.tiles)
            m_covered = news.tiles->covered;
        if (news.best)
            m_covered = news.best->plan.nnz;
        m_search = m_covered > 0 ? QString::fromStdString(news.name) : QString();
        write();
    }
    void write()
    {
        const Document& d = m_window.workspace().document();
        Held held{nowMs(),  {},       static_cast<int>(d.runs().size()), static_cast<int>(d.bookmarks().size()),
                  d.note(), m_search, m_search.isEmpty() ? 0 : m_covered};
        for (const OpenPlan& plan : d.plans())
            held.plans << QString::fromStdString(words(*plan.plan, plan.title.toStdString()));
        m_record.write(held.line());
    }
    void act()
    {
        Workspace& w = m_window.workspace();
        const PlanPtr plan = w.attention().plan();
        PlanEditor& editor = part<PlanEditor>(m_window);
        const auto some = [this](std::int64_t of) {
            return std::uniform_int_distribution<std::int64_t>(0, std::max<std::int64_t>(of - 1, 0))(m_random);
        };
        // A search is let alone for seconds, or it would have nothing to lose.
        const std::int64_t what = w.operations().searching() && some(60) == 0 ? 0 : 1 + some(11);
        if (what == 0) {
            w.jobs().cancelAll();
        } else if (what <= 2) {
            if (!w.operations().searching())
                w.operations().search();
        } else if (what == 3) {
            w.document().setNote(QStringLiteral("thought %1").arg(++m_thoughts));
        } else if (what == 4) {
            std::vector<session::SavedView> bookmarks = w.document().bookmarks();
            bookmarks.push_back(part<ViewKeeper>(m_window).now());
            w.document().setBookmarks(std::move(bookmarks));
        } else if (plan && what == 5) {
            w.document().addRun(plan, fake::profile(*plan), false);
        } else if (what == 6 && editor.stack().canUndo()) {
            editor.stack().undo();
        } else if (what == 7 && editor.stack().canRedo()) {
            editor.stack().redo();
        } else if (plan) {
            w.attention().selectTile(some(w.attention().steps()));
            if (editor.whyNot().isEmpty())
                what % 2 == 0 ? editor.split() : editor.remove();
        }
        m_next.start(static_cast<int>(some(80)));
    }

    MainWindow m_window;
    std::mt19937_64 m_random;
    QFile m_record;
    QString m_search;
    std::int64_t m_covered = 0;
    int m_thoughts = 0;
    QTimer m_next, m_beat;
};

// From when on the window had something newer than what came back, to its end; 0: what came back is the newest. -1: it
// never had this. `same`: a line of the record has what came back.
template <class Same>
std::int64_t lostMs(const std::vector<Held>& record, std::int64_t end, const Same& same)
{
    for (std::size_t i = record.size(); i-- > 0;)
        if (same(record[i]))
            return i + 1 == record.size() ? 0 : end - record[i + 1].ms;
    return -1;
}

} // namespace

class TestKills : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingOlderThanASecondIsLost();

private:
    struct Window {
        QTemporaryDir folder;
        QProcess process;
        std::int64_t dies = 0; // asked for

        QString record() const { return folder.filePath(QStringLiteral("record")); }
        QString recovery() const { return folder.filePath(QStringLiteral("recovery")); }
        void start(unsigned seed, std::int64_t lives)
        {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("SPARSESCOPE_TEST_WINDOW"), folder.path());
            environment.insert(QStringLiteral("SPARSESCOPE_TEST_SEED"), QString::number(seed));
            process.setProcessEnvironment(environment);
            process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("busy_window")});
            dies = nowMs() + lives;
        }
    };
    void check(Window& window, std::int64_t end, std::int64_t& worst);

    int m_searching = 0; // when they were killed
};

void TestKills::check(Window& window, std::int64_t end, std::int64_t& worst)
{
    std::vector<Held> record;
    QFile file(window.record());
    if (file.open(QIODevice::ReadOnly))
        for (QByteArray line = file.readLine(); line.endsWith('\n'); line = file.readLine())
            record.push_back(Held::of(QString::fromUtf8(line.chopped(1))));
    const std::string folder = window.recovery().toStdString();
    const std::vector<session::Recoverable> found = session::findRecoverable(folder);
    QVERIFY(found.size() <= 1);
    // Looking for it has swept what belongs to nothing.
    const QStringList left = QDir(window.recovery()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(left.size(), qsizetype(found.size()));
    // The machine may have held it up.
    std::int64_t allowed = 1000, before = record.empty() ? end : record.front().ms;
    for (const Held& held : record) {
        if (end - held.ms < 2000)
            allowed += std::max<std::int64_t>(0, held.ms - before - 2 * Busy::beatMs);
        before = held.ms;
    }
    if (found.empty()) {
        QVERIFY2(record.empty() || end - record.front().ms < allowed, "a window of more than a second left nothing");
        return;
    }
    const Held back = Held::of(session::readRecovery(found[0].path, noProgress()));
    const auto kept = [&](const char* what, const auto& same) {
        const std::int64_t lost = lostMs(record, end, same);
        const std::string sentence = fmt::format("{}: {} ms of {} lost, {} allowed; back: {}", what, lost,
                                                 end - record.front().ms, allowed, back.line().toStdString());
        const bool good = lost >= 0 && lost <= allowed;
        if (!good) {
            QFile::remove(inOutput("killed-window-record.txt"));
            QFile::copy(window.record(), inOutput("killed-window-record.txt"));
        }
        QVERIFY2(good, sentence.c_str());
        worst = std::max(worst, lost);
    };
    qsizetype most = back.plans.size();
    for (const Held& held : record)
        most = std::max(most, held.plans.size());
    for (qsizetype place = 0; place < most; ++place)
        kept("plan", [&](const Held& held) { return held.plans.value(place) == back.plans.value(place); });
    kept("run", [&](const Held& held) { return held.runs == back.runs; });
    kept("bookmark", [&](const Held& held) { return held.bookmarks == back.bookmarks; });
    kept("note", [&](const Held& held) { return held.note == back.note; });
    m_searching += back.search.isEmpty() ? 0 : 1;
    kept("search", [&](const Held& held) { return held.search == back.search && held.covered <= back.covered; });
    session::removeRecovery(found[0].path);
    QVERIFY(QDir(window.recovery()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestKills::nothingOlderThanASecondIsLost()
{
    constexpr int together = 3;
    constexpr std::int64_t longest = 4000;
    const int kills = cases(10);
    std::random_device device;
    const unsigned seed = device();
    std::mt19937_64 random(seed);
    std::vector<std::unique_ptr<Window>> windows;
    std::int64_t worst = 0;
    int started = 0, killed = 0;
    while (killed < kills) {
        while (started < kills && windows.size() < together) {
            windows.push_back(std::make_unique<Window>());
            windows.back()->start(seed + static_cast<unsigned>(started++),
                                  std::uniform_int_distribution<std::int64_t>(0, longest)(random));
        }
        for (std::unique_ptr<Window>& window : windows) {
            const std::int64_t end = nowMs();
            if (end < window->dies || !window->process.waitForStarted())
                continue;
            ::kill(static_cast<pid_t>(window->process.processId()), SIGKILL);
            QVERIFY(window->process.waitForFinished());
            QCOMPARE(window->process.exitStatus(), QProcess::CrashExit);
            check(*window, end, worst);
            if (QTest::currentTestFailed())
                return;
            ++killed;
            window.reset();
        }
        std::erase(windows, nullptr);
        QTest::qSleep(1);
    }
    std::printf("%d kills of a window, seed %u: %d left a search under way; %lld ms of work lost at most\n", killed,
                seed, m_searching, static_cast<long long>(worst));
}

// The program that is killed.
[[maybe_unused]] static const bool addedBusyWindow = addViewTest("busy_window", [](int, char**) {
    const QString folder = qEnvironmentVariable("SPARSESCOPE_TEST_WINDOW");
    const Busy busy(folder + QStringLiteral("/recovery"), folder + QStringLiteral("/record"),
                    qEnvironmentVariable("SPARSESCOPE_TEST_SEED").toUInt());
    return QApplication::exec();
});

// A thousand kills take longer than Qt Test would wait.
VIEW_TEST(TestKills, [] { qputenv("QTEST_FUNCTION_TIMEOUT", "3600000"); })
#include "tst_kills.moc"
