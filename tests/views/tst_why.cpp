// Why a forest chose a format, on the Search page; and what choosing costs over the matrices of a batch.
#include "engine/core/files.h"
#include "engine/search/liteform/candidates.h"
#include "tests/views/fake_batch.h"
#include "tests/views/tabs_window.h"
#include "views/pages/batch/batch_page.h"
#include "views/pages/batch/batch_regret_view.h"
#include "views/pages/batch/regret_plots.h"
#include "views/pages/search/forest_panel.h"
#include "views/pages/search/search_page.h"
#include "views/pages/search/tree_picture.h"
#include "views/pages/search/tree_walk.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <filesystem>

using namespace sparsescope;
using nlohmann::json;

class TestWhy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aForestsPlanShowsWhatItWasAsked();
    void aTreeIsWalkedNodeByNode();
    void whatIsOutsideIsSaid();
    void plansOfOthersHaveNoSuchPanel();
    void aModelThatIsGoneOrAnotherIsSaid();
    void figuresThatCannotBeReadAreSaid();
    void regretOfATableAndWhichCasesItIsOf();
    void aTableThatWasNotMeasuredHasNoRegret();

private:
    static std::unique_ptr<TabbedWindow> searched(const std::string& model, std::int64_t dense = 128)
    {
        auto window = tabs::open({tabs::crossingFile});
        window->resize(1280, 720);
        tabs::settle(*window);
        Workspace& w = window->current().workspace();
        w.setup().setOperator({OperatorKind::SpMM, DataType::Float16, dense});
        w.setup().setPlanner(QStringLiteral("forest"));
        w.setup().setPlannerOptions({{"model", model}});
        window->current().showPage("search");
        w.operations().search();
        tabs::settle(*window);
        return window;
    }
    static QString text(const QTableWidget& table, int row, int column) { return table.item(row, column)->text(); }
    static ForestPanel& panelOf(TabbedWindow& window) { return part<ForestPanel>(window.current()); }
    // Shows the plan anew with other figures or options.
    static void change(TabbedWindow& window, const std::function<void(Plan&)>& how)
    {
        Workspace& w = window.current().workspace();
        auto other = std::make_shared<Plan>(*w.attention().plan());
        how(*other);
        OpenPlan open = w.document().plans()[w.attention().currentPlan()];
        open.plan = other;
        w.attention().show(open);
        tabs::settle(window);
    }
};

void TestWhy::aForestsPlanShowsWhatItWasAsked()
{
    const auto window = searched("h200-forest");
    ForestPanel& panel = panelOf(*window);
    QVERIFY(panel.isVisible());
    const json& figures = window->current().workspace().attention().plan()->figures.at("forest");
    QCOMPARE(panel.features().rowCount(), static_cast<int>(figures.at("features").size()));
    QCOMPARE(text(panel.features(), 0, 0), QStringLiteral("rows"));
    QCOMPARE(text(panel.features(), 0, 2), QStringLiteral("2,048"));
    QVERIFY(panel.features().item(0, 2)->toolTip().startsWith(QStringLiteral("2048; ")));
    int votes = 0;
    for (int row = 0; row < panel.candidates().rowCount(); ++row)
        votes += text(panel.candidates(), row, 2).toInt();
    QCOMPARE(votes, 100);
    QCOMPARE(text(panel.nearest(), 0, 0).toStdString(), figures.at("nearest")[0].at("matrix").get<std::string>());
    QVERIFY(!text(panel.nearest(), 0, 1).isEmpty()); // its family
    QVERIFY2(panel.verdict().contains(QStringLiteral("nothing outside")), qPrintable(panel.verdict()));
    QVERIFY2(panel.note().contains(QStringLiteral("797 cases of 154 matrices")), qPrintable(panel.note()));
    QVERIFY(window->grab().save(inOutput("why.png")));
}

