// What differs between plans of one matrix.
#include "views/pages/compare/plan_difference.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/search/planner.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <atomic>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

ComparedValue only(double value)
{
    return {value, value, value};
}

// The newest run's median, with the ends of all runs' spreads.
ComparedValue measured(const ComparedPlan& plan, const std::function<const Timing*(const Profile&)>& timing)
{
    ComparedValue all = only(unknown);
    all.basis = {.origin = Origin::Whole, .cache = CacheState::Warm};
    for (const OpenRun& run : plan.runs) {
        const Timing* t = timing(*run.profile);
        if (!t || t->medianNs <= 0)
            continue;
        all.low = std::isfinite(all.value) ? std::min(all.low, t->lowNs) : t->lowNs;
        all.high = std::isfinite(all.value) ? std::max(all.high, t->highNs) : t->highNs;
        all.value = t->medianNs;
        all.basis = sparsescope::measured(Origin::Whole, *run.profile, run.recorded);
    }
    return all;
}

const Timing* ofKernel(const Profile& p)
{
    return p.verified ? &p.kernel : nullptr;
}

std::vector<QString> baselineNames(const std::vector<ComparedPlan>& plans)
{
    std::vector<QString> names;
    for (const ComparedPlan& plan : plans)
        for (const OpenRun& run : plan.runs)
            for (const Baseline& baseline : run.profile->baselines) {
                const QString name = QString::fromStdString(baseline.name);
                if (baseline.verified && std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
            }
    return names;
}

} // namespace

std::vector<DifferenceRow> differenceRows(const std::vector<ComparedPlan>& plans)
{
    std::vector<DifferenceRow> rows;
    const auto add = [&](const QString& name, const QString& meaning, QuantityKind kind, bool less, bool time,
                         const std::function<ComparedValue(const ComparedPlan&)>& value) {
        DifferenceRow row{name, meaning, kind, less, time, {}, false, false};
        bool any = false;
        for (const ComparedPlan& plan : plans) {
            row.values.push_back(value(plan));
            any = any || std::isfinite(row.values.back().value);
        }
        if (any)
            rows.push_back(std::move(row));
    };
    const auto fromFacts = [](auto get) {
        return [get](const ComparedPlan& p) {
            return only(p.facts ? static_cast<double>(get(p.facts->summary)) : unknown);
        };
    };
    using S = const PlanSummary&;
    add(tr("predicted"), tr("What the cost model says one product takes."), QuantityKind::Duration, true, true,
        [](const ComparedPlan& p) {
            ComparedValue value = only(p.plan->predictedNs);
            value.basis = predictedBy(p.plan->calibration);
            return value;
        });
    add(tr("measured"), tr("Median of the newest verified run; the spread is that of all runs."),
        QuantityKind::Duration, true, true, [](const ComparedPlan& p) { return measured(p, ofKernel); });
    add(tr("storage"), tr("Bytes of the packed arrays."), QuantityKind::Bytes, true, false,
        fromFacts([](S s) { return s.bytes; }));
    add(tr("stored places"), tr("Non-zeros, padding and redundant places."), QuantityKind::Count, true, false,
        fromFacts([](S s) { return s.places.stored; }));
    add(tr("padding"), tr("Part of the stored places that are zeros of the matrix."), QuantityKind::Share, true, false,
        fromFacts([](S s) { return s.places.paddingRatio(); }));
    add(tr("redundant"), tr("Part of the stored places that other tiles own."), QuantityKind::Share, true, false,
        fromFacts([](S s) { return s.places.redundantRatio(); }));
    add(tr("tiles"), tr("Sub-tensors that are stored in one format each."), QuantityKind::Count, false, false,
        fromFacts([](S s) { return s.tiles; }));
    for (const FormatKind& kind : tileKinds()) {
        const auto count = [name = std::string(kind.name)](S s) {
            for (const auto& [format, tiles] : s.tilesByFormat)
                if (format == name)
                    return tiles;
            return std::int64_t{0};
        };
        bool used = false;
        for (const ComparedPlan& plan : plans)
            used = used || (plan.facts && count(plan.facts->summary) > 0);
        if (used)
            add(tr("tiles, %1").arg(QString::fromStdString(kind.name)), tr("Tiles of this format."),
                QuantityKind::Count, false, false, fromFacts(count));
    }
    add(tr("with split rows"), tr("Part of the tiles whose rows of the output other stored rows hold parts of too."),
        QuantityKind::Share, true, false, fromFacts([](S s) {
            return s.tiles > 0 ? static_cast<double>(s.atomicTiles) / static_cast<double>(s.tiles) : 0.0;
        }));
    add(tr("levels"), tr("Generations of candidates that tiles came from."), QuantityKind::Count, false, false,
        fromFacts([](S s) { return s.levels; }));
    for (const QString& name : baselineNames(plans)) {
        add(name, tr("The same product by a baseline, in the runs of each plan."), QuantityKind::Duration, true, true,
            [key = name.toStdString()](const ComparedPlan& p) {
                return measured(p, [&](const Profile& run) -> const Timing* {
                    for (const Baseline& b : run.baselines)
                        if (b.verified && b.name == key)
                            return &b.timing;
                    return nullptr;
                });
            });
        rows.back().baseline = rows.back().name == name;
    }
    for (DifferenceRow& row : rows)
        row.recorded = std::all_of(row.values.begin(), row.values.end(), [](const ComparedValue& value) {
            return value.basis.recorded || !std::isfinite(value.value);
        });
    return rows;
}

