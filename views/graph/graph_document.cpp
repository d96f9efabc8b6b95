#include "views/graph/graph_document.h"

#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/search/alphasparse/seeds.h"
#include "engine/search/estimate.h"
#include "engine/search/planner.h"
#include "views/parts/numbers.h"

#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

using graph::Graph;
using nlohmann::json;

constexpr const char* option = "graph"; // of the planner, and its plans' figure
const QString plannerName = QStringLiteral("graph");

// Where a matrix has more non-zeros, arrays are those of its first rows.
constexpr std::int64_t mostNonZeros = 1 << 23;

GraphDocument::Problem problemOf(const Error& error)
{
    return {graph::nodeOf(error.where().call), QString::fromStdString(error.reason())};
}

MatrixPtr firstRows(const MatrixPtr& matrix)
{
    if (matrix->nnz() <= mostNonZeros)
        return matrix;
    const auto ends = matrix->rowPtr();
    const std::int64_t rows = std::upper_bound(ends.begin(), ends.end(), mostNonZeros) - ends.begin() - 1;
    return std::make_shared<const Matrix>(rowsOf(*matrix, {.rows = {{0, rows}}}));
}

int digitsOf(const graph::Numbers& numbers)
{
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    return numbers.empty() ? 1
                           : static_cast<int>(std::max(std::to_string(*least).size(), std::to_string(*most).size()));
}

void countDigits(GraphStates& states, const Progress& progress)
{
    for (const graph::Branch& branch : states.applied.branches)
        for (const graph::State& state : branch.states)
            for (std::size_t i = 0; i < graph::arrayCount; ++i)
                if (const graph::NumbersPtr& numbers = state.metadata->shared(static_cast<graph::Array>(i));
                    numbers && !states.digits.contains(numbers.get())) {
                    progress.check();
                    states.digits[numbers.get()] = digitsOf(*numbers);
                }
}

} // namespace

GraphDocument::GraphDocument(Workspace& workspace, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_edited(alphasparse::seeds(DataType::Float32).front().graph)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(200);
    connect(&m_soon, &QTimer::timeout, this, &GraphDocument::look);
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] {
        m_own.reset();
        m_problem.reset();
        m_plansNext = false;
        m_states.reset();
        Q_EMIT statesChanged();
        lookSoon();
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &GraphDocument::hearPlan);
    listen(m_workspace.setup(), Setup::SearchChanged, this, [this] {
        if (!(limits() == m_limits)) { // another type of values, or more padding
            m_states.reset();
            m_problem.reset();
            lookSoon();
        }
        Q_EMIT statesChanged();
    });
    listen(m_workspace.attention(), Attention::NodeChanged, this, &GraphDocument::followNode);
    connect(this, &GraphDocument::statesChanged, this, &GraphDocument::followNode);
    connect(&m_workspace.jobs(), &Jobs::failed, this, &GraphDocument::hearFailure);
    connect(&m_workspace.jobs(), &Jobs::cancelled, this, [this](const JobStatus& job) {
        if (job.lane == Lane::Search)
            m_asked.clear();
    });
}

void GraphDocument::select(const std::string& node)
{
    if (node == m_selected || !graph::findNode(graph(), node))
        return;
    m_selected = node;
    Q_EMIT selectedChanged();
    pick();
}

void GraphDocument::pick()
{
    m_nodeIsOurs = true;
    followNode();
}

