#include "views/rules/rules_document.h"

#include "engine/core/files.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"

#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

using nlohmann::json;

const QString plannerName = QStringLiteral("rules");
constexpr const char* option = "rules"; // of that planner

json takeOf(const json& rule)
{
    return rule.value("take", json("all"));
}

// The rules of a plan, which any program may have written: throws where one of them cannot be used.
rules::RuleList rulesOf(const Plan& plan)
{
    const auto text = plan.options.at(option).get<std::string>();
    rules::parseRules(text, {});
    return rules::readRuleList(text, {});
}

json csrOfAll()
{
    return {{"format", "csr"}, {"choose", true}, {"take", "all"}};
}

} // namespace

class RulesDocument::Change : public QUndoCommand {
public:
    Change(RulesDocument& document, State before, State after, const QString& words, QString field)
        : QUndoCommand(words), m_document(document), m_before(std::move(before)), m_after(std::move(after)),
          m_field(std::move(field))
    {
    }
    int id() const override { return m_field.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Change*>(other);
        if (next->m_field != m_field)
            return false;
        m_after = next->m_after;
        setObsolete(m_after.list == m_before.list);
        return true;
    }
    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }

private:
    RulesDocument& m_document;
    State m_before, m_after;
    QString m_field;
};

RulesDocument::RulesDocument(Workspace& workspace, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_now{{{}, {csrOfAll()}}, 0}
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(30);
    connect(&m_soon, &QTimer::timeout, this, &RulesDocument::count);
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] {
        m_refusedRule = -1;
        m_searchNext = false;
        m_counts = {};
        m_countedOf.reset();
        countSoon();
        Q_EMIT changed();
    });
    listen(m_workspace.setup(), Setup::SearchChanged, this, &RulesDocument::hearPlanner);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &RulesDocument::hearPlan);
    connect(&m_workspace.operations(), &Operations::failed, this, [this](const Failure& failure) {
        static const QRegularExpression named(QStringLiteral("^rules\\[(\\d+)\\]: (.*)$"),
                                              QRegularExpression::DotMatchesEverythingOption);
        const QRegularExpressionMatch found = named.match(failure.sentence);
        if (failure.lane != Lane::Search || !found.hasMatch() || !(m_searched == m_now.list))
            return;
        m_refusedRule = found.captured(1).toInt();
        m_refused = found.captured(2);
        setCurrent(m_refusedRule);
        Q_EMIT changed();
    });
    // A count that was cancelled or failed will not come.
    connect(&m_workspace.jobs(), &Jobs::changed, this, [this] {
        if (m_counted || counting())
            return;
        m_searchNext = false;
        Q_EMIT countsChanged();
    });
    parse();
}

bool RulesDocument::counting() const
{
    return m_soon.isActive() || m_workspace.jobs().busy(Lane::CountRules);
}

QString RulesDocument::problem(int index) const
{
    const QString wrong = m_problems.value(index);
    return wrong.isEmpty() && index == m_refusedRule ? m_refused : wrong;
}

QString RulesDocument::formatText(int index) const
{
    const auto& parsed = m_parsed[static_cast<std::size_t>(index)];
    if (!parsed) {
        const json& named = rule(index).is_object() ? rule(index).value("format", json()) : json();
        return named.is_string() ? QString::fromStdString(named.get<std::string>()) : QString();
    }
    const QString name = formatName(parsed->format);
    if (parsed->parameters.empty())
        return tr("%1, cheapest").arg(name);
    if (parsed->parameters.size() > 1)
        return tr("%1, cheapest of %2").arg(name).arg(parsed->parameters.size());
    return QString::fromStdString(makeFormat(parsed->format, parsed->parameters.front())->label());
}

QString RulesDocument::takesText(int index) const
{
    const auto& parsed = m_parsed[static_cast<std::size_t>(index)];
    return parsed ? QString::fromStdString(parsed->take->words()) : QString();
}

std::optional<std::int64_t> RulesDocument::taken(int index) const
{
    const auto at = static_cast<std::size_t>(index);
    return at < m_counts.taken.size() ? std::optional(m_counts.taken[at]) : std::nullopt;
}

std::int64_t RulesDocument::left() const
{
    return m_counted && m_counts.taken.size() == m_now.list.rules.size() ? m_counts.left : 0;
}

QString RulesDocument::leftText() const
{
    const auto wrong =
        std::find_if(m_problems.begin(), m_problems.end(), [](const QString& text) { return !text.isEmpty(); });
    if (wrong != m_problems.end())
        return tr("Rule %1 cannot be used; what comes after it is not counted.").arg(wrong - m_problems.begin() + 1);
    if (!m_workspace.document().matrix() || !m_counted)
        return counting() ? tr("Counting…") : tr("Not counted");
    if (m_counts.left == 0)
        return tr("Every non-zero is taken by a rule.");
    return tr("%1 of %2 taken by no rule, the first in row %3.")
        .arg(countOf(m_counts.left, tr("non-zero"), tr("non-zeros")), countText(m_workspace.document().matrix()->nnz()),
             countText(m_counts.firstRowLeft));
}