QString valueText(QuantityKind kind, double value)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    switch (kind) {
    case QuantityKind::Count:
        return countText(std::llround(value));
    case QuantityKind::Duration:
        return durationText(value);
    case QuantityKind::Bytes:
        return bytesText(value);
    case QuantityKind::Share:
        break;
    }
    return percentText(value);
}

bool comparable(const DifferenceRow& row, std::size_t plan)
{
    return alike(row.values.front().basis, row.values[plan].basis);
}

double difference(const DifferenceRow& row, std::size_t plan)
{
    if (!comparable(row, plan))
        return unknown;
    const double from = row.values.front().value;
    const double to = row.values[plan].value;
    if (row.kind == QuantityKind::Share)
        return to - from;
    if (from == 0)
        return to == 0 ? 0 : unknown;
    return (to - from) / from;
}

bool isNoise(const DifferenceRow& row, std::size_t plan, double threshold)
{
    const ComparedValue& a = row.values.front();
    const ComparedValue& b = row.values[plan];
    if (!std::isfinite(a.value) || !std::isfinite(b.value) || !comparable(row, plan))
        return true;
    const double part = difference(row, plan);
    if (std::isfinite(part) && std::abs(part) < threshold)
        return true;
    const bool spread = a.high > a.low || b.high > b.low;
    return spread && a.low <= b.high && b.low <= a.high;
}

QString differenceText(const DifferenceRow& row, std::size_t plan)
{
    const double from = row.values.front().value;
    const double to = row.values[plan].value;
    if (!std::isfinite(from) || !std::isfinite(to))
        return {};
    if (!comparable(row, plan))
        return tr("not comparable");
    if (from == to)
        return tr("equal");
    const bool less = to < from;
    const double part = difference(row, plan);
    if (row.kind == QuantityKind::Share)
        return (less ? tr("%1 points less") : tr("%1 points more")).arg(figureText(std::abs(part) * 100));
    if (!std::isfinite(part))
        return tr("none before");
    // From twice on, percents say less than a factor. Half the time is 2x faster, as twice the time is 2x slower.
    if (row.time && to > 0) {
        const double factor = less ? from / to : to / from;
        return (less ? tr("%1 faster") : tr("%1 slower"))
            .arg(factor >= 2 ? ratioText(factor) : percentText(factor - 1));
    }
    if (part >= 1)
        return tr("%1 as much").arg(ratioText(to / from));
    return (less ? tr("%1 less") : tr("%1 more")).arg(percentText(std::abs(part)));
}

int judgement(const DifferenceRow& row, std::size_t plan)
{
    const double from = row.values.front().value;
    const double to = row.values[plan].value;
    if (!row.lessIsBetter || !std::isfinite(from) || !std::isfinite(to) || from == to || !comparable(row, plan))
        return 0;
    return to < from ? 1 : -1;
}

