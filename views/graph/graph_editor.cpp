#include "views/graph/graph_editor.h"

#include "engine/search/alphasparse/seeds.h"
#include "views/graph/graph_document.h"
#include "views/graph/node_card.h"
#include "views/graph/offer_menu.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

using graph::Chain;
using graph::Slot;
using graph::Stage;

constexpr int columnWidth = 264; // at least
constexpr int headingOfMapping = graph::deepestCut + 2, headingOfImplementing = headingOfMapping + 2;

int leavesOf(const Chain& nodes)
{
    if (nodes.back().branches.empty())
        return 1;
    int leaves = 0;
    for (const Chain& branch : nodes.back().branches)
        leaves += leavesOf(branch);
    return leaves;
}

QString stageText(Stage stage)
{
    static const std::array texts = {GraphEditor::tr("Converting: which rows and columns, in which order"),
                                     GraphEditor::tr("Mapping: what a thread block, a warp, a thread takes"),
                                     GraphEditor::tr("Implementing: how results are added")};
    return texts[static_cast<std::size_t>(stage)];
}

QString addText(Stage stage)
{
    static const std::array texts = {GraphEditor::tr("+ converting"), GraphEditor::tr("+ mapping"),
                                     GraphEditor::tr("+ implementing")};
    return texts[static_cast<std::size_t>(stage)];
}

// How what the reductions before it leave reaches this one; empty: it is none.
QString adapterText(const Chain& leaf, const graph::NodeKind& kind)
{
    const std::array adapters = graph::adapters(graph::reductionsOf(leaf));
    if (kind.slot != Slot::Warp && kind.slot != Slot::Shared && kind.slot != Slot::Global)
        return {};
    const auto i = kind.slot == Slot::Warp ? 0u : kind.slot == Slot::Shared ? 1u : 2u;
    return QStringLiteral("↓ ") + QString::fromStdString(graph::text(adapters[i]));
}

// No column is as wide as what is said of it.
QLabel* secondary(const QString& text, QWidget* parent)
{
    auto* label = new ElidedLabel(Qt::ElideRight, parent);
    label->setText(text);
    label->setProperty("role", QStringLiteral("secondary"));
    return label;
}

} // namespace

GraphEditor::GraphEditor(GraphDocument& document, QWidget* parent) : QWidget(parent), m_document(document)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* bar = new FlowLayout(4);
    column->addLayout(bar);
    const auto button = [&](const QString& text, const QString& tip, auto what) {
        auto* b = new QToolButton(this);
        b->setText(text);
        b->setToolTip(tip);
        b->setProperty("framed", true);
        connect(b, &QToolButton::clicked, this, what);
        bar->addWidget(b);
        return b;
    };
    QToolButton* begin = nullptr;
    begin = button(tr("Graph…"), tr("Graphs to begin with; open, save, copy"), [this] {
        auto* sender = static_cast<QWidget*>(QObject::sender());
        popUp(*this, sender->mapToGlobal(QPoint(0, sender->height())), [this](QMenu& menu) { fillGraphMenu(menu); });
    });
    begin->setObjectName(QStringLiteral("graphMenu"));
    m_undo = button(tr("Undo"), {}, [this] { m_document.undo(); });
    m_redo = button(tr("Redo"), {}, [this] { m_document.redo(); });
    m_state = new QLabel(this);
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("The graph's plan"));
    m_otherOperator = new QPushButton(tr("Use SpMV"), this);
    m_otherOperator->setToolTip(tr("Graphs compute a matrix times a vector"));
    connect(m_otherOperator, &QPushButton::clicked, this, [this] {
        Setup& setup = m_document.workspace().setup();
        if (const auto kind = m_document.otherOperator())
            setup.setOperator(setup.with(*kind));
        m_document.plan();
    });
    bar->addWidget(m_otherOperator);
    column->addWidget(m_state);
    m_content = new QWidget(this);
    m_area = new Scroller(m_content, this);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_area->setAccessibleName(tr("The graph"));
    column->addWidget(m_area, 1);
    connect(&m_document, &GraphDocument::changed, this, &GraphEditor::refresh);
    connect(&m_document, &GraphDocument::selectedChanged, this, [this] {
        refresh();
        // Once new cards have their places: until then there is no more to scroll than before.
        QTimer::singleShot(0, this, [this] { look(card(m_document.selected())); });
    });
    connect(&m_document, &GraphDocument::statesChanged, this, &GraphEditor::refresh);
    connect(&m_document.workspace().jobs(), &Jobs::changed, this, &GraphEditor::showState);
    refresh();
}