// What was picked here last is told, once it is known in which branches of the shown plan it is; what was picked
// elsewhere is looked at here.
void GraphDocument::followNode()
{
    if (!planned())
        return;
    Attention& attention = m_workspace.attention();
    const auto& picked = attention.node();
    const graph::Node& now = *graph::findNode(graph(), m_selected);
    if (m_nodeIsOurs) {
        if (!m_states)
            return;
        m_nodeIsOurs = false;
        return attention.setNode(PickedNode{now.kind->name, levelsOf(m_selected)});
    }
    if (!picked || (!m_states && !picked->levels.empty()))
        return;
    const std::vector<std::int32_t> levels = levelsOf(m_selected);
    const bool here = now.kind->name == picked->kind &&
                      std::includes(levels.begin(), levels.end(), picked->levels.begin(), picked->levels.end());
    if (!here) {
        const std::string found = nodeOfKind(*picked);
        if (found.empty())
            return;
        m_selected = found;
        Q_EMIT selectedChanged();
    }
    if (m_states)
        attention.setNode(PickedNode{picked->kind, levelsOf(m_selected)});
}

// Those of the tiles of the branches that a node is in; none where no state is known.
std::vector<std::int32_t> GraphDocument::levelsOf(const std::string& node) const
{
    std::vector<std::int32_t> levels;
    if (!m_states)
        return levels;
    const std::vector<graph::Branch>& branches = m_states->applied.branches;
    for (std::size_t b = 0; b < branches.size(); ++b)
        if (std::any_of(branches[b].states.begin(), branches[b].states.end(),
                        [&](const graph::State& state) { return state.pointer == node; }))
            levels.push_back(static_cast<std::int32_t>(b) + 1);
    return levels;
}

// The first such node, of these branches where any are named; empty: there is none.
std::string GraphDocument::nodeOfKind(const PickedNode& picked) const
{
    for (const graph::ChainPlace& chain : graph::chainsOf(graph()))
        for (std::size_t i = 0; i < chain.nodes->size(); ++i) {
            if ((*chain.nodes)[i].kind->name != picked.kind)
                continue;
            const std::string node = chain.pointer + "/" + std::to_string(i);
            const std::vector<std::int32_t> levels = levelsOf(node);
            if (std::includes(levels.begin(), levels.end(), picked.levels.begin(), picked.levels.end()))
                return node;
        }
    return {};
}

void GraphDocument::change(const Change& change)
{
    try {
        m_edited.apply(change(graph()));
        became();
    } catch (const Error& error) {
        Q_EMIT m_workspace.operations().message(tr("Not changed: %1").arg(QString::fromUtf8(error.what())));
        Q_EMIT changed(); // fields show again what is
    }
}

void GraphDocument::replace(const Graph& graph, const QString& what)
{
    m_edited.apply({what.toStdString(), graph, {}, {}});
    became();
}

void GraphDocument::undo()
{
    if (!m_edited.canUndo())
        return;
    m_edited.undo();
    became();
}

void GraphDocument::redo()
{
    if (!m_edited.canRedo())
        return;
    m_edited.redo();
    became();
}

// The graph is another one: its metadata and its plan are made anew.
void GraphDocument::became()
{
    m_states.reset();
    m_problem.reset();
    m_plansNext = true;
    m_nodeIsOurs = true;
    if (graph::findNode(graph(), m_edited.node()))
        m_selected = m_edited.node();
    while (!graph::findNode(graph(), m_selected)) {
        const std::string above = graph::nodeOf(m_selected.substr(0, m_selected.rfind('/')));
        m_selected = above.empty() ? "/nodes/0" : above;
    }
    Q_EMIT changed();
    Q_EMIT selectedChanged();
    Q_EMIT statesChanged();
    lookSoon();
}

void GraphDocument::setShown(bool shown)
{
    m_shown = shown;
    lookSoon();
}

void GraphDocument::lookSoon()
{
    if (m_workspace.document().matrix() && (m_shown || m_plansNext) && !m_states)
        m_soon.start();
}

graph::Limits GraphDocument::limits() const
{
    graph::Limits limits{.sumBytes = sumBytesOf(m_workspace.setup().op().dtype)};
    const json& options = m_workspace.setup().plannerOptions();
    const auto padding = options.find("padding");
    if (m_workspace.setup().plannerName() == plannerName && padding != options.end() && padding->is_number())
        limits.padding = padding->get<double>();
    return limits;
}

