#include "views/pages/search/forest_panel.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/edit/edit.h"
#include "views/pages/search/spread_cells.h"
#include "views/pages/search/tree_walk.h"
#include "views/parts/bar_below.h"
#include "views/parts/format_name.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace sparsescope {

using namespace liteform;

namespace {

constexpr std::size_t spreadParts = 24;
constexpr int featureRow = 20, sortMark = 12; // pixels
enum FeatureColumn { NameOf, SpreadOf, ValueOf };
enum CandidateColumn { CandidateName, Expected, Votes, Estimate };

// The first columns are words, the others numbers.
QTableWidget* listOf(const QString& name, int words, const QStringList& titles)
{
    auto* table = new QTableWidget;
    setTableLook(*table);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setColumnCount(static_cast<int>(titles.size()));
    table->setHorizontalHeaderLabels(titles);
    for (int column = 0; column < titles.size(); ++column)
        table->horizontalHeaderItem(column)->setTextAlignment((column < words ? Qt::AlignLeft : Qt::AlignRight) |
                                                              Qt::AlignVCenter);
    return table;
}

QTableWidgetItem* cellOf(const QString& text, const QString& tip = {}, bool number = false)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setToolTip(tip);
    return item;
}

// A mean is the logarithm of that; below the fastest itself nothing is.
double timesOf(double mean)
{
    return std::exp(std::max(0.0, mean));
}

} // namespace

struct ForestPanel::Asked {
    std::shared_ptr<const Model> model; // null: why there is none is the problem
    AskedChoice choice;
    std::vector<FeatureSpread> spreads; // of each feature
    QString problem;
};

ForestPanel::ForestPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_verdict(new QLabel), m_note(new QLabel),
      m_features(listOf(tr("Features"), 2, {tr("Feature"), tr("Among what was learned from"), tr("Here")})),
      m_candidates(listOf(tr("Candidates"), 1, {tr("Candidate"), tr("Expected"), tr("Votes"), tr("Estimate")})),
      m_nearest(listOf(tr("Nearest matrices"), 2, {tr("Nearest matrix"), tr("Family"), tr("Distance")})),
      m_spreads(new SpreadCells(m_features)), m_walk(new TreeWalk)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    for (QLabel* label : {m_verdict, m_note}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    auto* room = new QWidget;
    auto* row = new YieldingRow(space::between, room);
    row->setContentsMargins(0, 0, 0, 0);
    m_features->setItemDelegateForColumn(SpreadOf, m_spreads);
    m_features->verticalHeader()->setDefaultSectionSize(featureRow);
    m_candidates->verticalHeader()->setDefaultSectionSize(featureRow);
    for (const int barred : {Expected, Votes})
        m_candidates->setItemDelegateForColumn(barred, new BarBelow(m_candidates));
    m_candidates->horizontalHeaderItem(Expected)->setToolTip(
        tr("Times as long as the fastest: what the estimates expect, as the trees correct it"));
    m_candidates->horizontalHeaderItem(Votes)->setToolTip(tr("Trees in which it is the fastest"));
    m_candidates->horizontalHeaderItem(Estimate)->setToolTip(
        tr("What the cost model predicts by a sample of the rows"));
    m_nearest->horizontalHeaderItem(2)->setToolTip(
        tr("In features, each in units of its deviation over what was learned from"));
    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(4);
    m_parts = makeTabBar();
    m_parts->setAccessibleName(tr("Parts of the choice"));
    auto* stack = new ShownStack;
    for (const auto& [title, part] : {std::pair(tr("Features"), static_cast<QWidget*>(m_features)),
                                      {tr("Tree"), m_walk},
                                      {tr("Nearest matrices"), m_nearest}}) {
        m_parts->addTab(title);
        stack->addWidget(part);
    }
    connect(m_parts, &QTabBar::currentChanged, stack, &QStackedWidget::setCurrentIndex);
    right->addWidget(m_parts);
    right->addWidget(stack, 1);
    m_candidates->setMinimumSize(372, 120);
    for (QWidget* part :
         {static_cast<QWidget*>(m_features), static_cast<QWidget*>(m_nearest), static_cast<QWidget*>(m_walk)})
        part->setMinimumSize(360, 120);
    row->add(m_candidates, 2);
    row->add(right, 3);
    column->addWidget(new Scroller(room, this), 1);
    connect(m_candidates, &QTableWidget::currentCellChanged, this, [this](int candidate) {
        if (candidate >= 0)
            m_walk->setCandidate(candidate);
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ForestPanel::follow);
    follow();
}

QString ForestPanel::verdict() const
{
    return m_verdict->text();
}

QString ForestPanel::note() const
{
    return m_note->text();
}

void ForestPanel::showPart(Part part)
{
    m_parts->setCurrentIndex(static_cast<int>(part));
}

void ForestPanel::setNote(const QString& text, bool bad)
{
    m_note->setText(breakable(text));
    m_note->setProperty("role", bad ? QStringLiteral("bad") : QStringLiteral("secondary"));
    m_note->style()->polish(m_note);
}

void ForestPanel::follow()
{
    const PlanPtr plan = m_workspace.attention().plan();
    const bool forests = plan && !editedByHand(*plan) && plan->figures.contains(forestFigures);
    const PlanPtr next = forests ? plan : nullptr;
    if (next == m_plan)
        return;
    const bool had = any();
    m_plan = next;
    m_told.reset();
    m_workspace.jobs().forget(Lane::ForestModel);
    for (QTableWidget* table : {m_features, m_candidates, m_nearest})
        table->setRowCount(0);
    m_walk->clear();
    if (m_plan) {
        try {
            m_told = toldChoice(m_plan->figures.at(forestFigures));
            showVerdict();
            showFeatures(nullptr);
            showCandidates();
            showNearest(nullptr);
            setNote(tr("Reading the model"), false);
            const auto given = m_plan->options.find("model");
            ask(given != m_plan->options.end() && given->is_string() ? given->get<std::string>() : m_told->model);
        } catch (const Error& error) {
            m_verdict->setText(tr("What the plan says of its choice cannot be read"));
            setNote(QString::fromStdString(error.what()), true);
        }
    }
    if (any() != had)
        Q_EMIT anyChanged();
}

void ForestPanel::ask(const std::string& model)
{
    m_workspace.jobs().start(
        Lane::ForestModel, tr("Reading the model"),
        [model, told = *m_told](Progress&) {
            Asked asked;
            try {
                auto read = std::make_shared<Model>(readModel(model));
                asked.choice = askedOf(*read, told);
                for (std::size_t f = 0; f < read->features.size(); ++f)
                    asked.spreads.push_back(spreadOf(*read, f, spreadParts));
                asked.model = std::move(read);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input)
                    throw;
                asked.problem = QString::fromStdString(error.what());
            }
            return asked;
        },
        [this](const Asked& asked) { take(asked); });
}