void RulesDocument::push(State after, const QString& words, const QString& field)
{
    if (after.list == m_now.list)
        return setCurrent(after.current);
    m_touched = true;
    m_stack.push(new Change(*this, m_now, std::move(after), words, field));
}

void RulesDocument::apply(const State& state)
{
    m_now = state;
    m_refusedRule = -1;
    m_searchNext = false;
    parse();
    tellPlanner();
    Q_EMIT changed();
    Q_EMIT currentChanged();
    countSoon();
}

void RulesDocument::parse()
{
    m_parsed.assign(m_now.list.rules.size(), std::nullopt);
    m_problems.clear();
    for (std::size_t i = 0; i < m_parsed.size(); ++i) {
        QString wrong;
        try {
            m_parsed[i] = rules::parseRule(m_now.list.rules[i], {}, {});
        } catch (const Error& e) {
            const QString key = QString::fromStdString(e.where().call).mid(1);
            const QString reason = QString::fromStdString(e.reason());
            wrong = key.isEmpty() ? reason : tr("%1: %2").arg(key, reason);
        }
        m_problems << wrong;
    }
}

void RulesDocument::setTitle(const QString& title)
{
    State after = m_now;
    after.list.title = title.toStdString();
    push(std::move(after), tr("Title of the rules"), QStringLiteral("title"));
}

void RulesDocument::setRule(json rule, const QString& field)
{
    State after = m_now;
    after.list.rules[static_cast<std::size_t>(m_now.current)] = std::move(rule);
    push(std::move(after), tr("Rule %1").arg(m_now.current + 1),
         field.isEmpty() ? QString() : QStringLiteral("%1/%2").arg(m_now.current).arg(field));
}

void RulesDocument::add()
{
    State after = m_now;
    const bool beforeIt = takeOf(rule(m_now.current)) == "all";
    after.current = m_now.current + (beforeIt ? 0 : 1);
    json added = {{"format", "ell"}, {"choose", true}, {"take", {{"rowLength", {{"max", 4}}}}}};
    after.list.rules.insert(after.list.rules.begin() + after.current, std::move(added));
    push(std::move(after), tr("Add a rule"));
}

void RulesDocument::takeRest()
{
    State after = m_now;
    after.list.rules.push_back(csrOfAll());
    after.current = static_cast<int>(after.list.rules.size()) - 1;
    push(std::move(after), tr("Take the rest"));
}

void RulesDocument::remove()
{
    if (size() < 2)
        return;
    State after = m_now;
    after.list.rules.erase(after.list.rules.begin() + m_now.current);
    after.current = std::min(m_now.current, size() - 2);
    push(std::move(after), tr("Remove a rule"));
}

void RulesDocument::move(int by)
{
    const int to = m_now.current + by;
    if (to < 0 || to >= size())
        return;
    State after = m_now;
    std::swap(after.list.rules[static_cast<std::size_t>(m_now.current)],
              after.list.rules[static_cast<std::size_t>(to)]);
    after.current = to;
    push(std::move(after), tr("Move a rule"));
}

void RulesDocument::replace(rules::RuleList list, const QString& words)
{
    push({std::move(list), 0}, words);
}

void RulesDocument::setCurrent(int index)
{
    const int wanted = std::clamp(index, 0, size() - 1);
    if (wanted == m_now.current)
        return;
    m_now.current = wanted;
    Q_EMIT currentChanged();
}

void RulesDocument::open(const QString& path)
{
    m_workspace.jobs().start(
        Lane::OpenRules, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress&) {
            const std::string text = readText(file);
            rules::parseRules(text, file); // every rule of it can be used
            return rules::readRuleList(text, file);
        },
        [document = QPointer(this), path](const rules::RuleList& list) {
            if (!document)
                return;
            document->m_path = path;
            document->m_saved = list;
            document->replace(list, tr("Open %1").arg(QFileInfo(path).fileName()));
            Q_EMIT document->saved();
        });
}

void RulesDocument::save(const QString& path)
{
    m_workspace.jobs().start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString(), list = m_now.list](Progress& progress) {
            writeText(file, textOf(list), progress);
            return list;
        },
        [document = QPointer(this), path](const rules::RuleList& saved) {
            if (!document)
                return;
            document->m_path = path;
            document->m_saved = saved;
            Q_EMIT document->saved();
            Q_EMIT document->m_workspace.operations().message(tr("Saved the rules as %1").arg(path));
        });
}