QString planConditions(const Plan& plan)
{
    QStringList words;
    words << QString::fromStdString(label(plan.op.kind));
    if (plan.op.hasDenseAxis())
        words.back() += QLatin1Char(' ') + QString::fromStdString(extentText(plan.op, "="));
    words.back() += QLatin1Char(' ') + QString::fromStdString(name(plan.op.dtype));
    for (const Planner* p : planners()) {
        if (p->name() != plan.planner)
            continue;
        for (const PlannerOption& option : p->options()) {
            if (!plan.options.contains(option.name) || plan.options.at(option.name) == option.initial)
                continue;
            const nlohmann::json& value = plan.options.at(option.name);
            if (value.is_boolean())
                words << (value.get<bool>() ? QString() : tr("no ")) + QString::fromStdString(option.name);
            else
                words << QString::fromStdString(option.name) + QLatin1Char(' ') +
                             QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
    return words.join(QStringLiteral(", "));
}

double sameFormatShare(const Plan& a, const std::vector<std::uint32_t>& ownersA, const Plan& b,
                       const std::vector<std::uint32_t>& ownersB)
{
    if (ownersA.size() != ownersB.size() || ownersA.empty())
        return unknown;
    // Formats of both by the number of their kind.
    const auto kinds = [](const Plan& plan) {
        std::vector<int> numbers;
        for (const FormatPtr& format : plan.tiling().formats) {
            int number = 0;
            for (const FormatKind& kind : tileKinds()) {
                if (kind.name == format->name())
                    break;
                ++number;
            }
            numbers.push_back(number);
        }
        return numbers;
    };
    const std::vector<int> kindsA = kinds(a), kindsB = kinds(b);
    std::atomic<std::int64_t> same{0};
    parallelRanges(static_cast<std::int64_t>(ownersA.size()), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t here = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            here += kindsA[at(a.tiling().tiles[ownersA[i]].format)] == kindsB[at(b.tiling().tiles[ownersB[i]].format)]
                        ? 1
                        : 0;
        same += here;
    });
    return static_cast<double>(same.load()) / static_cast<double>(ownersA.size());
}

QStringList changeWords(const std::vector<ComparedPlan>& plans, const std::vector<DifferenceRow>& rows,
                        std::size_t other, double threshold, double sameFormat)
{
    QStringList words;
    const ComparedPlan& a = plans.front();
    const ComparedPlan& b = plans[other];
    const auto row = [&](const QString& name) -> const DifferenceRow* {
        for (const DifferenceRow& r : rows)
            if (r.name == name)
                return &r;
        return nullptr;
    };
    const auto known = [&](const DifferenceRow* r) {
        return r && std::isfinite(r->values.front().value) && std::isfinite(r->values[other].value);
    };
    const bool sameWork = a.plan->op == b.plan->op;
    if (!sameWork)
        words << tr("The plans are for different operators: their times are not of the same work.");
    const auto equal = [&](const DifferenceRow& r) {
        const double x = r.values.front().value, y = r.values[other].value;
        return x == y || !std::isfinite(x) || !std::isfinite(y);
    };
    if (sameWork && sameFormat == 1 && std::all_of(rows.begin(), rows.end(), equal))
        return {tr("%1 and %2 are equal in every figure, and every non-zero is in the same format.")
                    .arg(a.letter, b.letter)};
    for (const ComparedPlan* plan : {&a, &b})
        if (const auto cancelled = cancelledSearch(*plan->plan))
            words
                << (cancelled->covered < 1
                        ? tr("The search of %1 was cancelled with %2 of the non-zeros covered; simple tiles own the "
                             "rest.")
                              .arg(plan->letter, percentText(cancelled->covered))
                        : tr("The search of %1 was cancelled: it is the best plan of those that were complete by then.")
                              .arg(plan->letter));
    if (a.cpuOnly && b.cpuOnly)
        words << tr("%1 and %2 run on the CPU only.").arg(a.letter, b.letter);
    else if (a.cpuOnly || b.cpuOnly)
        words << tr("%1 runs on the CPU only.").arg(a.cpuOnly ? a.letter : b.letter);
    // First what it takes, then why.
    const DifferenceRow* predicted = row(tr("predicted"));
    const auto bases = [&](const DifferenceRow& r) {
        const auto source = [](const ComparedValue& v) { return QString::fromStdString(v.basis.source); };
        return tr("%1: %2, %3: %4").arg(a.letter, source(r.values.front()), b.letter, source(r.values[other]));
    };
    if (known(predicted)) {
        if (!comparable(*predicted, other))
            words << tr("They are predicted by different costs (%1), which says nothing about the two.")
                         .arg(bases(*predicted));
        else if (isNoise(*predicted, other, threshold))
            words << tr("%1 and %2 are predicted equally fast (%3).")
                         .arg(a.letter, b.letter, valueText(predicted->kind, predicted->values[other].value));
        else
            words << tr("%1 is predicted %2 (%3 against %4).")
                         .arg(b.letter, differenceText(*predicted, other),
                              valueText(predicted->kind, predicted->values[other].value),
                              valueText(predicted->kind, predicted->values.front().value));
    }
    const DifferenceRow* time = row(tr("measured"));
    const QString measuredWord = time && time->recorded ? tr("Measured (recorded)") : tr("Measured");
    if (known(time)) {
        if (!comparable(*time, other))
            words << tr("They were measured on different GPUs (%1).").arg(bases(*time));
        else if (isNoise(*time, other, threshold))
            words << tr("%1, their difference is within the noise.").arg(measuredWord);
        else
            words << tr("%1, %2 is %3.").arg(measuredWord, b.letter, differenceText(*time, other));
    } else if (time) {
        words << tr("Only %1 was measured.").arg(std::isfinite(time->values.front().value) ? a.letter : b.letter);
    }
    if (const DifferenceRow* stored = row(tr("stored places")); known(stored)) {
        if (isNoise(*stored, other, threshold)) {
            words << tr("Both store about as many places.");
        } else {
            const bool fewer = stored->values[other].value < stored->values.front().value;
            const DifferenceRow* padding = row(tr("padding"));
            const double part = difference(*stored, other);
            QString sentence = (fewer       ? tr("%1 stores %2 fewer places")
                                : part >= 1 ? tr("%1 stores %2 as many places")
                                            : tr("%1 stores %2 more places"))
                                   .arg(b.letter, part >= 1 ? ratioText(1 + part) : percentText(std::abs(part)));
            if (known(padding))
                sentence +=
                    tr(": %1 padding against %2")
                        .arg(percentText(padding->values[other].value), percentText(padding->values.front().value));
            words << sentence + QLatin1Char('.');
        }
    }
    if (const DifferenceRow* tiles = row(tr("tiles")); known(tiles)) {
        const auto more = std::llround(tiles->values[other].value - tiles->values.front().value);
        if (more == 0)
            words << tr("They have as many tiles.");
        else
            words << (more > 0 ? tr("%1 has %2 more.") : tr("%1 has %2 fewer."))
                         .arg(b.letter, countOf(std::abs(more), tr("tile"), tr("tiles")));
    }
    if (const DifferenceRow* atomic = row(tr("with split rows")); known(atomic) && !isNoise(*atomic, other, threshold))
        words << tr("%1 of its tiles have split rows, %2 of those of %3.")
                     .arg(percentText(atomic->values[other].value), percentText(atomic->values.front().value),
                          a.letter);
    if (std::isfinite(sameFormat))
        words << tr("%1 of the non-zeros are in the same format.").arg(percentText(sameFormat));
    return words;
}

QString differenceCsv(const std::vector<ComparedPlan>& plans, const std::vector<DifferenceRow>& rows)
{
    const auto cell = [](const QString& text) { return QString::fromStdString(csvField(text.toStdString())); };
    const auto number = [](double value) -> QString {
        return std::isfinite(value) ? QString::number(value, 'g', 12) : QString();
    };
    QString text = QStringLiteral("quantity,unit,kind");
    for (std::size_t i = 0; i < plans.size(); ++i) {
        text += QLatin1Char(',') + cell(plans[i].letter + QLatin1Char(' ') + plans[i].title);
        if (i > 0)
            text += QLatin1Char(',') + cell(plans[i].letter + tr(" against ") + plans.front().letter);
    }
    text += QLatin1Char('\n');
    for (const DifferenceRow& row : rows) {
        const char* const units[] = {"", "ns", "byte", "part"};
        text += cell(row.name) + QLatin1Char(',') + QString::fromLatin1(units[static_cast<int>(row.kind)]);
        const bool same = std::all_of(row.values.begin(), row.values.end(),
                                      [&](const ComparedValue& v) { return alike(row.values.front().basis, v.basis); });
        const Basis& basis = row.values.front().basis;
        text += QLatin1Char(',') +
                (row.time ? cell(QString::fromStdString(same ? words(basis) : name(basis.origin))) : QString());
        for (std::size_t i = 0; i < plans.size(); ++i) {
            text += QLatin1Char(',') + number(row.values[i].value);
            if (i > 0)
                text += QLatin1Char(',') + number(difference(row, i));
        }
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace sparsescope
