// Rewrite rules composed by hand in the real window: fields and keys, live counts, undo, errors that are said at their
// rule.
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

class TestRules : public RulesFixture {
    Q_OBJECT
private Q_SLOTS:
    void twoRulesAreComposedCountedAndSearched();
    void theKeyboardDoesItAll();
    void changesAreUndoneAndRedone();
    void groupsOfConditionsAreComposed();
    void everyKindOfPredicateAndFormatHasItsFields();
    void whatIsWrongIsSaidAtItsRule();
    void whatAFormatRefusesIsSaidAtItsRule();
    void countsFollowTheMatrix();
    void aLongConditionIsReadInWhole();
    void nothingIsCutOff();
};

void TestRules::twoRulesAreComposedCountedAndSearched()
{
    const auto window = open();
    Workspace& w = window->workspace();
    auto& list = *window->findChild<RulesList*>();
    auto& form = *window->findChild<RuleForm*>();
    const QAbstractItemModelTester tester(list.table().model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QTRY_VERIFY(rules(*window).counted());
    QCOMPARE(rules(*window).size(), 1);
    QCOMPARE(cell(*window, 0, RulesModel::Takes), QStringLiteral("all"));

    button(list, QStringLiteral("Add")).click();
    QCOMPARE(rules(*window).size(), 2);
    QCOMPARE(rules(*window).current(), 0); // before the one that takes all
    choose(named<QComboBox>(form, QStringLiteral("Format")), QStringLiteral("bsr"));
    choose(named<QComboBox>(form, QStringLiteral("How parameters are chosen")), QStringLiteral("these parameters"));
    type(named<QLineEdit>(form, QStringLiteral("height of BSR")), QStringLiteral("4"));
    type(named<QLineEdit>(form, QStringLiteral("width of BSR")), QStringLiteral("4"));
    choose(named<QComboBox>(form, QStringLiteral("Takes")), QStringLiteral("blockDensity"));
    type(named<QLineEdit>(form, QStringLiteral("Takes, block density height")), QStringLiteral("4"));
    type(named<QLineEdit>(form, QStringLiteral("Takes, block density width")), QStringLiteral("4"));
    type(named<QLineEdit>(form, QStringLiteral("Takes, block density at least")), QStringLiteral("0.5"));
    QCOMPARE(cell(*window, 0, RulesModel::Takes), QStringLiteral("blocks of 4 x 4 at least 0.5 full"));

    // Counted as the engine does.
    const std::vector<rules::PredicatePtr> predicates = {
        rules::parsePredicate({{"blockDensity", {{"height", 4}, {"width", 4}, {"atLeast", 0.5}}}}, "", ""),
        rules::parsePredicate("all", "", "")};
    const rules::RuleCounts counts = rules::countTaken(*m_data.matrix, predicates, noProgress());
    QVERIFY(counts.taken[0] > 0 && counts.taken[1] > 0);
    QTRY_VERIFY(rules(*window).counted());
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(rules(*window).taken(i), std::optional(counts.taken[static_cast<std::size_t>(i)]));
        QCOMPARE(QLocale::c().toLongLong(cell(*window, i, RulesModel::NonZeros).remove(QLatin1Char(','))),
                 counts.taken[static_cast<std::size_t>(i)]);
        QVERIFY(cell(*window, i, RulesModel::Share).endsWith(QLatin1Char('%')));
    }
    QVERIFY(shows(list, QStringLiteral("Every non-zero is taken by a rule.")));

    // The button of the page searches by what it shows.
    for (QPushButton* b : part<SearchPage>(*window).findChildren<QPushButton*>())
        if (b->text() == QLatin1String("Search"))
            b->click();
    QTRY_COMPARE(w.document().plans().size(), 1);
    QTRY_VERIFY(window->settled());
    QCOMPARE(w.attention().plan()->planner, std::string("rules"));
    QCOMPARE(w.setup().plannerName(), QStringLiteral("rules"));
    validatePlan(*w.attention().plan(), *m_data.matrix);
    std::map<std::string, std::int64_t> owned;
    for (const Tile& tile : w.attention().plan()->tiling().tiles)
        owned[w.attention().plan()->tiling().formatOf(tile).name()] += countPlaces(*w.attention().plan(), tile).owned;
    QCOMPARE(owned, (std::map<std::string, std::int64_t>{{"bsr", counts.taken[0]}, {"csr", counts.taken[1]}}));
    QVERIFY(w.attention().trace() && w.attention().trace()->rounds.size() == 2);
}