// Cards with the same fields at the same places.
std::string GraphEditor::shape() const
{
    std::string shape;
    for (const graph::ChainPlace& chain : graph::chainsOf(m_document.graph())) {
        shape += chain.pointer + ":";
        for (const graph::Node& node : *chain.nodes)
            shape += " " + NodeCard::shapeOf(node);
        shape += "\n";
    }
    return shape;
}

void GraphEditor::rebuild()
{
    const QWidget* focus = QApplication::focusWidget();
    const bool focused = focus && m_content->isAncestorOf(focus);
    // Who is just heard is deleted later; until then nothing of the old graph is told any more.
    for (NodeCard* card : std::exchange(m_cards, {}))
        card->retire();
    if (focused)
        setFocus(Qt::OtherFocusReason);
    const QList<QWidget*> old = m_content->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    for (QWidget* gone : old) {
        gone->hide();
        gone->deleteLater();
    }
    delete m_content->layout();
    m_branches.clear();
    m_grid = new QGridLayout(m_content);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(space::inside);
    m_grid->setVerticalSpacing(2);
    const int columns = leavesOf(m_document.graph().nodes());
    int row = 0;
    for (const Stage stage : {Stage::Converting, Stage::Mapping, Stage::Implementing}) {
        QLabel* heading = secondary(stageText(stage), m_content);
        m_grid->addWidget(heading, row, 0, 1, columns);
        row = stage == Stage::Converting ? headingOfMapping : headingOfImplementing;
    }
    for (int column = 0; column < columns; ++column) {
        m_grid->setColumnMinimumWidth(column, columnWidth);
        m_grid->setColumnStretch(column, 1);
    }
    m_grid->setRowStretch(headingOfImplementing + 2, 1);
    addChain("/nodes", m_document.graph().nodes(), 0, 0);
    for (QWidget* made : m_content->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (!old.contains(made))
            made->setVisible(true); // else Qt counts them only after this event
    if (focused)
        if (NodeCard* now = card(m_document.selected()))
            now->setFocus(Qt::OtherFocusReason);
}

QVBoxLayout* GraphEditor::addCell(int row, int column, int columns)
{
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    m_grid->addLayout(cell, row, column, 1, columns);
    return cell;
}

void GraphEditor::addChain(const std::string& pointer, const Chain& nodes, int depth, int column)
{
    const int leaves = leavesOf(nodes);
    QVBoxLayout* converting = addCell(1 + depth, column, leaves);
    if (depth > 0) {
        QLabel* label = secondary({}, m_content);
        m_branches.emplace_back(label, pointer);
        converting->addWidget(label);
    }
    addCards(*converting, pointer, nodes, Stage::Converting);
    converting->addStretch();
    if (const graph::Node& last = nodes.back(); !last.branches.empty()) {
        const std::string cut = pointer + "/" + std::to_string(nodes.size() - 1);
        for (std::size_t i = 0; i < last.branches.size(); ++i) {
            addChain(last.each ? cut + "/each" : cut + "/branches/" + std::to_string(i), last.branches[i], depth + 1,
                     column);
            column += leavesOf(last.branches[i]);
        }
        return;
    }
    for (const Stage stage : {Stage::Mapping, Stage::Implementing}) {
        QVBoxLayout* cell =
            addCell(stage == Stage::Mapping ? headingOfMapping + 1 : headingOfImplementing + 1, column, 1);
        addCards(*cell, pointer, nodes, stage);
        cell->addStretch();
    }
}

void GraphEditor::addCards(QVBoxLayout& cell, const std::string& chain, const Chain& nodes, Stage stage)
{
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (graph::stageOf(nodes[i].kind->slot) != stage)
            continue;
        if (const QString adapter = adapterText(nodes, *nodes[i].kind); !adapter.isEmpty()) {
            QLabel* label = secondary(adapter, m_content);
            label->setToolTip(tr("The adapter: how what the reduction before leaves reaches the next one"));
            label->setContentsMargins(space::between, 0, 0, 0);
            cell.addWidget(label);
        }
        auto* made = new NodeCard(m_document, chain + "/" + std::to_string(i), m_content);
        m_cards.push_back(made);
        cell.addWidget(made);
    }
    auto* add = new QToolButton(m_content);
    add->setText(addText(stage));
    add->setToolTip(tr("What may be added here (Insert)"));
    add->setObjectName(QString::fromStdString("add " + chain + " " + std::to_string(static_cast<int>(stage))));
    add->setFocusPolicy(Qt::TabFocus);
    connect(add, &QToolButton::clicked, this, [this, add, chain, stage] {
        popUp(*this, add->mapToGlobal(QPoint(0, add->height())), [&](QMenu& menu) { fillOffers(menu, chain, stage); });
    });
    cell.addWidget(add, 0, Qt::AlignLeft);
}

