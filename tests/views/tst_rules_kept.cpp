// Composed rules that come from somewhere and go somewhere: files, plans, the planner, a window that closes or is
// killed.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/rules_window.h"
#include "tests/views/view_test.h"
#include "views/main_window/banner.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/search_page.h"
#include "views/parts/offer_bar.h"
#include "views/rules/number_field.h"
#include "views/rules/predicate_form.h"
#include "views/rules/rule_form.h"
#include "views/rules/rules_document.h"
#include "views/rules/rules_list.h"
#include "views/rules/rules_model.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

using namespace sparsescope;
using nlohmann::json;

class TestRulesKept : public RulesFixture {
    Q_OBJECT
private Q_SLOTS:
    void samplesAreOpenedAndWhatIsSavedOpensEqual();
    void aBadFileIsRefusedByNameAndNothingChanges();
    void thePlannerRulesLeadsHereAndSearchesWithThese();
    void plansBringTheirRules();
    void oddRulesOfAPlanChangeNothing();
    void undoIsOfTheRulesThatAreLookedAt();
    void closingAsksAboutRulesThatAreNowhere();
    void rulesThatAreNowhereOutliveAKill();
    void actionsAreInThePalette();
};

void TestRulesKept::samplesAreOpenedAndWhatIsSavedOpensEqual()
{
    const QTemporaryDir folder;
    for (const char* name : {"bsr-csr.json", "cell-32.json", "ell-coo.json", "hyb-1-2.json"}) {
        const auto window = open();
        window->showPage("explore");
        window->openFiles({sample(name)}); // as dropped
        RulesDocument& document = rules(*window);
        QTRY_COMPARE(document.path(), sample(name));
        QCOMPARE(window->page().key(), "search");
        const rules::RuleList opened = rules::readRuleList(readText(sample(name).toStdString()), {});
        QVERIFY(document.list() == opened);
        QCOMPARE(document.title().toStdString(), opened.title);
        const QString copy = folder.filePath(QString::fromLatin1(name));
        document.save(copy);
        QTRY_COMPARE(document.path(), copy);
        document.remove();
        QVERIFY(document.list() != opened);
        document.open(copy);
        QTRY_VERIFY(document.list() == opened);
        QTRY_VERIFY(window->settled());
        QVERIFY(window->workspace().document().plans().isEmpty());
    }
}

void TestRulesKept::aBadFileIsRefusedByNameAndNothingChanges()
{
    const auto window = open();
    const QTemporaryDir folder;
    const QString bad = folder.filePath(QStringLiteral("bad.json"));
    writeText(bad.toStdString(), R"({"rules": [{"format": "csr", "choose": true},
                                               {"format": "csr", "choose": true, "take": {"row": {"max": 3}}}]})");
    RulesDocument& document = rules(*window);
    document.add();
    const rules::RuleList before = document.list();
    QSignalSpy failed(&window->workspace().operations(), &Operations::failed);
    window->openFiles({bad});
    QTRY_COMPARE(failed.size(), 1);
    const QString sentence = failed[0][0].value<Failure>().sentence;
    QVERIFY2(sentence.contains(QStringLiteral("bad.json: rules[1].take.row: is none of")), qPrintable(sentence));
    QVERIFY(part<Banner>(*window).isVisible());
    QVERIFY(document.list() == before);
    QCOMPARE(document.path(), QString());
    QCOMPARE(document.stack().count(), 1);
    document.open(folder.filePath(QStringLiteral("none.json")));
    QTRY_COMPARE(failed.size(), 2);
    QVERIFY(failed[1][0].value<Failure>().sentence.contains(QStringLiteral("none.json")));
    QVERIFY(document.list() == before);
}