bool RulesDocument::isRules(const QString& path)
{
    static const QRegularExpression list(QStringLiteral("^\\s*\\[|\"rules\"\\s*:\\s*\\["));
    constexpr std::size_t looked = 1 << 16;
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) &&
           QString::fromStdString(readStart(path.toStdString(), looked)).contains(list);
}

bool RulesDocument::planHasRules() const
{
    const PlanPtr plan = m_workspace.attention().plan();
    return plan && plan->options.contains(option) && plan->options.at(option).is_string();
}

void RulesDocument::takeFromPlan()
{
    const QString words = tr("Rules of the shown plan");
    try {
        if (planHasRules())
            replace(rulesOf(*m_workspace.attention().plan()), words);
    } catch (const Error& e) {
        Q_EMIT m_workspace.operations().failed({Lane::CountRules, words, QString::fromUtf8(e.what()), {}, e.kind()});
    }
}

bool RulesDocument::unsaved() const
{
    const std::string now = textOf(m_now.list);
    return m_touched && !(m_now.list == m_saved) &&
           std::none_of(m_workspace.document().plans().begin(), m_workspace.document().plans().end(),
                        [&](const OpenPlan& open) {
                            const auto rules = open.plan->options.find(option);
                            return rules != open.plan->options.end() && *rules == now;
                        });
}

QString RulesDocument::whyNoSearch() const
{
    if (!m_workspace.document().matrix())
        return m_workspace.operations().whyNoSearch();
    for (int i = 0; i < size(); ++i)
        if (!m_problems[i].isEmpty())
            return tr("Rule %1: %2").arg(i + 1).arg(m_problems[i]);
    return left() > 0 ? leftText() : QString();
}

void RulesDocument::search()
{
    if (const QString why = whyNoSearch(); !why.isEmpty())
        return Q_EMIT m_workspace.operations().message(why);
    if (!m_counted) { // whether they leave any is known first
        m_searchNext = true;
        return count();
    }
    m_searched = m_now.list;
    m_workspace.setup().setPlanner(plannerName);
    tellPlanner();
    m_workspace.operations().search();
}

void RulesDocument::setShown(bool shown)
{
    m_shown = shown;
    countSoon();
}

// Predicates of the rules up to the first that cannot be used.
std::vector<json> RulesDocument::predicates() const
{
    std::vector<json> predicates;
    for (std::size_t i = 0; i < m_parsed.size() && m_parsed[i]; ++i)
        predicates.push_back(takeOf(m_now.list.rules[i]));
    return predicates;
}

void RulesDocument::countSoon()
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    const bool known = matrix && m_countedOf == matrix && m_countedFor == predicates();
    if (known || !matrix || !m_shown)
        m_soon.stop();
    else
        m_soon.start();
    if (known == m_counted)
        return;
    m_counted = known;
    Q_EMIT countsChanged();
}

void RulesDocument::count()
{
    std::vector<rules::PredicatePtr> rules;
    for (std::size_t i = 0; i < m_parsed.size() && m_parsed[i]; ++i)
        rules.push_back(m_parsed[i]->take);
    const MatrixPtr matrix = m_workspace.document().matrix();
    m_workspace.jobs().start(
        Lane::CountRules, tr("Counting what rules take"),
        [matrix, rules](Progress& progress) { return rules::countTaken(*matrix, rules, progress); },
        [document = QPointer(this), matrix, counted = predicates()](const rules::RuleCounts& counts) {
            if (!document || document->m_workspace.document().matrix() != matrix || document->predicates() != counted)
                return;
            document->m_counts = counts;
            document->m_countedFor = counted;
            document->m_countedOf = matrix;
            document->m_counted = true;
            Q_EMIT document->countsChanged();
            if (std::exchange(document->m_searchNext, false))
                document->search();
        });
}

// The next search by rules is one with these.
void RulesDocument::tellPlanner()
{
    if (m_workspace.setup().plannerName() != plannerName)
        return;
    json options = m_workspace.setup().plannerOptions();
    options[option] = textOf(m_now.list);
    m_workspace.setup().setPlannerOptions(options);
}

void RulesDocument::hearPlanner()
{
    if (m_workspace.setup().plannerName() == plannerName && !m_workspace.setup().plannerOptions().contains(option))
        tellPlanner();
}

// A session brings its rules with its plans.
void RulesDocument::hearPlan()
{
    if (!m_touched && planHasRules() && m_workspace.attention().plan()->planner == plannerName.toStdString())
        try {
            apply({rulesOf(*m_workspace.attention().plan()), 0});
        } catch (const Error&) {
            // Another program wrote the plan.
        }
}

} // namespace sparsescope
