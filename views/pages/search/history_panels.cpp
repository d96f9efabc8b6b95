// The tab History of the Search page.
#include "views/pages/search/history_panels.h"

#include "engine/core/at.h"
#include "views/pages/search/history_curve.h"
#include "views/pages/search/history_model.h"
#include "views/pages/search/verdict_mark.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/replay/transport.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int longestMove = 150, longestVerdict = 116;
constexpr int leastStep = 3, mostStep = 8; // of the tree
constexpr int markWidth = 24;
constexpr int cellAir = 12; // padding of the style sheet and some air

QString titleOf(int phase)
{
    return QString::fromLatin1(alphasparse::name(static_cast<alphasparse::Phase>(phase)));
}

} // namespace

HistoryReplay::HistoryReplay(Workspace& workspace, ShownHistory& shown, QObject* parent)
    : Replay(workspace, parent), m_shown(shown)
{
    for (const auto signal : {&ShownHistory::changed, &ShownHistory::stepChanged})
        connect(&m_shown, signal, this, &Replay::moved);
}

std::int64_t HistoryReplay::steps() const
{
    return std::ssize(m_shown.evaluations());
}

std::int64_t HistoryReplay::step() const
{
    return m_shown.step();
}

void HistoryReplay::setStep(std::int64_t step)
{
    m_shown.setStep(step);
}

std::int64_t HistoryReplay::soFar() const
{
    return m_shown.live() ? steps() : -1;
}

HistoryTimes::HistoryTimes(ShownHistory& shown, Replay& replay, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_predicted(new QCheckBox(tr("predicted"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* transport = new Transport(replay, this);
    column->addWidget(transport);
    auto* curve = new HistoryCurve(m_shown, this);
    auto* line = new FlowLayout(space::inside);
    for (int v = 0; v < alphasparse::verdictCount; ++v) {
        auto* entry = new QWidget(this);
        auto* pair = new QHBoxLayout(entry);
        pair->setContentsMargins(0, 0, 0, 0);
        pair->setSpacing(2);
        m_marks[at(v)] = new QLabel(entry);
        pair->addWidget(m_marks[at(v)]);
        m_counts[at(v)] = new QLabel(entry);
        m_counts[at(v)]->setProperty("role", QStringLiteral("secondary"));
        pair->addWidget(m_counts[at(v)]);
        line->addWidget(entry);
    }
    m_predicted->setToolTip(tr("What each graph was predicted to take, beside what it took"));
    transport->addBeside(m_predicted);
    connect(m_predicted, &QCheckBox::toggled, curve, &HistoryCurve::setPredicted);
    column->addLayout(line);
    column->addWidget(curve, 1);
    connect(&m_shown, &ShownHistory::changed, this, &HistoryTimes::refresh);
    refresh();
}

void HistoryTimes::refresh()
{
    std::array<std::int64_t, alphasparse::verdictCount> counts{};
    for (const alphasparse::Evaluation& one : m_shown.evaluations())
        ++counts[static_cast<std::size_t>(one.verdict)];
    for (int v = 0; v < alphasparse::verdictCount; ++v) {
        const auto verdict = static_cast<alphasparse::Verdict>(v);
        m_marks[at(v)]->setPixmap(markPicture(verdict, colorsOf(*this), devicePixelRatioF()));
        m_counts[at(v)]->setText(tr("%1 %2").arg(countText(counts[at(v)]), QString::fromLatin1(name(verdict))));
        m_marks[at(v)]->parentWidget()->setVisible(counts[at(v)] > 0);
    }
    m_predicted->setVisible(m_shown.history().measured());
}

void HistoryTimes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void HistoryView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return (void)Q_EMIT planWanted();
    if (event->matches(QKeySequence::Copy))
        return (void)Q_EMIT copyWanted();
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Comma || event->key() == Qt::Key_Period ||
        event->key() == Qt::Key_Question)
        return event->ignore();
    QTreeView::keyPressEvent(event);
}

HistoryList::HistoryList(ShownHistory& shown, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_model(new HistoryModel(shown, this)), m_view(new HistoryView),
      m_phase(new QComboBox), m_tree(new QToolButton), m_summary(new ElidedLabel), m_times(new ElidedLabel),
      m_nodes(new ElidedLabel), m_empty(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setSpacing(space::inside);
    m_phase->addItem(tr("all phases"), -1);
    for (int p = 0; p < static_cast<int>(alphasparse::phaseCount); ++p)
        m_phase->addItem(titleOf(p), p);
    m_phase->setAccessibleName(tr("Phase of the search"));
    top->addWidget(m_phase);
    m_tree->setText(tr("Tree"));
    m_tree->setCheckable(true);
    m_tree->setToolTip(tr("Each graph below the one that it was made from"));
    top->addWidget(m_tree);
    m_summary->setProperty("role", QStringLiteral("secondary"));
    top->addWidget(m_summary, 1);
    column->addLayout(top);

    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Evaluations of the search"));
    m_view->setUniformRowHeights(true);
    m_view->setRootIsDecorated(false);
    m_view->setAlternatingRowColors(true);
    m_view->setIndentation(mostStep);
    m_view->setTextElideMode(Qt::ElideRight);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setProperty("dense", true);
    m_view->setExpandsOnDoubleClick(false);
    m_view->header()->setMinimumSectionSize(24);
    m_view->header()->setSortIndicator(HistoryModel::Number, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->header()->setStretchLastSection(false);
    column->addWidget(m_view, 1);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setText(tr("This plan comes without the history of a search among graphs. Planner alphasparse tells one: "
                        "every graph that it measured or predicted, and what became of it."));
    column->addWidget(m_empty, 1);
    for (ElidedLabel* label : {m_times, m_nodes}) {
        label->setProperty("role", QStringLiteral("secondary"));
        column->addWidget(label);
    }

    connect(m_phase, &QComboBox::currentIndexChanged, this, [this] {
        const int phase = m_phase->currentData().toInt();
        m_model->setPhase(phase < 0 ? std::nullopt : std::optional(static_cast<alphasparse::Phase>(phase)));
    });
    connect(m_tree, &QToolButton::toggled, this, &HistoryList::setTree);
    connect(m_view, &HistoryView::planWanted, this,
            [this] { m_shown.plan(m_model->evaluationAt(m_view->currentIndex())); });
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (QGuiApplication::keyboardModifiers() == Qt::NoModifier)
            m_shown.plan(m_model->evaluationAt(index));
    });
    connect(m_view, &HistoryView::copyWanted, this, &HistoryList::copy);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!m_following && now.isValid())
            m_shown.setCurrent(m_model->evaluationAt(now));
    });
    // A reset forgets what was open, picked and scrolled to.
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_following = true;
        m_scrolled = m_view->verticalScrollBar()->value();
        m_atEnd = m_scrolled == m_view->verticalScrollBar()->maximum();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_following = false;
        refresh();
    });
    connect(&m_shown, &ShownHistory::currentChanged, this, &HistoryList::showCurrent);
    connect(&m_shown, &ShownHistory::nodeChanged, this, &HistoryList::showNodes);
    m_model->setColors(colorsOf(*this));
    refresh();
}

