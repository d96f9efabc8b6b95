// The generated kernel beside the kinds of tiles that it runs.
#include "views/kernel/kernel_page.h"

#include "engine/core/files.h"
#include "views/icons.h"
#include "views/kernel/source_view.h"
#include "views/numbers.h"
#include "views/theme.h"
#include "views/workspace/workspace.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sparsescope {

KernelPage::KernelPage(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::inside, 0, 0);
    column->setSpacing(space::inside);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, space::inside, 0);
    m_title = new QLabel;
    m_title->setProperty("role", QStringLiteral("title"));
    top->addWidget(m_title);
    top->addStretch();
    const auto button = [&](const QString& text) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        b->setIconSize({16, 16});
        top->addWidget(b);
        return b;
    };
    m_copy = button(tr("Copy"));
    m_copy->setToolTip(tr("Copy the whole source"));
    m_save = button(tr("Save as…"));
    column->addLayout(top);

    m_facts = new QLabel;
    m_facts->setWordWrap(true);
    m_facts->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(m_facts);

    m_kinds = new QTreeWidget;
    m_kinds->setHeaderLabels({tr("kind of tile"), tr("tiles"), tr("case line"), tr("template lines")});
    for (int i = 1; i < 4; ++i)
        m_kinds->headerItem()->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
    m_kinds->setRootIsDecorated(false);
    m_kinds->setColumnCount(4);
    m_kinds->setUniformRowHeights(true);
    m_kinds->header()->setStretchLastSection(false);
    m_kinds->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_kinds->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_kinds->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_kinds->setAccessibleName(tr("Kinds of tiles"));
    m_kinds->setToolTip(tr("Kinds of tiles; each is one case of the fused kernel"));
    column->addWidget(m_kinds);

    m_problem = new QLabel;
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(0, 0, space::between, 0);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_problem);
    m_source = new SourceView;
    column->addWidget(m_source, 1);

    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (const auto source = m_workspace.source())
            QGuiApplication::clipboard()->setText(source->text);
    });
    connect(m_save, &QToolButton::clicked, this, &KernelPage::save);
    connect(m_kinds, &QTreeWidget::currentItemChanged, this,
            [this](QTreeWidgetItem* item) { markKind(m_kinds->indexOfTopLevelItem(item)); });
    connect(m_source, &SourceView::lineClicked, this, [this](int line) {
        const auto source = m_workspace.source();
        if (!source)
            return;
        // The branch itself first, then the template that several kinds may share.
        int found = -1;
        for (int i = static_cast<int>(source->links.size()) - 1; i >= 0; --i) {
            const KernelLink& link = source->links[static_cast<std::size_t>(i)];
            if (line >= link.firstLine && line <= link.lastLine && found < 0)
                found = i;
            if (line == link.caseLine) {
                found = i;
                break;
            }
        }
        if (found >= 0)
            m_kinds->setCurrentItem(m_kinds->topLevelItem(found));
    });
    connect(&m_workspace, &Workspace::sourceChanged, this, &KernelPage::showSource);
    connect(&m_workspace, &Workspace::planFactsChanged, this, &KernelPage::showSource);
    connect(&m_workspace, &Workspace::runChanged, this, &KernelPage::showRun);
    connect(&m_workspace, &Workspace::selectionChanged, this, &KernelPage::showSelection);
    connect(&m_workspace.jobs(), &Jobs::changed, this, [this] {
        if (!m_workspace.source())
            showSource();
    });
    setIcons();
    showSource();
}