void ForestPanel::take(const Asked& asked)
{
    if (!asked.model)
        return setNote(tr("The model %1 is not there as it was when it chose, so that its trees and what it learned "
                          "from are not shown: %2")
                           .arg(QString::fromStdString(m_told->model), asked.problem),
                       true);
    const Model& model = *asked.model;
    std::set<std::string> matrices;
    for (const TrainingCase& one : model.training)
        matrices.insert(one.matrix);
    QString learned =
        tr("Model %1: learned from %2 of %3 on %4")
            .arg(QString::fromStdString(model.name), countOf(std::ssize(model.training), tr("case"), tr("cases")),
                 countOf(std::ssize(matrices), tr("matrix"), tr("matrices")), QString::fromStdString(model.device));
    if (const double unseen = model.checked.value("/matrix/geometricMean"_json_pointer, 0.0); unseen > 0)
        learned += tr("; on others its choices cost %1").arg(percentText(unseen));
    setNote(learned, false);
    showFeatures(&asked);
    showNearest(&asked);
    const auto chosen = std::find(model.candidates.begin(), model.candidates.end(), m_told->chosen);
    m_walk->setModel(asked.model, asked.choice);
    m_candidates->setCurrentCell(-1, -1);
    m_candidates->selectRow(chosen == model.candidates.end() ? 0 : static_cast<int>(chosen - model.candidates.begin()));
}

void ForestPanel::showVerdict()
{
    const ToldChoice& told = *m_told;
    const auto shown = [](const std::string& planner) {
        return QStringLiteral("<b>%1</b>").arg(shortPlanner(planner).toHtmlEscaped());
    };
    const std::string first = firstOf(told);
    QString text;
    if (told.outside) {
        QStringList beyond;
        for (const std::string& feature : told.beyond)
            beyond << featureName(feature).toHtmlEscaped();
        text = tr("%1 %2 <b>outside what was learned</b>: no tree decided, the least predicted cost did, which is that "
                  "of %3.")
                   .arg(beyond.join(QStringLiteral(", ")), beyond.size() == 1 ? tr("is") : tr("are"), shown(first));
    } else {
        const auto mean = std::find_if(told.candidates.begin(), told.candidates.end(),
                                       [&](const ToldCandidate& one) { return one.name == first; });
        const auto least =
            std::min_element(told.candidates.begin(), told.candidates.end(),
                             [](const ToldCandidate& a, const ToldCandidate& b) { return a.mean < b.mean; });
        text = tr("%1: expected to take %2 the time of the fastest").arg(shown(first), ratioText(timesOf(mean->mean)));
        if (least != mean)
            text += tr(", within 3 % of %1 and simpler").arg(shown(least->name));
        text += tr("; nothing outside what was learned.");
    }
    if (first != told.chosen)
        text += tr(" It cannot hold this matrix: the plan is %1, the next that can.").arg(shown(told.chosen));
    m_verdict->setText(text);
    m_verdict->setToolTip(
        tr("Of %1 the simplest is taken whose mean is within 3 % of the least; outside what was learned "
           "the least predicted cost decides")
            .arg(countOf(std::ssize(told.candidates), tr("candidate"), tr("candidates"))));
}