void HistoryList::setTree(bool tree)
{
    m_tree->setChecked(tree);
    m_view->setRootIsDecorated(tree);
    m_model->setTree(tree);
    showCurrent();
}

void HistoryList::refresh()
{
    const bool any = m_shown.any();
    m_empty->setVisible(!any);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_phase), static_cast<QWidget*>(m_tree),
          static_cast<QWidget*>(m_summary), static_cast<QWidget*>(m_times), static_cast<QWidget*>(m_nodes)})
        widget->setVisible(any);
    if (!any)
        return;
    m_summary->setText(m_shown.summary());
    QStringList told;
    for (const alphasparse::PruningTold& rule : m_shown.history().pruned())
        told << tr("Left out without a try: %1 (%2)")
                    .arg(QString::fromStdString(rule.reason), QString::fromStdString(rule.source));
    m_summary->setToolTip(told.join(QLatin1Char('\n')));
    m_view->setColumnHidden(HistoryModel::From, m_model->tree());
    m_view->setColumnHidden(HistoryModel::Measured, !m_shown.history().measured());
    if (m_model->tree())
        m_view->expandAll();
    fitColumns();
    if (m_shown.live()) {
        m_view->verticalScrollBar()->setValue(m_atEnd ? m_view->verticalScrollBar()->maximum() : m_scrolled);
        if (m_atEnd)
            m_view->scrollToBottom();
    }
    showCurrent();
}

// By the rows of the whole list, or of many from everywhere in it.
void HistoryList::fitColumns()
{
    constexpr int most = 300;
    m_view->ensurePolished();
    // A search goes on from what it accepts, so that trees are deep: their numbers take a third of the room at most.
    m_view->setIndentation(std::clamp(m_view->viewport()->width() / (3 * (m_model->depth() + 2)), leastStep, mostStep));
    const QFontMetrics metrics(m_view->font());
    const int n = static_cast<int>(m_shown.evaluations().size());
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        const int before = column == HistoryModel::Verdict ? markWidth
                           : column == HistoryModel::Number && m_model->tree()
                               ? (m_model->depth() + 1) * m_view->indentation()
                               : 0;
        int width =
            metrics.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 14;
        for (int i = 0; i < n; i += std::max(1, n / most)) {
            const QModelIndex row = m_model->indexOf(i);
            if (!row.isValid())
                continue;
            width = std::max(width, before + metrics.horizontalAdvance(row.siblingAtColumn(column).data().toString()));
        }
        // These two are told whole on hover.
        const int widest = column == HistoryModel::Move      ? longestMove
                           : column == HistoryModel::Verdict ? longestVerdict
                                                             : 400;
        m_view->setColumnWidth(column, std::min(width + cellAir, widest));
    }
}

void HistoryList::showCurrent()
{
    const QStringList lines = m_shown.linesOf(m_shown.current());
    m_times->setText(!lines.isEmpty() ? lines[1]
                     : m_shown.live() ? tr("Once the search has ended, a click or Enter plans a graph on the canvas")
                                      : tr("A click or Enter plans a graph on the canvas"));
    showNodes();
    const QScopedValueRollback following(m_following, true);
    const QModelIndex row = m_model->indexOf(m_shown.current());
    m_view->viewport()->update();
    if (!row.isValid())
        return m_view->selectionModel()->clear();
    if (m_view->currentIndex().siblingAtColumn(0) == row)
        return;
    m_view->setCurrentIndex(row.siblingAtColumn(HistoryModel::Move));
    m_view->scrollTo(row);
}

void HistoryList::showNodes()
{
    m_nodes->setText(m_shown.nodesLine());
    m_nodes->setToolTip(m_shown.linesOf(m_shown.current()).value(2));
}

void HistoryList::copy()
{
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [this](const QModelIndex& a, const QModelIndex& b) {
        return m_view->visualRect(a).top() < m_view->visualRect(b).top();
    });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_model->rowText(m_model->evaluationAt(row));
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void HistoryList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_model->tree())
        fitColumns();
}

void HistoryList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setColors(colorsOf(*this));
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

} // namespace sparsescope