void KernelPage::showSource()
{
    const auto source = m_workspace.source();
    const PlanPtr plan = m_workspace.plan();
    m_source->setVisible(source != nullptr);
    m_kinds->setVisible(source != nullptr);
    m_problem->setVisible(source == nullptr);
    m_copy->setEnabled(source != nullptr);
    m_save->setEnabled(source != nullptr);
    showRun();
    if (!source) {
        m_title->setText(tr("Kernel"));
        m_problem->setText(!plan ? tr("The kernel is generated from a plan. Search one (Alt+2), or open a plan file.")
                           : !m_workspace.sourceProblem().isEmpty()
                               ? tr("No kernel could be generated: %1").arg(m_workspace.sourceProblem())
                           : m_workspace.hooks().generateSource
                               ? tr("Generating…")
                               : tr("This program was built without code generation."));
        if (!m_source->toPlainText().isEmpty())
            m_source->setPlainText({});
        m_kinds->clear();
        m_source->markLines(0, 0, 0);
        return;
    }
    m_title->setText(source->entry);
    if (m_source->toPlainText() != source->text) {
        m_source->markLines(0, 0, 0);
        m_source->setPlainText(source->text);
    }
    const QSignalBlocker quiet(m_kinds);
    m_kinds->clear();
    for (const KernelLink& link : source->links) {
        std::int64_t tiles = 0;
        if (plan)
            for (const Tile& tile : plan->tiles)
                tiles += tile.format == link.format && tile.atomic == link.atomic ? 1 : 0;
        auto* item = new QTreeWidgetItem({link.label, countText(tiles), QString::number(link.caseLine),
                                          QStringLiteral("%1–%2").arg(link.firstLine).arg(link.lastLine)});
        for (int column = 1; column < 4; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        QPixmap swatch(12, 12);
        swatch.fill(plan ? familyColor(plan->formats[static_cast<std::size_t>(link.format)]->family())
                         : Qt::transparent);
        item->setIcon(0, QIcon(swatch));
        m_kinds->addTopLevelItem(item);
    }
    const int line = m_kinds->sizeHintForRow(0);
    m_kinds->setFixedHeight(std::max(line, 16) * std::clamp(m_kinds->topLevelItemCount(), 1, 6) +
                            m_kinds->header()->sizeHint().height() + 4);
    showSelection();
}

void KernelPage::showRun()
{
    const auto source = m_workspace.source();
    QStringList facts;
    if (source) {
        facts << tr("%1 lines").arg(countText(source->text.count(QLatin1Char('\n')) + 1));
        facts << tr("%1 threads a block").arg(countText(source->threads));
    }
    if (const OpenRun* run = m_workspace.run(); run && source) {
        const Profile& p = *run->profile;
        if (p.registers > 0)
            facts << tr("%1 registers").arg(p.registers);
        facts << tr("%1 shared").arg(bytesText(p.sharedBytes));
        if (p.localBytes > 0)
            facts << tr("%1 local").arg(bytesText(p.localBytes));
        if (p.occupancy > 0)
            facts << tr("occupancy %1").arg(percentText(p.occupancy));
        if (p.compileMs > 0)
            facts << tr("compiled in %1").arg(durationText(p.compileMs * 1e6));
        if (run->recorded)
            facts << tr("recorded");
    }
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
    m_facts->setVisible(!facts.isEmpty());
}

void KernelPage::showSelection()
{
    const auto source = m_workspace.source();
    const PlanPtr plan = m_workspace.plan();
    const std::int64_t tile = m_workspace.selection().tile;
    if (!source || !plan || tile < 0)
        return;
    const Tile& selected = plan->tiles[static_cast<std::size_t>(tile)];
    for (std::size_t i = 0; i < source->links.size(); ++i)
        if (source->links[i].format == selected.format && source->links[i].atomic == selected.atomic)
            m_kinds->setCurrentItem(m_kinds->topLevelItem(static_cast<int>(i)));
}

void KernelPage::markKind(int index)
{
    const auto source = m_workspace.source();
    if (!source || index < 0 || static_cast<std::size_t>(index) >= source->links.size())
        return;
    const KernelLink& link = source->links[static_cast<std::size_t>(index)];
    m_source->markLines(link.firstLine, link.lastLine, link.caseLine);
    // The other way round: a kind that was picked selects its first tile, unless the selection is of it already.
    const PlanPtr plan = m_workspace.plan();
    if (!plan)
        return;
    const auto fits = [&](const Tile& tile) { return tile.format == link.format && tile.atomic == link.atomic; };
    const std::int64_t selected = m_workspace.selection().tile;
    if (selected >= 0 && fits(plan->tiles[static_cast<std::size_t>(selected)]))
        return;
    for (std::size_t i = 0; i < plan->tiles.size(); ++i)
        if (fits(plan->tiles[i]))
            return m_workspace.selectTile(static_cast<std::int64_t>(i));
}

void KernelPage::save()
{
    const auto source = m_workspace.source();
    if (!source)
        return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the kernel"), QStringLiteral("kernel.cu"), tr("CUDA C++ (*.cu)"));
    if (path.isEmpty())
        return;
    try {
        writeText(path.toStdString(), source->text.toStdString());
        Q_EMIT m_workspace.message(tr("Saved the kernel as %1").arg(path));
    } catch (...) {
        Q_EMIT m_workspace.failed(failureOf(QStringLiteral("save"), tr("Saving the kernel"), std::current_exception()));
    }
}

void KernelPage::setIcons()
{
    const QColor color = colorsOf(*this).text;
    m_copy->setIcon(lineIcon(QStringLiteral("copy"), color));
    m_save->setIcon(lineIcon(QStringLiteral("save"), color));
}

void KernelPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
