// Sessions that say what cannot be, in the window: it refuses them in the banner, or shows them and goes on.
#include "engine/session/session.h"
#include "tests/hostile/numbers.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/banner.h"
#include "views/main_window/main_window.h"
#include "views/workspace/workspace.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <sqlite3.h>

using namespace sparsescope;

class TestHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsThatSayWhatCannotBeAreShownOrRefused();
};

namespace {

void replaceRun(const QString& file, const nlohmann::json& run)
{
    sqlite3* handle = nullptr;
    QCOMPARE(sqlite3_open(file.toUtf8().constData(), &handle), SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    QCOMPARE(sqlite3_prepare_v2(handle, "UPDATE run SET json = ?", -1, &statement, nullptr), SQLITE_OK);
    const std::string text = run.dump();
    sqlite3_bind_text(statement, 1, text.c_str(), -1, SQLITE_TRANSIENT);
    QCOMPARE(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
}

} // namespace

void TestHostile::runsThatSayWhatCannotBeAreShownOrRefused()
{
    const fake::Data data = fake::searched();
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    session::Session session;
    session.matrix = data.matrix;
    session.plans.push_back({*data.plan, *data.trace, "stile"});
    session.runs.push_back({0, *fake::profile(*data.plan)});
    session::writeSession(session, file.toStdString());

    const nlohmann::json good = toJson(session.runs.front().profile);
    const auto ways = waysToNumbers(good);
    std::mt19937_64 random(4);
    MainWindow window({}, nullptr);
    window.resize(1280, 720);
    window.show();
    Workspace& w = window.workspace();
    int shown = 0;
    for (int i = 0; i < cases(12); ++i) {
        nlohmann::json bad = good;
        QStringList what;
        for (int changes = 0; changes < 6; ++changes) {
            const auto& way = ways[random() % ways.size()];
            const nlohmann::json& number = hostileNumbers()[random() % hostileNumbers().size()];
            // Most that are of another type are refused: numbers alone reach the pages.
            bad[way] = number.is_number() ? number : nlohmann::json(-1);
            what << QString::fromStdString(way.to_string() + " = " + bad[way].dump());
        }
        replaceRun(file, bad);
        w.operations().open({file});
        QTRY_VERIFY2_WITH_TIMEOUT(!w.operations().busy(), qPrintable(what.join(QStringLiteral("; "))), 20'000);
        if (w.document().runs().empty()) {
            QVERIFY(!part<Banner>(window).text().isEmpty());
            continue;
        }
        ++shown;
        for (const char* page : {"measure", "schedule", "model", "roofline", "compare", "explore"}) {
            window.showPage(page);
            QTRY_VERIFY2_WITH_TIMEOUT(window.settled(), qPrintable(what.join(QStringLiteral("; "))), 20'000);
            QVERIFY(!window.grab().isNull());
        }
        w.document().setMatrix(data.matrix);
    }
    QVERIFY(shown > 0);
}

VIEW_TEST(TestHostile)

#include "tst_hostile.moc"