void TestWhy::aTreeIsWalkedNodeByNode()
{
    for (const char* name : {"h200", "h200-forest"}) {
        const auto window = searched(name);
        TreeWalk& walk = panelOf(*window).walk();
        panelOf(*window).showPart(ForestPanel::Part::Tree);
        QVERIFY(walk.isVisible());
        const liteform::Model model = liteform::readModel(name);
        const liteform::ToldChoice told =
            liteform::toldChoice(window->current().workspace().attention().plan()->figures.at("forest"));
        const liteform::AskedChoice asked = liteform::askedOf(model, told);
        QCOMPARE(model.candidates[static_cast<std::size_t>(walk.candidate())], told.chosen);
        for (const auto& [candidate, tree] : {std::pair(0, 1), {4, 37}}) {
            panelOf(*window).candidates().selectRow(candidate);
            QCOMPARE(walk.candidate(), candidate);
            walk.trees().setValue(tree);
            const auto way =
                model.trees.path(static_cast<std::size_t>(candidate), static_cast<std::size_t>(tree - 1), asked.x);
            QCOMPARE(walk.steps().rowCount(), static_cast<int>(way.size()));
            for (int row = 0; row + 1 < walk.steps().rowCount(); ++row) {
                const bool left = way[static_cast<std::size_t>(row) + 1] ==
                                  model.trees.nodes()[static_cast<std::size_t>(way[static_cast<std::size_t>(row)])].yes;
                QCOMPARE(text(walk.steps(), row, 3), left ? QStringLiteral("yes") : QStringLiteral("no"));
                const auto number = [&](int column) {
                    return text(walk.steps(), row, column).remove(QLatin1Char('x')).remove(QLatin1Char(',')).toDouble();
                };
                QCOMPARE(number(1) < number(2), left);
            }
            QVERIFY(walk.picture().nodes() >= way.size());
        }
        QVERIFY(window->grab().save(inOutput((std::string("why-tree-") + name + ".png").c_str())));
    }
}

void TestWhy::whatIsOutsideIsSaid()
{
    const auto window = searched("h200", 4096);
    ForestPanel& panel = panelOf(*window);
    QVERIFY2(panel.verdict().contains(QStringLiteral("J is <b>outside what was learned")), qPrintable(panel.verdict()));
    int outside = 0;
    for (int row = 0; row < panel.features().rowCount(); ++row)
        outside += text(panel.features(), row, 2).startsWith(QStringLiteral("outside: "));
    QCOMPARE(outside, 1);
    QVERIFY(panel.candidates().isColumnHidden(2)); // trees that correct each other have no votes
}

void TestWhy::plansOfOthersHaveNoSuchPanel()
{
    const auto window = searched("h200");
    ForestPanel& panel = panelOf(*window);
    QVERIFY(panel.any() && panel.isVisible());
    Workspace& w = window->current().workspace();
    w.setup().setPlanner(QStringLiteral("fixed:csr"));
    w.operations().search();
    tabs::settle(*window);
    QVERIFY(!panel.any() && !panel.isVisible());
    w.attention().show(w.document().plans().front());
    tabs::settle(*window);
    QVERIFY(panel.any() && panel.isVisible());
}

void TestWhy::aModelThatIsGoneOrAnotherIsSaid()
{
    const QTemporaryDir folder;
    const auto copy = [&](const char* from) {
        for (const char* end : {".json", ".npz"})
            writeText(folder.filePath(QStringLiteral("mine")).toStdString() + end,
                      readText(sourceFile((std::string("resources/models/") + from + end).c_str())));
    };
    copy("h200");
    const std::string mine = folder.filePath(QStringLiteral("mine.json")).toStdString();
    const auto window = searched(mine);
    ForestPanel& panel = panelOf(*window);
    panel.showPart(ForestPanel::Part::Tree);
    QVERIFY(panel.walk().steps().rowCount() > 1);
    const int candidates = panel.candidates().rowCount();
    copy("h200-forest");
    change(*window, [](Plan&) {});
    QVERIFY2(panel.note().contains(QStringLiteral("not there as it was")) &&
                 panel.note().contains(QStringLiteral("its trees expect")),
             qPrintable(panel.note()));
    QCOMPARE(panel.walk().steps().rowCount(), 0);
    QCOMPARE(panel.candidates().rowCount(), candidates); // which the plan knows itself
    std::filesystem::remove(mine);
    change(*window, [](Plan&) {});
    QVERIFY2(panel.note().contains(QStringLiteral("neither a file nor one of the shipped models")),
             qPrintable(panel.note()));
    QCOMPARE(panel.walk().steps().rowCount(), 0);
}

void TestWhy::figuresThatCannotBeReadAreSaid()
{
    const auto window = searched("h200");
    ForestPanel& panel = panelOf(*window);
    for (const auto& [figures, word] :
         {std::pair<json, const char*>{"h200", "is not an object"}, {json::object(), "model: is missing"}}) {
        change(*window, [&, damaged = figures](Plan& plan) { plan.figures["forest"] = damaged; });
        QVERIFY2(panel.note().contains(QLatin1String(word)), qPrintable(panel.note()));
        QCOMPARE(panel.features().rowCount(), 0);
    }
}

