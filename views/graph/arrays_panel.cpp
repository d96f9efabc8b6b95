#include "views/graph/arrays_panel.h"

#include "engine/plan/packed.h"
#include "views/graph/function_plot.h"
#include "views/graph/offer_menu.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

using graph::Array;

// CSR position of an element of the matrix; -1: there is no non-zero.
std::int64_t positionOf(const Matrix& matrix, const raster::Element& element)
{
    if (element.row < 0 || element.row >= matrix.rows())
        return -1;
    const auto columns = matrix.row(element.row);
    const auto found = std::lower_bound(columns.begin(), columns.end(), element.col);
    return found != columns.end() && *found == element.col
               ? matrix.rowPtr()[static_cast<std::size_t>(element.row)] + (found - columns.begin())
               : -1;
}

raster::Element elementAt(const Matrix& matrix, std::int64_t position)
{
    const auto rows = matrix.rowPtr();
    const auto row = std::upper_bound(rows.begin(), rows.end(), position) - rows.begin() - 1;
    return {row, matrix.colIdx()[static_cast<std::size_t>(position)]};
}

QString elementsText(std::int64_t n)
{
    return countOf(n, ArraysPanel::tr("element"), ArraysPanel::tr("elements"));
}

QString kernelText(const graph::KernelArray& array)
{
    const std::int64_t bytes = graph::bytesOf(array.function);
    return ArraysPanel::tr("kernel: %1, %2")
        .arg(QString::fromStdString(graph::label(array.function)),
             bytes == 0 ? ArraysPanel::tr("not read") : bytesText(static_cast<double>(bytes)));
}

} // namespace

