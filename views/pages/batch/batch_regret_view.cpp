#include "views/pages/batch/batch_regret_view.h"

#include "engine/core/at.h"
#include "views/pages/batch/contestant_mark.h"
#include "views/pages/batch/regret_plots.h"
#include "views/parts/format_name.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sparsescope {

using namespace liteform;

namespace {

constexpr auto mostListed = std::size_t{1000};

QString chooserName(const std::string& name)
{
    const std::string always = "always ";
    return name.starts_with(always) ? BatchRegretView::tr("always %1").arg(shortPlanner(name.substr(always.size())))
                                    : shortPlanner(name);
}

QString regretText(double regret)
{
    return regret >= mostRegret ? BatchRegretView::tr("failed") : percentText(regret);
}

QString settingOf(const Operator& op)
{
    const QString type = QString::fromLatin1(name(op.dtype));
    return op.hasDenseAxis() ? BatchRegretView::tr("%1 %2").arg(type, countText(op.dense)) : type;
}

QTableWidget* tableNamed(const QString& name)
{
    auto* table = new QTableWidget;
    setTableLook(*table);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setMinimumSize(220, 110);
    return table;
}

// Titles that stand on end: many narrow columns.
class SteepTitles : public QHeaderView {
public:
    explicit SteepTitles(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {}

    QSize sizeHint() const override
    {
        int longest = 0;
        for (int i = 0; i < count(); ++i)
            longest = std::max(longest, fontMetrics().horizontalAdvance(titleOf(i)));
        return {QHeaderView::sizeHint().width(), longest + space::inside};
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        painter->save();
        painter->setPen(colorsOf(*this).secondary);
        painter->translate(rect.center().x(), rect.bottom() - 4);
        painter->rotate(-90);
        painter->drawText(QRect(0, -fontMetrics().height() / 2, rect.height(), fontMetrics().height()),
                          Qt::AlignLeft | Qt::AlignVCenter, titleOf(section));
        painter->restore();
    }

private:
    QString titleOf(int section) const { return model()->headerData(section, Qt::Horizontal).toString(); }
};

QLabel* secondaryLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setProperty("role", QStringLiteral("secondary"));
    return label;
}

} // namespace

BatchRegretView::BatchRegretView(QWidget* parent)
    : QWidget(parent), m_stack(new ShownStack), m_bars(new RegretBars), m_curves(new RegretCurves),
      m_confusion(tableNamed(tr("How often each was chosen where each was the fastest"))),
      m_list(tableNamed(tr("Cases"))), m_listed(secondaryLabel()), m_confused(secondaryLabel()),
      m_problem(secondaryLabel())
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_stack);
    auto* shown = new QWidget;
    auto* lines = new QVBoxLayout(shown);
    lines->setContentsMargins(space::between, 0, space::between, space::inside);
    lines->setSpacing(space::inside);
    auto* plots = new QWidget;
    auto* above = new YieldingRow(space::between, plots);
    above->setContentsMargins(0, 0, 0, 0);
    above->add(m_bars, 1);
    above->add(m_curves, 1);
    above->add(makeChoosers(), 0);
    lines->addWidget(plots, 4);
    m_note = secondaryLabel();
    lines->addWidget(m_note);
    auto* tables = new QWidget;
    auto* below = new YieldingRow(space::between, tables);
    below->setContentsMargins(0, 0, 0, 0);
    for (const auto& [words, table] : {std::pair(m_confused, m_confusion), {m_listed, m_list}}) {
        auto* column = new QVBoxLayout;
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(4);
        column->addWidget(words);
        column->addWidget(table, 1);
        below->add(column, 1);
    }
    lines->addWidget(tables, 5);
    m_confusion->setHorizontalHeader(new SteepTitles(m_confusion));
    m_problem->setAlignment(Qt::AlignCenter);
    m_problem->setContentsMargins(32, 32, 32, 32);
    m_stack->addWidget(shown);
    m_stack->addWidget(m_problem);
    m_confusion->setSelectionBehavior(QAbstractItemView::SelectItems);
    connect(m_bars, &RegretBars::partChosen, this, [this](int part) {
        if (part >= 0)
            m_confusion->setCurrentCell(-1, -1);
        listCases();
    });
    connect(m_confusion, &QTableWidget::currentCellChanged, this, [this](int chosen) {
        if (chosen < 0)
            return;
        if (m_bars->chosen() >= 0)
            m_bars->choose(m_bars->chosen());
        listCases();
    });
    connect(m_list, &QTableWidget::cellActivated, this, [this](int line) {
        const std::size_t i = m_inList[at(line)];
        Q_EMIT caseChosen(QString::fromStdString(m_regret->sources[i]), m_regret->records.cases[i].op);
    });
}