// With the model in its order, and among what it learned from.
void ForestPanel::showFeatures(const Asked* asked)
{
    std::vector<std::pair<std::string, float>> rows = m_told->features;
    std::vector<SpreadCell> cells;
    if (asked) {
        rows.clear();
        for (std::size_t f = 0; f < asked->model->features.size(); ++f)
            rows.emplace_back(asked->model->features[f], asked->choice.x[f]);
    }
    m_features->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < m_features->rowCount(); ++row) {
        const auto& [name, value] = rows[at(row)];
        const bool beyond = std::find(m_told->beyond.begin(), m_told->beyond.end(), name) != m_told->beyond.end();
        const QString exact = tr("%1; the trees are asked with %2")
                                  .arg(QString::number(plainValue(name, value), 'g', 6), exactText(value));
        m_features->setItem(row, NameOf, cellOf(featureName(name), featureAbout(name)));
        m_features->setItem(
            row, ValueOf,
            cellOf(beyond ? tr("outside: %1").arg(featureText(name, value)) : featureText(name, value), exact, true));
        QString range;
        if (asked) {
            const FeatureSpread& spread = asked->spreads[at(row)];
            range = tr("%1 here; learned from %2 to %3")
                        .arg(featureText(name, value), featureText(name, spread.least), featureText(name, spread.most));
            cells.push_back({spread, value, beyond});
        }
        m_features->setItem(row, SpreadOf, cellOf({}, range));
    }
    m_spreads->setRows(std::move(cells));
    fitColumns(*m_features, SpreadOf);
    m_features->setColumnHidden(SpreadOf, !asked);
}

void ForestPanel::showCandidates()
{
    const std::vector<ToldCandidate>& all = m_told->candidates;
    double most = 1;
    int voters = 0;
    for (const ToldCandidate& one : all) {
        most = std::max(most, timesOf(one.mean));
        voters = std::max(voters, one.votes);
    }
    m_candidates->setRowCount(static_cast<int>(all.size()));
    for (int row = 0; row < m_candidates->rowCount(); ++row) {
        const ToldCandidate& one = all[at(row)];
        const auto set = [&](int column, QTableWidgetItem* item, double part = -1) {
            if (part >= 0)
                item->setData(BarBelow::barRole, part);
            if (one.name == m_told->chosen)
                item->setFont(typeFace(TypeSize::Small, true));
            m_candidates->setItem(row, column, item);
        };
        set(CandidateName, cellOf(shortPlanner(one.name), QString::fromStdString(one.name)));
        set(Expected,
            cellOf(ratioText(timesOf(one.mean)), tr("log of the time over the least: %1").arg(exactText(one.mean)),
                   true),
            timesOf(one.mean) / most);
        set(Votes, cellOf(one.votes < 0 ? QString() : countText(one.votes), {}, true),
            one.votes > 0 ? static_cast<double>(one.votes) / voters : -1);
        set(Estimate,
            cellOf(one.estimateNs > 0 ? durationText(one.estimateNs) : QStringLiteral("–"),
                   one.estimateNs > 0 ? tr("%1 ns").arg(exactText(one.estimateNs)) : tr("it has none"), true));
    }
    m_candidates->setColumnHidden(Votes, all.front().votes < 0); // trees that correct each other have none
    fitColumns(*m_candidates, Expected);                         // its bars have the room
}

void ForestPanel::showNearest(const Asked* asked)
{
    m_nearest->setRowCount(static_cast<int>(m_told->nearest.size()));
    for (int row = 0; row < m_nearest->rowCount(); ++row) {
        const auto& [matrix, distance] = m_told->nearest[at(row)];
        QString family;
        if (asked)
            for (const TrainingCase& one : asked->model->training)
                if (one.matrix == matrix)
                    family = QString::fromStdString(one.family);
        m_nearest->setItem(row, 0, cellOf(QString::fromStdString(matrix), QString::fromStdString(matrix)));
        m_nearest->setItem(row, 1, cellOf(family));
        m_nearest->setItem(row, 2, cellOf(figureText(distance), exactText(distance), true));
    }
    fitColumns(*m_nearest, 0);
}

} // namespace sparsescope