ArraysPanel::ArraysPanel(GraphDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_view(new ArraysView(this)), m_plot(new FunctionPlot(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setSpacing(space::inside);
    column->addLayout(top);
    m_title = new QLabel(this);
    m_title->setProperty("role", QStringLiteral("title"));
    top->addWidget(m_title, 1);
    m_branch = new QComboBox(this);
    m_branch->setAccessibleName(tr("Branch"));
    connect(m_branch, &QComboBox::activated, this, &ArraysPanel::refreshArrays);
    top->addWidget(m_branch);
    const auto label = [&] {
        auto* made = new QLabel(this);
        made->setProperty("role", QStringLiteral("secondary"));
        made->setWordWrap(true);
        column->addWidget(made);
        return made;
    };
    m_facts = label();
    m_marked = label();
    column->addWidget(m_view, 1);
    column->addWidget(m_plot);
    m_plot->hide();
    connect(m_view, &ArraysView::currentChanged, this, &ArraysPanel::refreshPlot);
    connect(m_view, &ArraysView::chosen, this, &ArraysPanel::pick);
    connect(&m_document, &GraphDocument::statesChanged, this, &ArraysPanel::refresh);
    connect(&m_document, &GraphDocument::selectedChanged, this, &ArraysPanel::refresh);
    listen(m_document.workspace().attention(), Attention::PickChanged, this, &ArraysPanel::mark);
    refresh();
}

void ArraysPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

bool ArraysPanel::event(QEvent* event)
{
    return undoByKey(*event, m_document) || QWidget::event(event);
}

const graph::KernelBranch* ArraysPanel::kernelOf(std::size_t branch) const
{
    if (!m_kernel || m_kernelOf != m_document.workspace().attention().plan() || !m_document.planned())
        return nullptr;
    const std::vector<graph::KernelBranch>& all = m_kernel->branches;
    const auto found = std::find_if(all.begin(), all.end(), [&](const graph::KernelBranch& one) {
        return one.level == static_cast<int>(branch) + 1;
    });
    return found == all.end() ? nullptr : &*found;
}

// What the kernel stores, once the graph is planned.
void ArraysPanel::askForFunctions()
{
    const PlanPtr plan = m_document.workspace().attention().plan();
    const GraphStatesPtr states = m_document.states();
    if (!isVisible() || !states || !states->whole || !m_document.planned() || m_kernelOf == plan ||
        !graph::hasKernelGraph(*plan))
        return;
    m_kernelOf = plan;
    m_kernel.reset();
    m_document.workspace().jobs().start(
        Lane::GraphFunctions, tr("Finding functions of arrays"),
        [states, op = plan->op, compression = graph::compressionOf(*plan)](Progress& progress) {
            return packForKernel(states->applied, *states->matrix, op, compression, progress).graph;
        },
        [panel = QPointer(this), plan](const std::shared_ptr<const graph::KernelGraph>& found) {
            if (!panel || panel->m_kernelOf != plan)
                return;
            panel->m_kernel = found;
            panel->refreshArrays();
        });
}

void ArraysPanel::refresh()
{
    if (!isVisible())
        return; // when it is shown
    const GraphStatesPtr states = m_document.states();
    const graph::Node* node = graph::findNode(m_document.graph(), m_document.selected());
    m_at.clear();
    if (states)
        for (std::size_t b = 0; b < states->applied.branches.size(); ++b) {
            const std::vector<graph::State>& all = states->applied.branches[b].states;
            for (std::size_t s = 1; s < all.size(); ++s)
                if (all[s].pointer == m_document.selected())
                    m_at.push_back({b, s});
        }
    const QSignalBlocker quiet(m_branch);
    const int was = m_branch->currentIndex();
    m_branch->clear();
    for (const At& at : m_at)
        m_branch->addItem(tr("branch %1").arg(at.branch + 1));
    m_branch->setCurrentIndex(std::clamp(was, 0, std::max(m_branch->count() - 1, 0)));
    m_branch->setVisible(m_at.size() > 1);
    m_title->setText(node ? tr("After %1").arg(QString::fromStdString(node->kind->name)) : QString());
    askForFunctions();
    refreshArrays();
}

std::vector<ShownArray> ArraysPanel::shownArrays(const GraphStates& states, At at) const
{
    const std::vector<graph::State>& all = states.applied.branches[at.branch].states;
    const graph::Metadata &now = *all[at.state].metadata, &before = *all[at.state - 1].metadata;
    const bool last = at.state + 1 == all.size();
    const graph::KernelBranch* kernel = last ? kernelOf(at.branch) : nullptr;
    const auto stored = [&](const QString& name) -> std::shared_ptr<const graph::KernelArray> {
        if (kernel)
            for (const graph::KernelArray& array : kernel->arrays)
                if (QString::fromStdString(array.name) == name)
                    return {m_kernel, &array};
        return nullptr;
    };
    std::vector<ShownArray> arrays;
    for (std::size_t i = 0; i < graph::arrayCount; ++i) {
        const auto array = static_cast<Array>(i);
        if (!now.has(array))
            continue;
        ShownArray shown{.name = QString::fromLatin1(graph::name(array)), .array = array, .now = now.shared(array)};
        shown.changed = now.shared(array) != before.shared(array);
        if (shown.changed && before.has(array))
            shown.before = before.shared(array);
        for (const graph::Numbers* numbers : {shown.now.get(), shown.before.get()})
            if (const auto found = states.digits.find(numbers); found != states.digits.end())
                shown.digits = std::max(shown.digits, found->second);
        shown.kernel = stored(shown.name);
        QStringList note = {elementsText(shown.size())};
        if (shown.changed)
            note << (!shown.before ? tr("new")
                     : shown.before->size() == shown.now->size()
                         ? tr("changed, old below")
                         : tr("changed, %1 old below").arg(countText(std::ssize(*shown.before))));
        if (shown.kernel)
            note.push_front(kernelText(*shown.kernel)); // what is looked for in the last state
        else if (kernel)
            note << tr("not in the kernel");
        shown.note = note.join(QStringLiteral(" · "));
        arrays.push_back(std::move(shown));
    }
    std::stable_partition(arrays.begin(), arrays.end(), [](const ShownArray& a) { return a.changed; });
    if (!kernel)
        return arrays;
    // What the kernel stores stands before what it does not, and behind it what the metadata do not have by this name.
    std::stable_partition(arrays.begin(), arrays.end(), [](const ShownArray& a) { return a.kernel != nullptr; });
    for (const graph::KernelArray& array : kernel->arrays) {
        const QString name = QString::fromStdString(array.name);
        if (std::any_of(arrays.begin(), arrays.end(), [&](const ShownArray& a) { return a.name == name; }))
            continue;
        ShownArray shown{.name = name, .array = {}, .kernel = {m_kernel, &array}};
        shown.note = kernelText(array) + QStringLiteral(" · ") + elementsText(shown.size());
        shown.digits = 7;
        arrays.push_back(std::move(shown));
    }
    return arrays;
}

void ArraysPanel::refreshArrays()
{
    m_states = m_document.states();
    if (!m_states || m_at.empty()) {
        m_facts->setText(m_document.problem() ? tr("Nothing is known behind a node whose needs are not met.")
                         : !m_document.workspace().document().matrix() ? tr("Open a matrix to see its arrays.")
                         : !m_states                                   ? tr("Applying the graph…")
                                                                       : tr("No branch takes anything here."));
        m_marked->hide();
        m_view->setArrays({});
        return;
    }
    const At at = m_at[static_cast<std::size_t>(std::max(m_branch->currentIndex(), 0))];
    const graph::Metadata& m = *m_states->applied.branches[at.branch].states[at.state].metadata;
    QString facts = tr("%1, %2 in %3")
                        .arg(countOf(m.rows, tr("row"), tr("rows")), countOf(m.nnz, tr("non-zero"), tr("non-zeros")),
                             countOf(m.places, tr("place"), tr("places")));
    if (m.bmtbs() > 0)
        facts += tr("; %1").arg(countOf(m.bmtbs(), tr("BMTB"), tr("BMTBs")));
    if (m.bmts() > 0)
        facts += tr(", %1").arg(countOf(m.bmts(), tr("BMT"), tr("BMTs")));
    if (const graph::KernelBranch* kernel = kernelOf(at.branch);
        kernel && at.state + 1 == m_states->applied.branches[at.branch].states.size())
        facts += tr(". The kernel stores %1 in all").arg(bytesText(static_cast<double>(m_kernel->bytes())));
    if (!m_states->whole)
        facts += tr(". The matrix is large: arrays are those of its first %1 alone")
                     .arg(countOf(m_states->matrix->rows(), tr("row"), tr("rows")));
    m_facts->setText(facts + QLatin1Char('.'));
    m_view->setArrays(shownArrays(*m_states, at));
    mark();
}

// The picked element, in every array that mentions it.
void ArraysPanel::mark()
{
    if (!isVisible() || !m_states || m_at.empty())
        return;
    const auto& element = m_document.workspace().attention().pick();
    const std::int64_t position = element ? positionOf(*m_states->matrix, *element) : -1;
    m_marked->setVisible(element.has_value());
    if (!element)
        return m_view->setMarks({});
    const QString where = tr("row %1, column %2").arg(countText(element->row), countText(element->col));
    if (position < 0) {
        m_marked->setText(tr("Picked: %1, where no non-zero is.").arg(where));
        return m_view->setMarks({});
    }
    const At at = m_at[static_cast<std::size_t>(std::max(m_branch->currentIndex(), 0))];
    const graph::MetadataPtr metadata = m_states->applied.branches[at.branch].states[at.state].metadata;
    m_document.workspace().jobs().start(
        Lane::GraphMarks, tr("Finding a place"),
        [metadata, position](Progress&) { return graph::mentionsOf(*metadata, position); },
        [panel = QPointer(this), metadata, where, states = m_states,
         position](const std::vector<graph::Mention>& mentions) {
            if (!panel || panel->m_states != states)
                return;
            panel->m_view->setMarks(mentions);
            panel->m_marked->setText(mentions.empty()
                                         ? tr("Picked: %1, a non-zero of another branch.").arg(where)
                                         : tr("Picked: %1, entry %2, marked in every array that mentions it.")
                                               .arg(where, countText(position)));
        });
}

// An entry is a non-zero of the matrix.
void ArraysPanel::pick(int array, qint64 element)
{
    const ShownArray& a = m_view->arrays()[static_cast<std::size_t>(array)];
    if (a.array != Array::Entries || !a.now)
        return;
    const std::int32_t position = (*a.now)[static_cast<std::size_t>(element)];
    if (position >= 0)
        m_document.workspace().attention().setPick(elementAt(*m_states->matrix, position));
}

void ArraysPanel::refreshPlot()
{
    const int current = m_view->current();
    m_plot->setVisible(current >= 0 && m_plot->show(m_view->arrays()[static_cast<std::size_t>(current)]));
}

} // namespace sparsescope