void TestWhy::regretOfATableAndWhichCasesItIsOf()
{
    const QTemporaryDir folder;
    std::vector<json> rows;
    int job = 0;
    for (const auto& [matrix, stile, hyb] : {std::tuple("a", 10.0, 11.0), {"b", 20.0, 10.0}, {"c", 10.0, 10.5}}) {
        ++job;
        for (const auto& [name, ns] : {std::pair("stile", stile), {"hyb", hyb}, {"cusparse:csr", 9.0}})
            rows.push_back({{"matrix", matrix},
                            {"source", std::string("/nowhere/") + matrix},
                            {"fingerprint", matrix},
                            {"op", "spmm"},
                            {"name", name},
                            {"job", job},
                            {"device", "H"},
                            {"predictedNs", ns + 1},
                            {"measuredNs", ns},
                            {"verified", 1}});
    }
    const auto window = tabs::open({fake::batchTable(folder.filePath(QStringLiteral("t.sqlite")), rows)});
    window->resize(1280, 720);
    tabs::settle(*window);
    auto& page = part<BatchPage>(window->current());
    page.showView("regret");
    tabs::settle(*window);
    BatchRegretView& view = page.regret();
    QVERIFY(view.bars().isVisible());
    QTreeWidget& choosers = view.choosers();
    const auto figures = [&](int row) -> QString {
        return choosers.topLevelItem(row)->text(0) + QLatin1Char(' ') + choosers.topLevelItem(row)->text(1);
    };
    QCOMPARE(choosers.topLevelItemCount(), 3);
    QCOMPARE(figures(0), QStringLiteral("least predicted, whole plans 0 %"));
    QCOMPARE(figures(1), QStringLiteral("always hyb 4.92 %")); // 1.1 x 1 x 1.05, its third root
    QCOMPARE(figures(2), QStringLiteral("always stile 26 %"));
    QVERIFY2(view.note().contains(QStringLiteral("fastest of 2 candidates")), qPrintable(view.note()));
    QVERIFY2(view.note().contains(QStringLiteral("No forest was asked: ")), qPrintable(view.note()));
    QCOMPARE(view.cases().rowCount(), 3);

    choosers.setCurrentItem(choosers.topLevelItem(2));
    QCOMPARE(text(view.cases(), 0, 0), QStringLiteral("b")); // the worst
    QCOMPARE(text(view.cases(), 0, 4), QStringLiteral("100 %"));
    view.bars().setFocus();
    QTest::keyClick(&view.bars(), Qt::Key_Right);
    QCOMPARE(view.listed(), QStringLiteral("2 cases with a regret: none"));
    QTest::keyClick(&view.bars(), Qt::Key_Escape);
    QCOMPARE(view.cases().rowCount(), 3);
    // Chosen stile where hyb is the fastest.
    QTableWidget& confusion = view.confusion();
    QCOMPARE(confusion.rowCount(), 2);
    for (int row = 0; row < 2; ++row)
        for (int column = 1; column < 3; ++column)
            if (text(confusion, row, 0) == QLatin1String("stile") &&
                confusion.horizontalHeaderItem(column)->text() == QLatin1String("hyb"))
                confusion.setCurrentCell(row, column);
    QCOMPARE(view.listed(), QStringLiteral("1 case: stile chosen, hyb the fastest"));
    QCOMPARE(text(view.cases(), 0, 0), QStringLiteral("b"));
    const QSignalSpy wanted(&page, &Page::matrixWanted);
    view.cases().setFocus();
    view.cases().selectRow(0);
    QTest::keyClick(&view.cases(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), QStringLiteral("/nowhere/b"));
    QVERIFY(window->grab().save(inOutput("regret.png")));
}

void TestWhy::aTableThatWasNotMeasuredHasNoRegret()
{
    const QTemporaryDir folder;
    const auto window = tabs::open(
        {fake::batchTable(folder.filePath(QStringLiteral("t.sqlite")),
                          {{{"matrix", "a"}, {"source", "/nowhere/a"}, {"name", "stile"}, {"predictedNs", 10}},
                           {{"matrix", "a"}, {"source", "/nowhere/a"}, {"name", "hyb"}, {"predictedNs", 11}}})});
    tabs::settle(*window);
    auto& page = part<BatchPage>(window->current());
    page.showView("regret");
    QVERIFY(!page.regret().bars().isVisible());
    QVERIFY2(page.regret().note().startsWith(QStringLiteral("Nothing was measured")), qPrintable(page.regret().note()));
}

VIEW_TEST(TestWhy)
#include "tst_why.moc"