void GraphEditor::fillOffers(QMenu& menu, const std::string& chain, std::optional<Stage> stage)
{
    std::vector<graph::Offer> offers = graph::offersOf(m_document.graph(), chain);
    std::erase_if(offers, [&](const graph::Offer& offer) {
        return (stage && graph::stageOf(offer.kind->slot) != *stage) ||
               offer.whyNot == "stands there already"; // its card says it
    });
    const auto putIn = [chain](const graph::Graph& graph, const graph::NodeKind& kind) {
        return graph::addNode(graph, chain, kind);
    };
    std::vector<graph::Offer> added, instead;
    for (const graph::Offer& offer : offers)
        (offer.insteadOf.empty() ? added : instead).push_back(offer);
    OfferedChanges changes;
    addOffers(menu, added, m_document, putIn, changes);
    if (!instead.empty())
        addHeading(menu, tr("Instead of what stands there:"));
    addOffers(menu, instead, m_document, putIn, changes);
    greyWhatMatrixRefuses(menu, m_document, changes);
}

void GraphEditor::fillGraphMenu(QMenu& menu)
{
    GraphDocument* document = &m_document;
    addHeading(menu, tr("Begin with:"));
    const DataType type = document->workspace().setup().op().dtype;
    for (const alphasparse::Seed& seed : alphasparse::seeds(type)) {
        const QString name = QString::fromStdString(seed.name);
        connect(menu.addAction(name), &QAction::triggered, document,
                [document, graph = seed.graph, name] { document->replace(graph, tr("begin with %1").arg(name)); });
    }
    menu.addSeparator();
    const auto add = [&](const QString& text, auto what) {
        connect(menu.addAction(text), &QAction::triggered, document, what);
    };
    QWidget* window = this;
    add(tr("Open a graph…"), [document, window] {
        const QString path = QFileDialog::getOpenFileName(window, tr("Open a graph"), document->path(),
                                                          tr("Graphs (*.json);;All files (*)"));
        if (!path.isEmpty())
            document->open(path);
    });
    add(tr("Save the graph as…"), [document, window] {
        const QString path = QFileDialog::getSaveFileName(
            window, tr("Save the graph"), document->path().isEmpty() ? QStringLiteral("graph.json") : document->path(),
            tr("Graphs (*.json)"));
        if (!path.isEmpty())
            document->save(path);
    });
    add(tr("Copy the graph as JSON"), [document] { QApplication::clipboard()->setText(document->text()); });
    add(tr("Paste a graph"), [document] { document->setText(QApplication::clipboard()->text(), tr("paste a graph")); });
}

NodeCard* GraphEditor::card(const std::string& node) const
{
    const auto found =
        std::find_if(m_cards.begin(), m_cards.end(), [&](const NodeCard* card) { return card->node() == node; });
    return found == m_cards.end() ? nullptr : *found;
}

void GraphEditor::refresh()
{
    if (std::string now = shape(); now != m_shape) {
        m_shape = std::move(now);
        rebuild();
    } else {
        for (NodeCard* card : m_cards)
            card->refresh();
    }
    for (std::size_t i = 0; i < m_branches.size(); ++i)
        m_branches[i].first->setText(branchText(m_branches[i].second, i + 1));
    const graph::EditedGraph& edited = m_document.edited();
    m_undo->setEnabled(edited.canUndo());
    m_redo->setEnabled(edited.canRedo());
    m_undo->setToolTip(edited.canUndo() ? tr("Take back: %1 (Ctrl+Z)").arg(QString::fromStdString(edited.undoText()))
                                        : tr("Nothing to take back"));
    m_redo->setToolTip(edited.canRedo() ? tr("Again: %1 (Ctrl+Y)").arg(QString::fromStdString(edited.redoText()))
                                        : tr("Nothing to do again"));
    showState();
}