void GraphDocument::look()
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    if (!matrix || !(m_shown || m_plansNext))
        return;
    struct Looked {
        GraphStatesPtr states;
        std::optional<Problem> problem;
    };
    m_limits = limits();
    m_workspace.jobs().start(
        Lane::GraphStates, tr("Applying the graph"),
        [matrix, graph = graph(), limits = m_limits](Progress& progress) -> Looked {
            auto states = std::make_shared<GraphStates>();
            states->matrix = firstRows(matrix);
            states->whole = states->matrix == matrix;
            try {
                states->applied = graph::applyGraph(graph, *states->matrix, limits, graph::Keep::AllStates, progress);
                countDigits(*states, progress);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input)
                    throw;
                return {nullptr, problemOf(error)};
            }
            return {states, std::nullopt};
        },
        [document = QPointer(this), matrix, identity = graph().json().dump()](const Looked& looked) {
            if (!document || document->m_workspace.document().matrix() != matrix ||
                document->graph().json().dump() != identity)
                return;
            document->m_states = looked.states;
            document->m_problem = looked.problem;
            Q_EMIT document->statesChanged();
            if (looked.states && std::exchange(document->m_plansNext, false))
                document->plan();
        });
}

void GraphDocument::askNeeds(std::vector<graph::GraphChange> changes, const Needs& answer)
{
    if (!m_states || changes.empty())
        return;
    m_workspace.jobs().start(
        Lane::GraphNeeds, tr("Trying nodes"),
        [states = m_states, changes = std::move(changes), limits = m_limits](Progress& progress) {
            std::vector<std::string> whyNot;
            for (const graph::GraphChange& change : changes)
                whyNot.push_back(
                    graph::whyRefused(change.graph, change.node, states->applied, *states->matrix, limits, progress));
            return whyNot;
        },
        [answer](const std::vector<std::string>& whyNot) { answer(whyNot); });
}

void GraphDocument::forgetNeeds()
{
    m_workspace.jobs().forget(Lane::GraphNeeds);
}

QString GraphDocument::whyNoPlan() const
{
    if (!m_workspace.document().matrix())
        return m_workspace.operations().whyNoSearch();
    if (m_asked.empty() && m_workspace.operations().searching()) // of another planner: it would be thrown away
        return tr("wait for the end of the search that runs, or cancel it (Ctrl+.)");
    return m_workspace.setup().whyNotPlanner(plannerName);
}

std::optional<OperatorKind> GraphDocument::otherOperator() const
{
    const Planner& by = planner(plannerName.toStdString());
    if (by.plans(m_workspace.setup().op().definition()))
        return {};
    for (const OperatorKind kind : operatorKinds())
        if (by.plans(definitionOf(kind)))
            return kind;
    return {};
}

bool GraphDocument::planned() const
{
    const PlanPtr plan = m_workspace.attention().plan();
    return plan && plan->figures.contains(option) && plan->figures.at(option) == graph().json();
}

bool GraphDocument::planning() const
{
    return m_soon.isActive() || m_workspace.jobs().busy(Lane::GraphStates) ||
           (!m_asked.empty() && m_workspace.operations().searching());
}

void GraphDocument::plan()
{
    if (!whyNoPlan().isEmpty() || planned()) {
        Q_EMIT statesChanged();
        return;
    }
    m_asked = graph().json().dump();
    const Changing now = m_workspace.changing();
    json options =
        m_workspace.setup().plannerName() == plannerName ? m_workspace.setup().plannerOptions() : json(json::object());
    options[option] = m_asked;
    m_workspace.setup().setPlanner(plannerName);
    m_workspace.setup().setPlannerOptions(options);
    Q_EMIT told();
    m_workspace.operations().search();
    Q_EMIT statesChanged();
}