void TestRules::theKeyboardDoesItAll()
{
    const auto window = open();
    QTableView& table = window->findChild<RulesList*>()->table();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Insert);
    QTest::keyClick(&table, Qt::Key_Insert);
    QCOMPARE(rules(*window).size(), 3);
    QCOMPARE(rules(*window).current(), 1);
    QTest::keyClick(&table, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(rules(*window).current(), 2);
    QCOMPARE(table.currentIndex().row(), 2);
    QCOMPARE(cell(*window, 1, RulesModel::Takes), QStringLiteral("all"));
    QTest::keyClick(&table, Qt::Key_Up);
    QCOMPARE(rules(*window).current(), 1);
    QVERIFY(shows(*window->findChild<RuleForm*>(), QStringLiteral("Rule 2 of 3")));
    QTest::keyClick(&table, Qt::Key_Delete);
    QCOMPARE(rules(*window).size(), 2);
    QTest::keyClick(&table, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(rules(*window).current(), 0);
    QTest::keyClick(&table, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(rules(*window).size(), 3);
    QTest::keyClick(&table, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(rules(*window).size(), 2);
    // Rules that leave non-zeros are not searched with, counted or not.
    for (int i = 0; i < 2; ++i) {
        QSignalSpy said(&window->workspace().operations(), &Operations::message);
        QTest::keyClick(window.get(), Qt::Key_R, Qt::ControlModifier);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY(said.front().front().toString().contains(QStringLiteral("taken by no rule")));
        QVERIFY(rules(*window).left() > 0);
        QVERIFY(!window->workspace().jobs().busy(Lane::Search));
    }
    QVERIFY(window->workspace().document().plans().isEmpty());
    // Tab reaches every field in the order in which they stand.
    auto& form = *window->findChild<RuleForm*>();
    choose(named<QComboBox>(form, QStringLiteral("How parameters are chosen")), QStringLiteral("these parameters"));
    QWidget* field = &named<QComboBox>(form, QStringLiteral("Format"));
    field->setFocus();
    QPoint last(-1, -1);
    for (const char* next : {"How parameters are chosen", "rows of ELL", "width of ELL", "Takes",
                             "Takes, row length from", "Takes, row length to"}) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString::fromLatin1(next));
        const QPoint place = QApplication::focusWidget()->mapTo(&form, QPoint());
        QVERIFY(place.y() > last.y() + 8 || place.x() > last.x());
        last = place;
    }
}

void TestRules::changesAreUndoneAndRedone()
{
    const auto window = open();
    auto& form = *window->findChild<RuleForm*>();
    RulesDocument& document = rules(*window);
    const rules::RuleList first = document.list();
    document.add();
    const rules::RuleList added = document.list();
    auto& to = named<QLineEdit>(form, QStringLiteral("Takes, row length to"));
    type(to, QStringLiteral("1234")); // four keys, one change
    QCOMPARE(document.stack().count(), 2);
    QVERIFY(document.rule(0)["take"]["rowLength"]["max"] == json(1234));
    type(named<QLineEdit>(*window, QStringLiteral("Title of the rules")), QStringLiteral("mine"));
    QCOMPARE(document.stack().count(), 3);
    to.setFocus();
    // In a field too it is the rules that are undone.
    QTest::keyClick(&to, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document.title(), QString());
    QTest::keyClick(&to, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.list() == added);
    QCOMPARE(to.text(), QStringLiteral("4"));
    QTest::keyClick(&to, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.list() == first);
    QVERIFY(!document.stack().canUndo());
    for (int i = 0; i < 3; ++i)
        document.stack().redo();
    QCOMPARE(document.title(), QStringLiteral("mine"));
    QVERIFY(document.rule(0)["take"]["rowLength"]["max"] == json(1234));
}

void TestRules::groupsOfConditionsAreComposed()
{
    const auto window = open();
    auto& form = *window->findChild<RuleForm*>();
    RulesDocument& document = rules(*window);
    document.add();
    choose(named<QComboBox>(form, QStringLiteral("Takes")), QStringLiteral("and"));
    QVERIFY(document.rule(0)["take"] == json::parse(R"({"and": [{"rowLength": {"max": 4}}]})"));
    button(form, QStringLiteral("Add a condition")).click();
    choose(named<QComboBox>(form, QStringLiteral("Condition 2 of Takes")), QStringLiteral("not"));
    choose(named<QComboBox>(form, QStringLiteral("Condition 1 of Condition 2 of Takes")), QStringLiteral("diagonal"));
    const QString from = QStringLiteral("Condition 1 of Condition 2 of Takes, diagonal from");
    type(named<QLineEdit>(form, from), QStringLiteral("-3"));
    QVERIFY(QApplication::focusWidget() == &named<QLineEdit>(form, from)); // typing goes on where it was
    const json composed =
        json::parse(R"({"and": [{"rowLength": {"max": 4}}, {"not": {"diagonal": {"min": -3, "max": 0}}}]})");
    QVERIFY(document.rule(0)["take"] == composed);
    QCOMPARE(cell(*window, 0, RulesModel::Takes), QStringLiteral("(row length at most 4 and not diagonal -3 to 0)"));
    choose(named<QComboBox>(form, QStringLiteral("Takes")), QStringLiteral("or"));
    QVERIFY(document.rule(0)["take"]["or"] == composed["and"]);
    QVERIFY(document.problem(0).isEmpty());
    named<QToolButton>(form, QStringLiteral("Remove condition 1 of Takes")).click();
    QCOMPARE(document.rule(0)["take"]["or"].size(), std::size_t(1));
    document.stack().undo();
    QCOMPARE(document.rule(0)["take"]["or"].size(), std::size_t(2));
    QCOMPARE(named<QLineEdit>(form, from).text(), QStringLiteral("-3"));
}

void TestRules::everyKindOfPredicateAndFormatHasItsFields()
{
    const auto window = open();
    auto& form = *window->findChild<RuleForm*>();
    RulesDocument& document = rules(*window);
    document.add();
    auto& takes = named<QComboBox>(form, QStringLiteral("Takes"));
    for (const rules::PredicateKind& kind : rules::predicateKinds()) {
        choose(takes, QString::fromStdString(kind.name));
        QVERIFY2(document.problem(0).isEmpty(), kind.name.c_str());
        QCOMPARE(rules::predicateKindOf(document.rule(0)["take"]), &kind);
        for (const rules::PredicateField& field : kind.fields) {
            if (field.type == rules::PredicateField::Type::Flag)
                continue;
            auto& number = named<QLineEdit>(
                form, QStringLiteral("Takes, %1 %2")
                          .arg(QString::fromStdString(kind.label), QString::fromStdString(field.label)));
            QVERIFY(!number.toolTip().isEmpty());
        }
        document.stack().undo();
    }
    for (const FormatKind& kind : formatKinds()) {
        choose(named<QComboBox>(form, QStringLiteral("Format")), QString::fromStdString(kind.name));
        QVERIFY2(document.problem(0).isEmpty(), kind.name.c_str());
        choose(named<QComboBox>(form, QStringLiteral("How parameters are chosen")), QStringLiteral("these parameters"));
        QVERIFY2(document.problem(0).isEmpty(), kind.name.c_str());
        QCOMPARE(document.rule(0)["parameters"].size(), kind.parameters.size());
        choose(named<QComboBox>(form, QStringLiteral("How parameters are chosen")),
               QStringLiteral("cheapest of a list"));
        QVERIFY2(document.problem(0).isEmpty(), kind.name.c_str());
        auto& listed = named<QLineEdit>(form, QStringLiteral("List of parameters"));
        type(listed, QStringLiteral("[{\"none\": 1}"));
        QVERIFY(!document.problem(0).isEmpty());
        QCOMPARE(listed.text(), QStringLiteral("[{\"none\": 1}"));
    }
}

void TestRules::whatIsWrongIsSaidAtItsRule()
{
    const auto window = open();
    auto& form = *window->findChild<RuleForm*>();
    auto& list = *window->findChild<RulesList*>();
    RulesDocument& document = rules(*window);
    document.add();
    auto& to = named<QLineEdit>(form, QStringLiteral("Takes, row length to"));
    type(to, QStringLiteral("ten"));
    QCOMPARE(document.problem(0), QStringLiteral("take.rowLength.max: is missing or not a number"));
    QCOMPARE(cell(*window, 0, RulesModel::Takes), document.problem(0));
    QCOMPARE(cell(*window, 0, RulesModel::NonZeros), QStringLiteral("–"));
    QVERIFY(shows(form, document.problem(0)));
    QVERIFY(shows(list, QStringLiteral("Rule 1 cannot be used")));
    QVERIFY(document.whyNoSearch().contains(QStringLiteral("Rule 1: take.rowLength.max")));
    QTest::keyClick(window.get(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY(!window->workspace().operations().searching());
    type(to, {});
    QVERIFY(document.problem(0).contains(QStringLiteral("needs \"min\"")));
    type(to, QStringLiteral("3"));
    QVERIFY(document.problem(0).isEmpty());

    // What is left over is counted, said, and can be taken.
    document.setCurrent(1);
    document.remove();
    QTRY_VERIFY(document.left() > 0);
    QVERIFY(shows(list, QStringLiteral("taken by no rule, the first in row")));
    QVERIFY(!document.whyNoSearch().isEmpty());
    button(list, QStringLiteral("Take the rest")).click();
    QTRY_COMPARE(document.leftText(), QStringLiteral("Every non-zero is taken by a rule."));
    QCOMPARE(document.left(), 0);
    QVERIFY(document.whyNoSearch().isEmpty());
}

void TestRules::whatAFormatRefusesIsSaidAtItsRule()
{
    const auto window = open();
    RulesDocument& document = rules(*window);
    document.replace(
        {{},
         {{{"format", "csr"}, {"choose", true}, {"take", {{"rows", {{"max", 3}}}}}},
          {{"format", "bell"}, {"parameters", {{"height", 1}, {"width", 1}, {"blocks", 1}, {"places", 64}}}}}},
        QStringLiteral("rules"));
    QVERIFY(document.whyNoSearch().isEmpty());
    document.search();
    QTRY_VERIFY(!document.problem(1).isEmpty());
    QVERIFY(document.problem(0).isEmpty());
    QCOMPARE(document.current(), 1);
    QVERIFY(shows(*window->findChild<RuleForm*>(), document.problem(1)));
    QVERIFY(window->workspace().document().plans().isEmpty());
    document.setTitle(QStringLiteral("changed"));
    QVERIFY(document.problem(1).isEmpty());
}

void TestRules::countsFollowTheMatrix()
{
    const auto window = open();
    RulesDocument& document = rules(*window);
    QTRY_VERIFY(document.counted());
    QCOMPARE(document.taken(0), std::optional(m_data.matrix->nnz()));
    window->workspace().document().setMatrix(matrixFromCoordinates(3, 3, {{0, 0}, {1, 1}}, "small"));
    QVERIFY(!document.counted());
    QTRY_VERIFY(document.counted());
    QCOMPARE(document.taken(0), std::optional<std::int64_t>(2));
    // Nobody looks: nothing is counted.
    window->showPage("explore");
    document.add();
    QTest::qWait(80);
    QVERIFY(!document.counted());
    QVERIFY(!window->workspace().jobs().busy(Lane::CountRules));
    window->showPage("search");
    QTRY_VERIFY(document.counted());
    // A later change takes over from what is being counted, and its counts are those that come.
    for (int i = 0; i < 20; ++i)
        document.setRule({{"format", "csr"}, {"choose", true}, {"take", {{"rows", {{"max", i % 2}}}}}}, {});
    QTRY_VERIFY(document.counted());
    QCOMPARE(document.taken(0), std::optional<std::int64_t>(2));
    QCOMPARE(document.taken(1), std::optional<std::int64_t>(0));
}

// At a size that laptops have.
void TestRules::aLongConditionIsReadInWhole()
{
    const auto window = open();
    json lengths = json::array();
    for (int i = 1; i <= 4; ++i)
        lengths.push_back({{"rowLength", {{"max", 4 * i}}}});
    const auto rule = [](const json& take) {
        return json{{"format", "csr"}, {"parameters", {{"places", 256}}}, {"take", take}};
    };
    rules(*window).replace(rules::RuleList{"", {rule({{"or", lengths}}), rule("all")}}, QStringLiteral("test"));
    QTRY_VERIFY(rules(*window).counted());
    const QTableView& table = window->findChild<RulesList*>()->table();
    const QFontMetrics letters(table.font());
    const auto whole = [&](int row) {
        const QModelIndex index = table.model()->index(row, RulesModel::Takes);
        const QRect place = table.visualRect(index).adjusted(4, 0, -4, 0);
        const QRect words =
            letters.boundingRect(QRect(0, 0, place.width(), 10'000), Qt::TextWordWrap, index.data().toString());
        return words.width() <= place.width() && words.height() <= place.height();
    };
    QVERIFY(letters.horizontalAdvance(cell(*window, 0, RulesModel::Takes)) > table.columnWidth(RulesModel::Takes));
    QTRY_VERIFY(whole(0));
    QCOMPARE(table.rowHeight(1), 24);
    const int lines = table.rowHeight(0);
    window->resize(1900, 800); // more room for words
    QTRY_VERIFY(table.rowHeight(0) < lines);
    QVERIFY(whole(0));
}

void TestRules::nothingIsCutOff()
{
    const auto window = open();
    RulesDocument& document = rules(*window);
    document.add();
    auto& form = *window->findChild<RuleForm*>();
    for (const char* kind : {"bell", "ell"}) {
        choose(named<QComboBox>(form, QStringLiteral("Format")), QString::fromLatin1(kind));
        choose(named<QComboBox>(form, QStringLiteral("How parameters are chosen")), QStringLiteral("these parameters"));
        QTest::qWait(30);
        for (QWidget* field : form.findChildren<QWidget*>()) {
            if (!field->isVisible() || field->accessibleName().isEmpty())
                continue;
            const QRect place(field->mapTo(&form, QPoint()), field->size());
            QVERIFY2(form.rect().contains(place), qPrintable(field->accessibleName()));
        }
    }
    for (const QToolButton* b : window->findChild<RulesList*>()->findChildren<QToolButton*>())
        if (b->isVisible()) {
            QVERIFY2(b->width() >= b->sizeHint().width(), qPrintable(b->text()));
            QVERIFY(!b->accessibleName().isEmpty());
            QVERIFY(!b->toolTip().isEmpty());
        }
}

VIEW_TEST(TestRules)
#include "tst_rules.moc"
