// What the matrix is like.
#include "views/pages/explore/matrix_panel.h"

#include "views/inspector/matrix_facts.h"
#include "views/pages/explore/lengths_plot.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sparsescope {

MatrixPanel::MatrixPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_kind(new QLabel), m_about(new QLabel), m_left(new FactList),
      m_right(new FactList), m_lengths(new LengthsPlot), m_slices(new SlicesPlot), m_slice(new QSpinBox)
{
    auto* row = new YieldingRow(2 * space::between, this);
    row->setContentsMargins(space::between, space::inside, space::between, space::inside);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, space::inside, 0);
    column->setSpacing(space::inside);
    m_kind->setWordWrap(true);
    m_kind->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_kind);
    m_about->setProperty("role", QStringLiteral("secondary"));
    m_about->setWordWrap(true);
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_about);
    auto* facts = new YieldingRow(2 * space::between);
    facts->add(m_left, 1);
    facts->add(m_right, 1);
    column->addLayout(facts, 1);
    row->add(scrolled(content, tr("What the matrix is like")), 5);
    m_side = new QVBoxLayout;
    m_side->setSpacing(0);
    m_side->addWidget(m_lengths, 1);
    m_ofSlices = makeSlices();
    m_side->addWidget(m_ofSlices, 1);
    row->add(m_side, 4);
    listen(m_workspace.document(), Document::MatrixChanged | Document::StatisticsChanged, this, &MatrixPanel::refresh);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &MatrixPanel::refresh);
    for (const auto signal : {&ShownOrder::changed, &ShownOrder::statisticsReady})
        connect(&m_workspace.attention().order(), signal, this, &MatrixPanel::refresh);
    refresh();
}

// Bars of all slices; the one that is chosen, by a click on its bar or by its number, can be looked at alone.
QWidget* MatrixPanel::makeSlices()
{
    auto* all = new QWidget;
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins({});
    column->setSpacing(space::inside);
    column->addWidget(m_slices, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::inside);
    row->addStretch();
    m_slice->setPrefix(tr("slice "));
    m_slice->setAccessibleName(tr("Slice"));
    m_slice->setButtonSymbols(QAbstractSpinBox::NoButtons);
    row->addWidget(m_slice);
    auto* open = new QPushButton(tr("Open it"));
    open->setToolTip(tr("The chosen slice as a matrix of its own, in a tab"));
    row->addWidget(open);
    auto* sum = new QPushButton(tr("Open the sum"));
    sum->setToolTip(tr("All slices on top of each other as one matrix, in a tab"));
    row->addWidget(sum);
    column->addLayout(row);
    connect(m_slices, &SlicesPlot::clicked, m_slice, &QSpinBox::setValue);
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT sliceWanted(m_slice->value()); });
    connect(sum, &QPushButton::clicked, this, [this] { Q_EMIT sliceWanted(std::nullopt); });
    return all;
}

void MatrixPanel::addTool(QWidget* tool)
{
    m_side->insertWidget(0, tool);
}

void MatrixPanel::refresh()
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    const ShownOrder& order = m_workspace.attention().order();
    const StatisticsPtr statistics = order.statistics();
    m_lengths->setStatistics(statistics.get());
    const bool sliced = statistics && !statistics->slices.empty();
    if (sliced) {
        m_slices->setSlices(statistics->slices);
        m_slice->setMaximum(static_cast<int>(statistics->slices.size()) - 1);
    }
    m_ofSlices->setVisible(sliced);
    m_lengths->setVisible(!sliced); // there is room for one
    // What it is, where the numbers say so; then what it looks like.
    m_kind->setText(statistics ? QString::fromStdString(statistics->kind) : QString());
    m_kind->setVisible(!m_kind->text().isEmpty());
    const bool other = matrix && order.order() != MatrixOrder::File;
    const QString shown = !other       ? QString()
                          : statistics ? tr("Order: %1. ").arg(ShownOrder::title(order.order()))
                                       : tr("Order: %1, being counted.").arg(ShownOrder::title(order.order()));
    m_about->setText(shown + (statistics ? QString::fromStdString(statistics->summary) : QString()));
    m_about->setVisible(!m_about->text().isEmpty());
    if (!matrix) {
        m_left->setGroups({});
        m_right->setGroups({});
        return;
    }
    if (statistics && m_workspace.document().features()) {
        m_left->setGroups({structureFacts(*statistics, matrix->rows() == matrix->cols()),
                           valueFacts(statistics->values), lengthFacts(tr("Rows"), statistics->rows),
                           featureFacts(*m_workspace.document().features(), m_workspace.setup().op().dense)});
        m_right->setGroups(
            {blockFacts(*statistics), lengthFacts(tr("Columns"), statistics->cols), readingNotes(*matrix)});
    } else {
        m_left->setGroups({matrixFacts(*matrix)});
        m_right->setGroups({readingNotes(*matrix)});
    }
}

} // namespace sparsescope