QString GraphEditor::branchText(const std::string& chain, std::size_t number) const
{
    const GraphStatesPtr states = m_document.states();
    if (!states)
        return tr("Branch %1").arg(number);
    std::int64_t rows = 0, nnz = 0;
    for (const graph::Branch& branch : states->applied.branches)
        if (branch.pointer == chain || branch.pointer.starts_with(chain + "/")) {
            rows += branch.metadata().rows;
            nnz += branch.metadata().nnz;
        }
    if (nnz == 0)
        return tr("Branch %1: takes nothing of this matrix").arg(number);
    return tr("Branch %1: %2, %3")
        .arg(number)
        .arg(countOf(rows, tr("row"), tr("rows")), countOf(nnz, tr("non-zero"), tr("non-zeros")));
}

void GraphEditor::showState()
{
    const QString why = m_document.whyNoPlan();
    const auto& problem = m_document.problem();
    QString text;
    if (!why.isEmpty())
        text = m_document.workspace().document().matrix() ? tr("Not planned: %1.").arg(why) : why;
    else if (problem)
        text = problem->node.empty() ? problem->reason
                                     : tr("Not planned: the matrix does not meet what a node needs, marked below. "
                                          "The last good plan stays.");
    else if (m_document.planning())
        text = tr("Planning…");
    else if (m_document.planned())
        text = tr("The shown plan is of this graph: predicted %1.")
                   .arg(durationText(m_document.workspace().attention().plan()->predictedNs));
    else
        text = tr("Not planned yet: change it, or press Search.");
    if (text != m_state->text())
        m_state->setText(text);
    const char* role = problem ? "bad" : "secondary";
    if (m_state->property("role").toString() != QLatin1String(role)) {
        m_state->setProperty("role", QString::fromLatin1(role));
        m_state->style()->unpolish(m_state);
        m_state->style()->polish(m_state);
    }
    m_otherOperator->setVisible(m_document.workspace().document().matrix() && m_document.otherOperator());
}

// Brings a card into view.
void GraphEditor::look(NodeCard* card)
{
    if (!card)
        return;
    // One of a cut may be wider than the room for it: where it begins.
    const QRect place = card->geometry();
    const QRect begin(place.topLeft(), QSize(std::min(place.width(), columnWidth), place.height()));
    m_area->ensureVisible(begin.right(), begin.bottom(), space::inside, space::between);
    m_area->ensureVisible(begin.left(), begin.top(), space::inside, space::between);
}

bool GraphEditor::event(QEvent* event)
{
    return (event->type() == QEvent::ShortcutOverride && undoByKey(*event, m_document)) || QWidget::event(event);
}

void GraphEditor::focusInEvent(QFocusEvent*)
{
    if (NodeCard* now = card(m_document.selected()))
        now->setFocus(Qt::OtherFocusReason);
}

void GraphEditor::keyPressEvent(QKeyEvent* event)
{
    if (undoByKey(*event, m_document))
        return;
    NodeCard* now = card(m_document.selected());
    const std::string node = m_document.selected();
    const bool alt = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int by = event->key() == Qt::Key_Up ? -1 : 1;
        if (!alt)
            return go(0, by);
        return m_document.change([&](const graph::Graph& graph) { return graph::moveNode(graph, node, by); });
    }
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!alt)
            return go(event->key() == Qt::Key_Left ? -1 : 1, 0);
        break;
    case Qt::Key_Delete:
        return m_document.change([&](const graph::Graph& graph) { return graph::removeNode(graph, node); });
    case Qt::Key_Insert:
        if (now)
            popUp(*this, now->mapToGlobal(QPoint(0, now->height())),
                  [&](QMenu& menu) { fillOffers(menu, node.substr(0, node.rfind('/')), std::nullopt); });
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (now && now->hasFocus())
            return alt ? now->showMenu() : now->enterFields();
        if (now)
            now->setFocus(); // back from its fields
        return;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

// To the next card in this direction.
void GraphEditor::go(int dx, int dy)
{
    const NodeCard* from = card(m_document.selected());
    if (!from)
        return;
    NodeCard* best = nullptr;
    int least = std::numeric_limits<int>::max();
    const QRect here = from->geometry();
    for (NodeCard* to : m_cards) {
        const QRect there = to->geometry();
        const bool overlaps = there.left() <= here.right() && here.left() <= there.right();
        const int ahead = dy != 0 ? dy * (there.top() - here.top()) : dx * (there.left() - here.left());
        if (to == from || ahead <= 0 || (dy != 0 && !overlaps))
            continue;
        const int distance = dy != 0 ? ahead * 1000 + std::abs(there.left() - here.left())
                                     : ahead * 10 + std::abs(there.center().y() - here.center().y());
        if (distance < least) {
            least = distance;
            best = to;
        }
    }
    if (best)
        best->setFocus(Qt::ShortcutFocusReason);
}

} // namespace sparsescope