void TestRulesKept::thePlannerRulesLeadsHereAndSearchesWithThese()
{
    const auto window = open();
    Workspace& w = window->workspace();
    part<SearchPage>(*window).showTab(SearchPage::Tab::Why);
    w.setup().setPlanner(QStringLiteral("rules"));
    QVERIFY(window->findChild<RulesList*>()->isVisible());
    QCOMPARE(w.setup().plannerOptions().value("rules", std::string()), textOf(rules(*window).list()));
    rules(*window).add();
    rules(*window).setRule({{"format", "ell"}, {"choose", true}, {"take", {{"placeInRow", {{"max", 3}}}}}}, {});
    QCOMPARE(w.setup().plannerOptions().value("rules", std::string()), textOf(rules(*window).list()));
    w.operations().search(); // from wherever it is asked for
    QTRY_COMPARE(w.document().plans().size(), 1);
    QVERIFY(rules::readRuleList(w.attention().plan()->options.at("rules").get<std::string>(), {}) ==
            rules(*window).list());
    QVERIFY(std::any_of(w.attention().plan()->tiling().formats.begin(), w.attention().plan()->tiling().formats.end(),
                        [](const FormatPtr& f) { return f->name() == "ell"; }));
    w.setup().setPlanner(QStringLiteral("stile"));
    QVERIFY(!window->findChild<RulesList*>()->isVisible());
    QVERIFY(!w.setup().plannerOptions().contains("rules"));
    QTRY_VERIFY(window->settled());
}

void TestRulesKept::plansBringTheirRules()
{
    const rules::RuleList list = rules::readRuleList(readText(sample("ell-coo.json").toStdString()), {});
    const auto window = open();
    Workspace& w = window->workspace();
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    Trace trace;
    const auto plan = std::make_shared<const Plan>(
        planner("rules").search(*m_data.matrix, op, ModelEvaluator(*makeCostModel(readCalibration("a100-stile"), op)),
                                completeOptions(planner("rules"), {{"rules", textOf(list)}}), trace, noProgress()));
    w.attention().show({plan, {}, QStringLiteral("of a session")});
    QVERIFY(rules(*window).list() == list);
    // What somebody has changed stays, until it is asked for.
    rules(*window).add();
    const rules::RuleList changed = rules(*window).list();
    w.attention().show({m_data.plan, {}, QStringLiteral("another")});
    QVERIFY(!rules(*window).planHasRules());
    w.attention().setCurrentPlan(0);
    QVERIFY(rules(*window).list() == changed);
    rules(*window).takeFromPlan();
    QVERIFY(rules(*window).list() == list);
    QTRY_VERIFY(window->settled());
}

void TestRulesKept::oddRulesOfAPlanChangeNothing()
{
    for (const char* odd : {"[5]", R"([{"format": "csr", "choose": true, "take": {"and": 5}}])",
                            R"([{"format": "ell", "parameters": 5}])", "no JSON"}) {
        const auto window = open();
        const rules::RuleList before = rules(*window).list();
        Plan plan = *m_data.plan;
        plan.planner = "rules";
        plan.options["rules"] = odd;
        window->workspace().attention().show(
            {std::make_shared<const Plan>(std::move(plan)), {}, QStringLiteral("odd")});
        QVERIFY(rules(*window).list() == before);
        QSignalSpy failed(&window->workspace().operations(), &Operations::failed);
        rules(*window).takeFromPlan();
        QCOMPARE(failed.size(), 1);
        QVERIFY(rules(*window).list() == before);
        QTRY_VERIFY(window->settled());
    }
}

void TestRulesKept::undoIsOfTheRulesThatAreLookedAt()
{
    const auto window = open();
    window->showPage("explore");
    for (QAction* a : window->findChildren<QAction*>())
        if (a->text() == QStringLiteral("&Edit the rules"))
            a->trigger();
    QCOMPARE(window->page().key(), "search");
    QTest::mouseClick(&button(*window, QStringLiteral("Add")), Qt::LeftButton);
    QCOMPARE(rules(*window).size(), 2);
    QVERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(rules(*window).size(), 1);
}

