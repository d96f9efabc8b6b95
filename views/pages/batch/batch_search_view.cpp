#include "views/pages/batch/batch_search_view.h"

#include "engine/core/at.h"
#include "views/pages/batch/contestant_mark.h"
#include "views/pages/batch/search_time_plot.h"
#include "views/parts/format_name.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sparsescope {

namespace {

constexpr auto mostTimesListed = std::size_t{1000};

QString countOfRuns(double runs)
{
    return runs <= 1 ? BatchSearchView::tr("1 run") : BatchSearchView::tr("%1 runs").arg(shortCount(runs));
}

QString verdictText(const BreakEven& of)
{
    switch (of.payOff) {
    case PayOff::AtOnce:
        return BatchSearchView::tr("at once");
    case PayOff::After:
        return BatchSearchView::tr("after %1").arg(shortCount(std::ceil(of.runs)));
    case PayOff::UpTo:
        return BatchSearchView::tr("up to %1").arg(shortCount(std::floor(of.runs)));
    case PayOff::Never:
        return BatchSearchView::tr("never");
    case PayOff::Unknown:
        break;
    }
    return QStringLiteral("–");
}

// What a planner's cases say together: what most of them do.
BreakEven verdictOf(const SearchFigures& figures)
{
    const std::int64_t pays = figures.atOnce + figures.after;
    if (figures.compared() == 0)
        return {};
    if (pays == 0 && figures.upTo == 0)
        return {PayOff::Never, 0};
    if (figures.upTo > pays)
        return {PayOff::UpTo, figures.runsUpTo};
    return {figures.runsAfter > 0 ? PayOff::After : PayOff::AtOnce, figures.runsAfter};
}

// The soonest ahead first.
bool aheadSooner(const SearchTime& a, const SearchTime& b)
{
    const auto rank = [](const SearchTime& time) {
        switch (time.breakEven.payOff) {
        case PayOff::AtOnce:
        case PayOff::After:
            return std::pair(0, time.breakEven.runs);
        case PayOff::UpTo:
            return std::pair(1, -time.breakEven.runs);
        case PayOff::Never:
            return std::pair(2, -time.searchSeconds);
        case PayOff::Unknown:
            break;
        }
        return std::pair(3, -time.searchSeconds);
    };
    return rank(a) < rank(b);
}

QString searchText(double seconds)
{
    return durationText(seconds * 1e9);
}

QLabel* quietLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText); // there are names in it
    label->setProperty("role", QStringLiteral("secondary"));
    return label;
}

} // namespace

BatchSearchView::BatchSearchView(QWidget* parent)
    : QWidget(parent), m_stack(new ShownStack), m_plot(new SearchTimePlot), m_listed(quietLabel()),
      m_note(quietLabel()), m_problem(quietLabel())
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_stack);
    auto* shown = new QWidget;
    auto* row = new YieldingRow(space::between, shown);
    row->setContentsMargins(space::between, 0, space::between, space::inside);
    auto* left = new QVBoxLayout;
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(space::inside);
    left->addWidget(m_plot, 1);
    left->addWidget(m_note);
    row->add(left, 1);
    row->add(makeSide(), 0);
    m_problem->setAlignment(Qt::AlignCenter);
    m_problem->setContentsMargins(32, 32, 32, 32);
    m_stack->addWidget(shown);
    m_stack->addWidget(m_problem);
    connect(m_plot, &SearchTimePlot::timeClicked, this, &BatchSearchView::choose);
    connect(m_baseline, &QComboBox::currentIndexChanged, this, &BatchSearchView::compute);
    connect(m_planners, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (column != 0)
            return;
        m_compared[at(m_planners->indexOfTopLevelItem(item))] = item->checkState(0) == Qt::Checked;
        compute();
    });
    connect(m_planners, &QTreeWidget::currentItemChanged, this, [this] { choose(-1); });
    connect(m_list, &QTableWidget::currentCellChanged, this, [this](int line) {
        m_chosen = line < 0 ? -1 : static_cast<std::int64_t>(m_inList[at(line)]);
        showChosen();
    });
    connect(m_list, &QTableWidget::cellActivated, this,
            [this](int line) { Q_EMIT matrixChosen(m_plot->times()[m_inList[at(line)]].matrix); });
}