QWidget* BatchRegretView::makeChoosers()
{
    auto* side = new QWidget;
    side->setFixedWidth(420);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    m_every = new QCheckBox(tr("all types and extents"));
    m_every->setToolTip(tr("Cases of these matrices under every type and dense extent that the table has"));
    column->addWidget(m_every);
    m_choosers = new QTreeWidget;
    m_choosers->setAccessibleName(tr("What chooses"));
    m_choosers->setRootIsDecorated(false);
    m_choosers->setHeaderLabels({tr("Chosen by"), tr("Mean"), tr("90 %")});
    m_choosers->headerItem()->setToolTip(1, tr("Geometric mean of the regret"));
    m_choosers->headerItem()->setToolTip(2, tr("Nine of ten cases have at most this regret"));
    m_choosers->header()->setStretchLastSection(false);
    m_choosers->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int figures : {1, 2}) {
        m_choosers->headerItem()->setTextAlignment(figures, Qt::AlignRight);
        m_choosers->header()->setSectionResizeMode(figures, QHeaderView::ResizeToContents);
    }
    m_choosers->setIconSize({28, 12});
    m_choosers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_choosers->setMinimumHeight(96);
    column->addWidget(m_choosers, 1);
    connect(m_every, &QCheckBox::toggled, this, &BatchRegretView::compute);
    connect(m_choosers, &QTreeWidget::itemChanged, this, &BatchRegretView::drawLines);
    connect(m_choosers, &QTreeWidget::currentItemChanged, this, &BatchRegretView::showChooser);
    return side;
}

void BatchRegretView::show(std::shared_ptr<const BatchRegret> regret, std::shared_ptr<const BatchResults> results,
                           std::vector<std::size_t> matrices)
{
    const bool other = regret != m_regret;
    m_regret = std::move(regret);
    m_results = std::move(results);
    m_matrices = std::move(matrices);
    if (other)
        fillChoosers();
    compute();
}