// A plan that was made here takes the place of the one before it; one that came from elsewhere brings its graph.
void GraphDocument::hearPlan()
{
    const PlanPtr plan = m_workspace.attention().plan();
    const PlanPtr before = std::exchange(m_last, plan);
    const auto given = plan ? plan->options.find(option) : json::const_iterator();
    const bool own = plan && plan->planner == plannerName.toStdString() && given != plan->options.end() &&
                     given->is_string() && *given == m_asked && !m_asked.empty();
    if (own) {
        const PlanPtr former = std::exchange(m_own, plan);
        m_asked.clear();
        Document& document = m_workspace.document();
        const int replaced = document.indexOf(former);
        if (former == before && former != plan && replaced >= 0 && !m_workspace.operations().measured(former)) {
            OpenPlan now = document.plans()[document.indexOf(plan)];
            now.title = document.plans()[replaced].title; // without a number that tells it from the one that goes
            document.replacePlan(plan, now);
            document.removePlan(former);
        }
    } else if (plan && plan->figures.contains(option)) {
        try { // it may have come from a file
            const Graph brought = graph::readGraph(plan->figures.at(option), {});
            if (brought.json() != graph().json()) {
                m_edited.apply({tr("show the graph of another plan").toStdString(), brought, {}, {}});
                became();
                m_plansNext = m_nodeIsOurs = false; // it is planned, and the node looked at is that of the plan before
            }
        } catch (const Error& error) {
            Q_EMIT m_workspace.operations().message(
                tr("The plan's graph is not shown: %1").arg(QString::fromUtf8(error.what())));
        }
    }
    Q_EMIT statesChanged();
}

// What only the whole matrix shows, or the planner alone.
void GraphDocument::hearFailure(const Failure& failure)
{
    if (failure.lane != Lane::Search || m_asked.empty())
        return;
    m_asked.clear();
    std::string node;
    for (const graph::ChainPlace& chain : graph::chainsOf(graph()))
        for (std::size_t i = 0; i < chain.nodes->size(); ++i)
            if (const std::string pointer = chain.pointer + "/" + std::to_string(i);
                failure.sentence.contains(QString::fromStdString(pointer + ":")))
                node = pointer;
    m_problem = Problem{node, failure.sentence};
    Q_EMIT statesChanged();
}

QString GraphDocument::text() const
{
    return QString::fromStdString(jsonText(graph().json(), 2));
}

void GraphDocument::setText(const QString& text, const QString& what)
{
    try {
        replace(graph::parseGraph(text.toStdString(), {}), what);
    } catch (const Error& error) {
        Q_EMIT m_workspace.operations().failed(
            {Lane::OpenGraph, what, tr("That is no graph: %1").arg(QString::fromUtf8(error.what())), {}, error.kind()});
    }
}

void GraphDocument::open(const QString& path)
{
    m_workspace.jobs().start(
        Lane::OpenGraph, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress&) {
            const Graph read = graph::parseGraph(readText(file), file);
            return graph::readGraph(read.json(), {}); // errors of the matrix' needs are not the file's
        },
        [document = QPointer(this), path](const Graph& graph) {
            if (!document)
                return;
            document->m_path = path;
            document->replace(graph, tr("open %1").arg(QFileInfo(path).fileName()));
        });
}

void GraphDocument::save(const QString& path)
{
    m_workspace.jobs().start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString(), json = text().toStdString() + "\n"](Progress& progress) {
            writeText(file, json, progress);
            return true;
        },
        [document = QPointer(this), path](bool) {
            if (!document)
                return;
            document->m_path = path;
            Q_EMIT document->m_workspace.operations().message(tr("Saved the graph as %1").arg(path));
        });
}

// A plan's file has a graph in it too.
bool GraphDocument::isGraph(const QString& path)
{
    constexpr std::size_t most = 1 << 20; // of a graph that can be read
    if (!path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        return false;
    const json read = jsonOrDiscarded(readStart(path.toStdString(), most));
    const auto schema = read.is_object() ? read.find("schema") : read.end();
    return schema != read.end() && *schema == "sparsescope-graph";
}

} // namespace sparsescope