QWidget* BatchSearchView::makeSide()
{
    auto* side = new QWidget;
    side->setMinimumWidth(500); // which it has beside the plot
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    auto* against = new QHBoxLayout;
    against->addWidget(new QLabel(tr("Baseline")));
    m_baseline = new QComboBox;
    m_baseline->setAccessibleName(tr("Baseline of break-evens"));
    m_baseline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    against->addWidget(m_baseline, 1);
    column->addLayout(against);
    m_planners = new QTreeWidget;
    m_planners->setAccessibleName(tr("Planners, with their searches and when these pay off"));
    m_planners->setRootIsDecorated(false);
    const std::pair<QString, QString> titles[] = {
        {tr("Planner"), {}},
        {tr("Cases"), tr("Cases in which its search and its run have a time")},
        {tr("Search"), tr("Median time of its searches")},
        {tr("Run"), tr("Median of its run over that of the fastest planner")},
        {tr("Ahead"), tr("After, or up to, how many runs search and runs together take less than those of the "
                         "baseline: the median of the cases in which they do")},
        {tr("Never"), tr("Share of its cases in which it is behind the baseline at any number of runs")}};
    QTreeWidgetItem* header = m_planners->headerItem();
    m_planners->setColumnCount(static_cast<int>(std::size(titles)));
    m_planners->header()->setStretchLastSection(false);
    for (int place = 0; place < m_planners->columnCount(); ++place) {
        header->setText(place, titles[place].first);
        header->setToolTip(place, titles[place].second);
        m_planners->header()->setSectionResizeMode(place,
                                                   place == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
        if (place > 0)
            header->setTextAlignment(place, Qt::AlignRight);
    }
    m_planners->setIconSize({13, 13});
    m_planners->setItemDelegate(new ContestantDots(m_planners));
    m_planners->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_planners->setMinimumHeight(96);
    column->addWidget(m_planners, 1);
    QSizePolicy policy = m_listed->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    m_listed->setSizePolicy(policy);
    column->addWidget(m_listed);
    m_list = new QTableWidget;
    setTableLook(*m_list);
    m_list->setAccessibleName(tr("Cases of the planner"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMinimumHeight(96);
    column->addWidget(m_list, 1);
    return side;
}

void BatchSearchView::show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices)
{
    const bool other = results != m_results;
    m_results = std::move(results);
    m_matrices = std::move(matrices);
    if (other) {
        m_chosen = -1;
        m_plot->setTimes({}, false, {}); // their matrices are those of before
        fillPlanners();
    }
    compute();
}

// What is compared, and with what, stays so where another operator, type or extent has the same planners and libraries.
void BatchSearchView::fillPlanners()
{
    std::string names;
    for (const BatchContestant& one : m_results->contestants)
        names += one.name + '\n';
    if (std::exchange(m_contestantsOf, names) == names)
        return;
    const QSignalBlocker quiet(m_planners), silent(m_baseline);
    m_planners->clear();
    m_baseline->clear();
    m_compared.assign(m_results->contestants.size(), true);
    if (std::any_of(m_results->contestants.begin(), m_results->contestants.end(),
                    [](const BatchContestant& one) { return one.library; }))
        m_baseline->addItem(tr("best library of each matrix"), -1);
    for (int i = 0; i < static_cast<int>(m_results->contestants.size()); ++i) {
        m_baseline->addItem(nameOf(at(i)), i);
        if (m_results->contestants[at(i)].library) // they are behind all planners
            continue;
        auto* item = new QTreeWidgetItem(m_planners, {nameOf(at(i))});
        item->setCheckState(0, Qt::Checked);
        for (int figures = 1; figures < m_planners->columnCount(); ++figures)
            item->setTextAlignment(figures, Qt::AlignRight | Qt::AlignVCenter);
    }
    if (const auto shortest = shortestSearch(*m_results))
        m_baseline->setCurrentIndex(m_baseline->findData(static_cast<int>(*shortest)));
    m_planners->setCurrentItem(nullptr);
}

QString BatchSearchView::nameOf(std::size_t contestant) const
{
    return shortPlanner(m_results->contestants[contestant].name);
}

int BatchSearchView::current() const
{
    return m_planners->indexOfTopLevelItem(m_planners->currentItem());
}

BatchBaseline BatchSearchView::chosenBaseline() const
{
    const int chosen = m_baseline->currentData().toInt();
    return chosen < 0 ? BatchBaseline() : BatchBaseline(at(chosen));
}

void BatchSearchView::compute()
{
    m_due = !isVisible();
    if (m_due || !m_results)
        return;
    const SearchTime before = m_chosen < 0 ? SearchTime() : m_plot->times()[at(m_chosen)];
    m_plot->setTimes(searchTimes(*m_results, m_matrices, m_compared, chosenBaseline()), m_results->measured,
                     [this](const SearchTime& time) { return textOf(time); });
    const std::vector<SearchTime>& times = m_plot->times();
    const auto same = std::find_if(times.begin(), times.end(), [&](const SearchTime& time) {
        return time.matrix == before.matrix && time.contest == before.contest && time.contestant == before.contestant;
    });
    const std::int64_t kept = m_chosen < 0 || same == times.end() ? -1 : same - times.begin();
    const bool none = times.empty() && std::find(m_compared.begin(), m_compared.end(), false) == m_compared.end();
    m_stack->setCurrentIndex(none ? 1 : 0);
    m_problem->setText(breakable(note()));
    m_note->setText(breakable(note()));
    m_baseline->setToolTip(m_baseline->currentText()); // of any length
    showFigures();
    choose(kept);
}

void BatchSearchView::showFigures()
{
    const std::vector<SearchFigures> all = searchFigures(*m_results, m_plot->times());
    const QSignalBlocker quiet(m_planners);
    if (current() < 0 && !m_plot->times().empty()) { // whose search is the longest: has it to be?
        const auto longest =
            std::max_element(all.begin(), all.end(), [](const SearchFigures& a, const SearchFigures& b) {
                return a.searchSeconds < b.searchSeconds;
            });
        m_planners->setCurrentItem(m_planners->topLevelItem(static_cast<int>(longest - all.begin())));
    }
    const QString nothing = QStringLiteral("–");
    for (int i = 0; i < m_planners->topLevelItemCount(); ++i) {
        const SearchFigures& figures = all[at(i)];
        QTreeWidgetItem& item = *m_planners->topLevelItem(i);
        const bool any = figures.cases > 0, against = figures.compared() > 0, base = chosenBaseline() == at(i);
        const QString texts[] = {countText(figures.cases), any ? searchText(figures.searchSeconds) : nothing,
                                 any ? ratioText(figures.overFastest) : nothing,
                                 base ? tr("baseline") : verdictText(verdictOf(figures)),
                                 against ? percentText(0.01 * std::round(100.0 * static_cast<double>(figures.never) /
                                                                         static_cast<double>(figures.compared())))
                                         : nothing};
        for (int place = 1; place < m_planners->columnCount(); ++place)
            item.setText(place, m_compared[at(i)] ? texts[place - 1] : QString());
        const QString name = QString::fromStdString(m_results->contestants[at(i)].name);
        item.setToolTip(0, against ? tr("%1 against %2, in %3: ahead at once in %4, after some runs in %5, up to some "
                                        "in %6, never in %7")
                                         .arg(name, m_baseline->currentText(),
                                              countOf(figures.compared(), tr("case"), tr("cases")),
                                              countText(figures.atOnce), countText(figures.after),
                                              countText(figures.upTo), countText(figures.never))
                                   : name);
    }
}

// The case that is chosen, in the list of its planner.
void BatchSearchView::choose(std::int64_t time)
{
    if (!m_results)
        return;
    m_chosen = time;
    if (time >= 0) {
        const QSignalBlocker quiet(m_planners);
        m_planners->setCurrentItem(m_planners->topLevelItem(static_cast<int>(m_plot->times()[at(time)].contestant)));
    }
    m_plot->light(current());
    listCases();
    showChosen();
}

void BatchSearchView::listCases()
{
    const std::vector<SearchTime>& times = m_plot->times();
    const QSignalBlocker quiet(m_list);
    m_inList.clear();
    for (std::size_t i = 0; i < times.size(); ++i)
        if (static_cast<int>(times[i].contestant) == current())
            m_inList.push_back(i);
    std::stable_sort(m_inList.begin(), m_inList.end(),
                     [&](std::size_t a, std::size_t b) { return aheadSooner(times[a], times[b]); });
    m_inList.resize(std::min(m_inList.size(), mostTimesListed));
    m_list->setColumnCount(4);
    m_list->setHorizontalHeaderLabels({tr("Matrix"), tr("Search"), tr("Run"), tr("Ahead")});
    for (int place = 0; place < m_list->columnCount(); ++place)
        m_list->horizontalHeaderItem(place)->setTextAlignment((place == 0 ? Qt::AlignLeft : Qt::AlignRight) |
                                                              Qt::AlignVCenter);
    m_list->setRowCount(static_cast<int>(m_inList.size()));
    int chosen = -1;
    for (int line = 0; line < m_list->rowCount(); ++line) {
        const SearchTime& time = times[m_inList[at(line)]];
        const QString texts[] = {QString::fromStdString(m_results->matrices[time.matrix].matrix),
                                 searchText(time.searchSeconds), durationText(time.ns), verdictText(time.breakEven)};
        for (int place = 0; place < m_list->columnCount(); ++place) {
            auto* item = new QTableWidgetItem(texts[place]);
            item->setTextAlignment((place == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            item->setToolTip(place == 0 ? QString() : textOf(time));
            m_list->setItem(line, place, item);
        }
        if (static_cast<std::int64_t>(m_inList[at(line)]) == m_chosen)
            chosen = line;
    }
    fitColumns(*m_list, 0);
    m_list->setCurrentCell(chosen, chosen < 0 ? -1 : 0);
    if (chosen >= 0)
        m_list->scrollToItem(m_list->item(chosen, 0), QAbstractItemView::PositionAtCenter);
}

void BatchSearchView::showChosen()
{
    m_plot->setChosen(m_chosen);
    if (m_chosen >= 0)
        return m_listed->setText(
            breakable(textOf(m_plot->times()[at(m_chosen)]).replace(QLatin1Char('\n'), QStringLiteral(" "))));
    if (current() < 0)
        return m_listed->clear();
    const SearchFigures figures = searchFigures(*m_results, m_plot->times())[at(current())];
    QString words = tr("%1, %2, the soonest ahead first. A click on a mark finds it here; ↵ opens its matrix.")
                        .arg(nameOf(at(current())), countOf(figures.cases, tr("case"), tr("cases")));
    if (figures.cases > std::ssize(m_inList))
        words += tr(" The first %1 are listed.").arg(countText(std::ssize(m_inList)));
    m_listed->setText(breakable(words));
}

QString BatchSearchView::textOf(const SearchTime& time) const
{
    return tr("%1 on %2:\nsearch %3, a run %4, %5 of the fastest's.\n%6")
        .arg(nameOf(time.contestant), QString::fromStdString(m_results->matrices[time.matrix].matrix),
             searchText(time.searchSeconds), durationText(time.ns), ratioText(time.overFastest), verdictOn(time));
}

QString BatchSearchView::verdictOn(const SearchTime& time) const
{
    if (time.base < 0)
        return chosenBaseline() == time.contestant ? tr("It is the baseline.") : tr("The baseline has no time there.");
    const QString base =
        time.baseSeconds > 0
            ? tr("%1 (%2, %3)").arg(nameOf(at(time.base)), searchText(time.baseSeconds), durationText(time.baseNs))
            : tr("%1 (%2)").arg(nameOf(at(time.base)), durationText(time.baseNs));
    switch (time.breakEven.payOff) {
    case PayOff::After:
        return tr("Ahead of %1 after %2.").arg(base, countOfRuns(std::ceil(time.breakEven.runs)));
    case PayOff::UpTo:
        return tr("Ahead of %1 up to %2.").arg(base, countOfRuns(std::floor(time.breakEven.runs)));
    case PayOff::AtOnce:
        return tr("Ahead of %1 from the first run on.").arg(base);
    default:
        return tr("Never ahead of %1.").arg(base);
    }
}

const std::vector<SearchTime>& BatchSearchView::times() const
{
    return m_plot->times();
}

QString BatchSearchView::listed() const
{
    constexpr char16_t breakHere = 0x200B; // breakable()
    return m_listed->text().remove(QChar(breakHere));
}

QString BatchSearchView::note() const
{
    if (!m_results)
        return {};
    if (!shortestSearch(*m_results))
        return tr("No row of these says both how long a search and how long a run takes. Tables of sparsescope-cli "
                  "batch do, in the columns searchSeconds and measuredNs or, where nothing ran, predictedNs.");
    if (m_plot->times().empty() && std::find(m_compared.begin(), m_compared.end(), false) == m_compared.end())
        return m_results->measured
                   ? tr("No planner has both a search with a time and a verified run of these matrices.")
                   : tr("No planner has both a search with a time and a prediction of these matrices.");
    QString text =
        m_results->measured
            ? tr("Runs were measured on %1 and verified; only times of one job are compared, and less than 2 % between "
                 "two runs is noise.")
                  .arg(QString::fromStdString(m_results->devices))
            : tr("Nothing was run: the cost model predicts what a run takes. Searches have taken what is shown.");
    text += tr(" Ahead: search and runs together take less than those of the baseline.");
    if (const BatchBaseline base = chosenBaseline(); !base || m_results->contestants[*base].library)
        text += tr(" Libraries search nothing.");
    return text;
}

void BatchSearchView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_due)
        compute();
}

} // namespace sparsescope