// What is drawn at first: all that choose by more than a name, and the best two of those.
void BatchRegretView::fillChoosers()
{
    const QSignalBlocker quiet(m_choosers);
    m_choosers->clear();
    int constant = 0;
    for (int i = 0; m_regret && i < static_cast<int>(m_regret->choosers.size()); ++i) {
        const std::string& name = m_regret->choosers[at(i)].name;
        auto* item = new QTreeWidgetItem(m_choosers, {chooserName(name)});
        constant += name.starts_with("always ") ? 1 : 0;
        item->setCheckState(0, constant <= 2 ? Qt::Checked : Qt::Unchecked);
        item->setIcon(0, contestantIcon(i, devicePixelRatioF()));
        for (const int figures : {1, 2})
            item->setTextAlignment(figures, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_choosers->setCurrentItem(m_choosers->topLevelItem(0));
}

const Chooser& BatchRegretView::chooser() const
{
    return m_regret->choosers[at(std::max(0, m_choosers->indexOfTopLevelItem(m_choosers->currentItem())))];
}

void BatchRegretView::compute()
{
    m_due = !isVisible();
    if (m_due || !m_results)
        return;
    m_cases.clear();
    if (m_regret && m_regret->problem.empty())
        m_cases = casesOf(*m_regret, *m_results, m_matrices, m_every->isChecked());
    m_stack->setCurrentIndex(m_cases.empty() ? 1 : 0);
    m_problem->setText(breakable(note()));
    m_note->setText(breakable(note()));
    if (m_cases.empty())
        return;
    {
        const QSignalBlocker quiet(m_choosers);
        for (int i = 0; i < m_choosers->topLevelItemCount(); ++i) {
            const RegretFigures figures = figuresOf(regretOf(m_regret->choosers[at(i)], m_cases));
            QTreeWidgetItem& item = *m_choosers->topLevelItem(i);
            item.setText(1, regretText(figures.geometricMean));
            item.setText(2, regretText(figures.p90));
            item.setToolTip(0, tr("%1: within 5 % of the fastest in %2 of the cases, the fastest in %3, at worst %4")
                                   .arg(QString::fromStdString(m_regret->choosers[at(i)].name),
                                        percentText(figures.within), percentText(figures.accurate),
                                        regretText(figures.worst)));
        }
    }
    drawLines();
    showChooser();
}

void BatchRegretView::drawLines()
{
    if (m_cases.empty())
        return;
    std::vector<RegretCurves::Line> lines;
    for (int i = 0; i < m_choosers->topLevelItemCount(); ++i) {
        const QTreeWidgetItem& item = *m_choosers->topLevelItem(i);
        if (item.checkState(0) != Qt::Checked)
            continue;
        std::vector<double> regret = regretOf(m_regret->choosers[at(i)], m_cases);
        std::sort(regret.begin(), regret.end());
        lines.push_back({i, item.text(0), std::move(regret)});
    }
    m_curves->setLines(std::move(lines));
    m_curves->light(m_choosers->indexOfTopLevelItem(m_choosers->currentItem()));
}

void BatchRegretView::showChooser()
{
    if (m_cases.empty())
        return;
    m_curves->light(m_choosers->indexOfTopLevelItem(m_choosers->currentItem()));
    m_bars->setCounts(regretCounts(regretOf(chooser(), m_cases)));
    showConfusion();
    listCases();
}

void BatchRegretView::showConfusion()
{
    m_counts = confusionOf(*m_regret, chooser(), m_cases);
    const QSignalBlocker quiet(m_confusion);
    m_confusion->clear();
    m_confused->setText(m_counts.candidates.empty()
                            ? tr("Its rows do not say which candidate it chose.")
                            : tr("Rows: chosen by %1; columns: the fastest.").arg(chooserName(chooser().name)));
    const int count = static_cast<int>(m_counts.candidates.size());
    m_confusion->setRowCount(count);
    m_confusion->setColumnCount(count == 0 ? 0 : count + 1);
    QStringList titles{QString()}; // of what was chosen
    for (const std::size_t candidate : m_counts.candidates)
        titles << shortPlanner(m_regret->records.candidates[candidate]);
    m_confusion->setHorizontalHeaderLabels(titles.mid(0, m_confusion->columnCount()));
    for (int row = 0; row < count; ++row) {
        m_confusion->setItem(row, 0, new QTableWidgetItem(titles[row + 1]));
        for (int column = 0; column < count; ++column) {
            const std::int64_t cases = m_counts.cases[at(row)][at(column)];
            auto* item = new QTableWidgetItem(cases > 0 ? countText(cases) : QString());
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setFont(typeFace(TypeSize::Small, row == column));
            item->setToolTip(tr("%1 chosen, %2 the fastest: %3")
                                 .arg(titles[row + 1], titles[column + 1], countOf(cases, tr("case"), tr("cases"))));
            m_confusion->setItem(row, column + 1, item);
        }
    }
    fitColumns(*m_confusion);
    constexpr int narrow = 40;
    for (int column = 1; column < m_confusion->columnCount(); ++column)
        m_confusion->setColumnWidth(column, narrow);
    m_confusion->setCurrentCell(-1, -1);
}

// Those of the bar or the cell that was clicked, else all; the worst first.
void BatchRegretView::listCases()
{
    const Chooser& by = chooser();
    const std::vector<RecordedCase>& all = m_regret->records.cases;
    const std::vector<std::string>& candidates = m_regret->records.candidates;
    const int part = m_bars->chosen(), row = m_confusion->currentRow(), column = m_confusion->currentColumn() - 1;
    const bool cell = part < 0 && row >= 0 && column >= 0;
    m_inList.clear();
    for (const std::size_t i : m_cases)
        if (part >= 0 ? regretPart(by.regret[i]) == at(part)
                      : !cell || (by.chosen[i] == m_counts.candidates[at(row)] &&
                                  all[i].best() == m_counts.candidates[at(column)]))
            m_inList.push_back(i);
    std::stable_sort(m_inList.begin(), m_inList.end(),
                     [&](std::size_t a, std::size_t b) { return by.regret[a] > by.regret[b]; });
    const QString count = countOf(std::ssize(m_inList), tr("case"), tr("cases"));
    QString words = tr("All %1, the worst first. A click on a bar or a cell lists its own.").arg(count);
    if (part >= 0)
        words = tr("%1 with a regret: %2").arg(count, regretPartText(part));
    else if (cell)
        words = tr("%1: %2 chosen, %3 the fastest")
                    .arg(count, shortPlanner(candidates[m_counts.candidates[at(row)]]),
                         shortPlanner(candidates[m_counts.candidates[at(column)]]));
    if (m_inList.size() > mostListed)
        words += tr(" The first %1 are listed.").arg(countText(mostListed));
    m_listed->setText(words);
    m_inList.resize(std::min(m_inList.size(), mostListed));
    m_list->setColumnCount(5);
    m_list->setHorizontalHeaderLabels({tr("Matrix"), tr("Type, extent"), tr("Chosen"), tr("Fastest"), tr("Regret")});
    for (int place = 0; place < m_list->columnCount(); ++place)
        m_list->horizontalHeaderItem(place)->setTextAlignment((place == 4 ? Qt::AlignRight : Qt::AlignLeft) |
                                                              Qt::AlignVCenter);
    m_list->setRowCount(static_cast<int>(m_inList.size()));
    for (int line = 0; line < m_list->rowCount(); ++line) {
        const std::size_t i = m_inList[at(line)];
        const RecordedCase& one = all[i];
        const auto nameAt = [&](std::size_t candidate) { return shortPlanner(candidates[candidate]); };
        const QStringList texts = {QString::fromStdString(one.matrix), settingOf(one.op),
                                   by.chosen.empty() ? QStringLiteral("–") : nameAt(by.chosen[i]), nameAt(one.best()),
                                   regretText(by.regret[i])};
        for (int place = 0; place < texts.size(); ++place) {
            auto* item = new QTableWidgetItem(texts[place]);
            item->setTextAlignment((place == 4 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
            m_list->setItem(line, place, item);
        }
        m_list->item(line, 3)->setToolTip(durationText(one.least()));
        m_list->item(line, 4)->setToolTip(exactText(by.regret[i]));
    }
    fitColumns(*m_list, 0);
}

QString BatchRegretView::listed() const
{
    return m_listed->text();
}

QString BatchRegretView::note() const
{
    if (!m_regret || !m_results || !m_results->measured)
        return tr(
            "Nothing was measured. Regret is the time of what was chosen over that of the fastest candidate, less "
            "1: run the batch on a GPU (sparsescope-cli batch --run, or train record).");
    if (!m_regret->problem.empty())
        return tr("There is no regret to show: %1").arg(QString::fromStdString(m_regret->problem));
    if (m_cases.empty())
        return tr("No case of these matrices has a row of every candidate and a time.");
    QString text =
        tr("Regret: the time of what was chosen over that of the fastest of %1 candidates, less 1. Below 2 % "
           "it is noise.")
            .arg(countText(std::ssize(m_regret->records.candidates)));
    if (m_regret->model.empty()) {
        text += tr(" No forest was asked: %1.").arg(QString::fromStdString(m_regret->whyNoModel));
    } else {
        const auto learned =
            std::count_if(m_cases.begin(), m_cases.end(), [&](std::size_t i) { return m_regret->learned[i]; });
        text += tr(" Model %1 (%2) learned from the matrices of %3 of these %4")
                    .arg(QString::fromStdString(m_regret->model), QString::fromStdString(m_regret->modelDevice),
                         countText(learned), countOf(std::ssize(m_cases), tr("case"), tr("cases")));
        text += learned > 0 && m_regret->unseen > 0
                    ? tr("; on matrices that it has not seen its mean is %1.").arg(percentText(m_regret->unseen))
                    : QStringLiteral(".");
    }
    if (!m_regret->leftOut.empty()) {
        QStringList names;
        for (const std::string& name : m_regret->leftOut)
            names << shortPlanner(name);
        text += tr(" It does not choose %1.").arg(names.join(QStringLiteral(", ")));
    }
    if (m_regret->records.incomplete > 0)
        text += tr(" %1 of the table left out: a candidate has no row, or none a time.")
                    .arg(countOf(m_regret->records.incomplete, tr("case is"), tr("cases are")));
    return text;
}

void BatchRegretView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_due)
        compute();
}

} // namespace sparsescope