void TestRulesKept::closingAsksAboutRulesThatAreNowhere()
{
    const QTemporaryDir folder;
    const auto window = open();
    QString asked;
    window->setAsk([&](const QString&, const QString& unsaved) {
        asked = unsaved;
        return MainWindow::Answer::Cancel;
    });
    rules(*window).add();
    QVERIFY(!window->close());
    QVERIFY2(asked.contains(QStringLiteral("rewrite rules")), qPrintable(asked));
    const QString file = folder.filePath(QStringLiteral("mine.json"));
    rules(*window).save(file);
    QTRY_VERIFY(!rules(*window).unsaved());
    QVERIFY(window->close());
}

void TestRulesKept::rulesThatAreNowhereOutliveAKill()
{
    const QTemporaryDir mine, others, saves;
    const auto kept = [](const QTemporaryDir& folder) {
        return QDir(folder.path()).entryList({QStringLiteral("rules-*.json")});
    };
    const auto discard = [](const QString&, const QString&) { return MainWindow::Answer::Discard; };
    auto window = open();
    window->setAsk(discard);
    window->keepSafe(mine.path());
    rules(*window).add();
    rules(*window).setTitle(QStringLiteral("Short rows"));
    QTRY_COMPARE_WITH_TIMEOUT(kept(mine).size(), 1, 1000);
    const QString file = mine.filePath(kept(mine).front());
    QTRY_COMPARE_WITH_TIMEOUT(readText(file.toStdString()), textOf(rules(*window).list()), 1000);
    const rules::RuleList composed = rules(*window).list();
    // What a killed process leaves is the file without its lock.
    const QString left = others.filePath(QStringLiteral("rules-left.json"));
    QVERIFY(QFile::copy(file, left));
    QVERIFY(window->close());
    window.reset();
    QVERIFY(kept(mine).isEmpty()); // a clean end

    window = open();
    window->setAsk(discard);
    window->keepSafe(others.path());
    QTRY_COMPARE_WITH_TIMEOUT(part<OfferBar>(*window).sentences().size(), 1, 20'000);
    QVERIFY2(part<OfferBar>(*window).sentences().front().contains(QStringLiteral("the rewrite rules Short rows")),
             qPrintable(part<OfferBar>(*window).sentences().front()));
    for (QPushButton* restore : part<OfferBar>(*window).findChildren<QPushButton*>())
        if (restore->text() == QStringLiteral("Restore"))
            restore->click();
    QTRY_VERIFY_WITH_TIMEOUT(rules(*window).list() == composed, 20'000);
    QVERIFY(rules(*window).unsaved());
    // They are kept under another name before the old one goes.
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(left), 20'000);
    QCOMPARE(kept(others).size(), 1);
    // Saved, there is nothing to keep.
    rules(*window).save(saves.filePath(QStringLiteral("mine.json")));
    QTRY_VERIFY_WITH_TIMEOUT(kept(others).isEmpty(), 20'000);
}

void TestRulesKept::actionsAreInThePalette()
{
    const auto window = open();
    window->showPage("explore");
    const auto trigger = [&](const QString& text) {
        for (QAction* a : window->findChildren<QAction*>())
            if (a->text() == text) {
                QVERIFY2(a->isEnabled(), qPrintable(text));
                return a->trigger();
            }
        QFAIL(qPrintable(text));
    };
    trigger(QStringLiteral("&Add a rule"));
    QCOMPARE(window->page().key(), "search");
    QCOMPARE(rules(*window).size(), 2);
    trigger(QStringLiteral("Move the rule &down"));
    QCOMPARE(rules(*window).current(), 1);
    trigger(QStringLiteral("Move the rule &up"));
    trigger(QStringLiteral("U&ndo a change of the rules"));
    QCOMPARE(rules(*window).current(), 1);
    trigger(QStringLiteral("Red&o a change of the rules"));
    trigger(QStringLiteral("Search &by these rules"));
    QTRY_COMPARE(window->workspace().document().plans().size(), 1);
    trigger(QStringLiteral("&Remove the rule"));
    trigger(QStringLiteral("Rules of the shown &plan"));
    QCOMPARE(rules(*window).size(), 2);
    QTRY_VERIFY(window->settled());
}

VIEW_TEST(TestRulesKept)
#include "tst_rules_kept.moc"
