// What the Measure page says of a run over masks, in words.
#include "views/pages/measure/masks_text.h"

#include "engine/core/at.h"
#include "views/parts/counter_text.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

// NaN: there are none.
double middleOf(std::vector<double> values)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

QString numbersOf(const std::vector<std::int64_t>& masks)
{
    constexpr std::size_t most = 6;
    QStringList some;
    for (std::size_t i = 0; i < std::min(most, masks.size()); ++i)
        some << countText(masks[i]);
    QString text = some.join(QStringLiteral(", "));
    if (masks.size() > most)
        text += tr(" and %1 more").arg(countText(std::ssize(masks) - static_cast<std::int64_t>(most)));
    return text;
}

// "1.42x faster", of what takes `ratio` times as long as something else.
QString fasterText(double ratio)
{
    return ratio >= 1 ? tr("%1 faster").arg(ratioText(ratio)) : tr("%1 slower").arg(ratioText(1 / ratio));
}

FactGroup predictionFacts(const SequenceRun& run, std::int64_t masks)
{
    FactGroup group{tr("Predicted"), {}};
    for (const auto& [which, name] :
         {std::pair(MaskTime::Total, tr("median error")), std::pair(MaskTime::Index, tr("of the index")),
          std::pair(MaskTime::Kernel, tr("of the kernel"))})
        if (const Agreement agreed = agreementOf(run, which); agreed.points > 0)
            group.facts.push_back({name, percentText(agreed.medianError),
                                   which == MaskTime::Kernel
                                       ? tr("Median of |measured - predicted| / measured; zeroing and conversion "
                                            "are in both")
                                       : tr("Median of |measured - predicted| / measured")});
    if (const Agreement agreed = agreementOf(run, MaskTime::Total); agreed.points > 0) {
        const bool correlated = std::isfinite(agreed.pearson);
        group.facts.push_back({tr("r"), correlated ? QString::number(agreed.pearson, 'f', 3) : QStringLiteral("–"),
                               tr("Pearson's correlation of predicted and measured totals")});
        group.facts.push_back({tr("masks"), countText(agreed.points), {}});
    }
    if (std::ssize(run.masks) < masks)
        group.facts.push_back(
            {{},
             tr("Measured are the first %1 of %2 masks.").arg(countText(std::ssize(run.masks)), countText(masks)),
             {},
             true});
    return group;
}

FactGroup regretFacts(const SequenceRun& run)
{
    FactGroup group{tr("Against the best choice"), {}};
    const Regret regret = regretOf(run);
    if (regret.masks == 0)
        return group;
    group.facts.push_back({tr("geometric mean"), ratioText(regret.geometricMean),
                           tr("Time over that of the best pairing or the dense product of each mask, of %1")
                               .arg(countOf(regret.masks, tr("mask"), tr("masks")))});
    group.facts.push_back(
        {tr("at worst"), tr("%1, mask %2").arg(ratioText(regret.worst), countText(regret.worstMask)), {}});
    return group;
}

FactGroup partFacts(const SequenceRun& run)
{
    FactGroup group{tr("Share of the time"), {}};
    for (const MaskPart part : maskParts) {
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (const MaskRun& mask : run.masks) {
            if (const double sum = partsNs(mask); sum > 0) {
                least = std::min(least, partNs(mask, part) / sum);
                most = std::max(most, partNs(mask, part) / sum);
            }
        }
        const double share = shareOf(run, part);
        if (share > 0)
            group.facts.push_back({partName(part),
                                   tr("%1 (%2–%3)").arg(percentText(share), figureText(100 * least), percentText(most)),
                                   tr("Of the time of all masks, and of that of each")});
    }
    return group;
}

double medianOf(const BothOrders& orders, const SequenceRun& run, double MaskRun::*time)
{
    std::vector<double> all;
    for (const std::int64_t mask : orders.compared.masks)
        all.push_back(run.masks[at(mask)].*time);
    return middleOf(std::move(all));
}

FactGroup orderFacts(const BothOrders& orders)
{
    FactGroup group{tr("Ordered against unordered index"), {}};
    if (!orders)
        return group;
    const OrdersCompared& compared = orders.compared;
    const auto add = [&](const QString& what, double MaskRun::*time, const OrderRatio& ratio) {
        group.facts.push_back({what,
                               tr("%1, %2 unordered")
                                   .arg(durationText(medianOf(orders, *orders.ordered, time)),
                                        durationText(medianOf(orders, *orders.unordered, time))),
                               tr("Medians of the masks, ordered and unordered")});
        group.facts.push_back({{},
                               tr("%1 as long (%2 to %3)")
                                   .arg(ratioText(ratio.geometricMean), ratioText(ratio.least), ratioText(ratio.most)),
                               tr("Ordered over unordered, mask by mask: geometric mean, least and most")});
    };
    add(tr("index"), &MaskRun::indexNs, compared.index);
    add(tr("total"), &MaskRun::totalNs, compared.total);
    const std::int64_t masks = std::ssize(compared.masks);
    group.facts.push_back({tr("faster"),
                           tr("ordered on %1 of %2").arg(countText(compared.orderedFaster), countText(masks)),
                           tr("By the total; masks that both runs gather by one pairing are compared")});
    if (!compared.unlike.empty()) {
        QStringList unlike;
        for (const std::string& one : compared.unlike)
            unlike << QString::fromStdString(one);
        group.facts.push_back(
            {{}, tr("The runs also differ in: %1.").arg(unlike.join(QStringLiteral(", "))), {}, true});
    }
    return group;
}

FactGroup countedFacts(const CountedKernel& kernel, const SequenceRun& run)
{
    const bool index = kernel.which == MaskTime::Index;
    FactGroup group{index ? tr("Index of mask 0, by CUPTI") : tr("Kernel of mask 0, by CUPTI"), {}};
    const MaskRun& mask = run.masks.front();
    const auto add = [&](const QString& what, const QString& counted, double other, const QString& word,
                         const QString& how) {
        group.facts.push_back({what, std::isfinite(other) ? tr("%1, %2").arg(counted, word) : counted, how});
    };
    if (std::isfinite(kernel.ns))
        add(tr("time"), durationText(kernel.ns), predictedNs(mask, kernel.which),
            tr("predicted %1").arg(durationText(predictedNs(mask, kernel.which))),
            tr("By CUPTI's activity record, without the launch, which the prediction has. Timed with its launch: %1.")
                .arg(durationText(index ? mask.indexNs : mask.kernelNs)));
    if (std::isfinite(kernel.l2Bytes))
        add(tr("L2 traffic"), bytesText(kernel.l2Bytes), kernel.expectedBytes,
            tr("expected %1").arg(bytesText(kernel.expectedBytes)),
            index ? tr("Between the SMs and L2. Expected: the mask, read once, and the lists of members.")
                  : tr("Between the SMs and L2. Expected: what each thread block gathers, in sectors of 32 bytes, and "
                       "the result."));
    if (std::isfinite(kernel.dramBytes))
        add(tr("DRAM traffic"), bytesText(kernel.dramBytes), std::numeric_limits<double>::quiet_NaN(), {},
            tr("Nothing predicts it: it is what L2 did not hold."));
    for (const Counter& counter : kernel.others)
        group.facts.push_back({counterName(counter), counterText(counter),
                               QString::fromStdString(counter.name + ": " + counter.meaning)});
    return group;
}

FactGroup rivalFacts(const SequenceRun& run)
{
    FactGroup group{tr("Rivals"), {}};
    for (std::size_t r = 0; r < run.rivals.size(); ++r) {
        const Rival& rival = run.rivals[r];
        const QString name = QString::fromStdString(rival.name);
        if (!rival.problem.empty()) {
            group.facts.push_back({name, tr("no time"), QString::fromStdString(rival.problem), true});
            continue;
        }
        const RivalRace race = raceOf(run, r);
        if (race.masks == 0)
            continue;
        const QString clock = rival.waits ? tr("It waits for the host, so both are timed by the host's clock.")
                                          : tr("Both are timed on the GPU.");
        group.facts.push_back(
            {name,
             tr("%1, won %2 of %3")
                 .arg(ratioText(race.geometricMean), countText(race.masks - race.lost), countText(race.masks)),
             tr("Its time over the dynamic plan's, geometric mean of the masks; the dynamic plan "
                "was the faster one on %1 of %2. %3")
                 .arg(countText(race.masks - race.lost), countText(race.masks), clock)});
    }
    return group;
}

struct Amount {
    QString name;
    double value; // NaN: it is not known
    QString tip;
    bool counted = false;
};

// Each but the first with how many times the first it is.
std::vector<Bar> barsOf(const std::vector<Amount>& amounts, QString (*text)(double))
{
    const double first = amounts.front().value;
    std::vector<Bar> bars;
    for (const Amount& amount : amounts) {
        if (!std::isfinite(amount.value))
            continue;
        Bar& bar = bars.emplace_back();
        bar.name = amount.name;
        bar.value = amount.value;
        bar.words = text(amount.value);
        if (&amount != &amounts.front() && std::isfinite(first) && first > 0)
            bar.words += QStringLiteral(" (%1)").arg(ratioText(amount.value / first));
        bar.tip = amount.tip;
        bar.ours = amount.counted;
    }
    return bars;
}

} // namespace

QString partName(MaskPart part)
{
    switch (part) {
    case MaskPart::Select:
        return tr("choosing anew");
    case MaskPart::Index:
        return tr("index");
    case MaskPart::Zero:
        return tr("zeroing");
    case MaskPart::Kernel:
        return tr("kernel");
    case MaskPart::Convert:
        break;
    }
    return tr("conversion");
}

double soundNs(double ns)
{
    return std::isfinite(ns) && ns > 0 ? ns : std::numeric_limits<double>::quiet_NaN();
}

double partNs(const MaskRun& mask, MaskPart part)
{
    const double ns = part == MaskPart::Select   ? mask.selectNs
                      : part == MaskPart::Index  ? mask.indexNs
                      : part == MaskPart::Zero   ? mask.zeroNs
                      : part == MaskPart::Kernel ? mask.kernelNs
                                                 : mask.convertNs;
    return std::isfinite(ns) ? std::max(0.0, ns) : 0;
}

double partsNs(const MaskRun& mask)
{
    double sum = 0;
    for (const MaskPart part : maskParts)
        sum += partNs(mask, part);
    return sum;
}

double shareOf(const SequenceRun& run, MaskPart part)
{
    double ns = 0, all = 0;
    for (const MaskRun& mask : run.masks) {
        ns += partNs(mask, part);
        all += partsNs(mask);
    }
    return all > 0 ? ns / all : 0;
}

double medianTotalNs(const SequenceRun& run)
{
    std::vector<double> totals;
    for (const MaskRun& mask : run.masks)
        if (const double ns = soundNs(mask.totalNs); std::isfinite(ns))
            totals.push_back(ns);
    return middleOf(std::move(totals));
}

std::vector<std::int64_t> wrongMasks(const SequenceRun& run, DataType dtype)
{
    std::vector<std::int64_t> wrong;
    for (std::size_t t = 0; t < run.masks.size(); ++t)
        if (!run.masks[t].accepted(dtype))
            wrong.push_back(static_cast<std::int64_t>(t));
    return wrong;
}

QString maskHeadline(const SequenceRun& run)
{
    const RivalRace race = raceOfFastest(run);
    if (race.masks == 0)
        return tr("a mask, median of %1").arg(countText(std::ssize(run.masks)));
    return tr("%1 than each mask's fastest rival: %2 won, %3 lost of %4")
        .arg(fasterText(race.geometricMean), countText(race.masks - race.lost), countText(race.lost),
             countText(race.masks));
}

QString wrongMasksText(const SequenceRun& run, DataType dtype)
{
    const std::vector<std::int64_t> wrong = wrongMasks(run, dtype);
    if (wrong.empty())
        return {};
    return tr("WRONG results on %1 of %2: %3")
        .arg(countText(std::ssize(wrong)), countOf(std::ssize(run.masks), tr("mask"), tr("masks")), numbersOf(wrong));
}

QString maskVerifiedText(const SequenceRun& run, DataType dtype)
{
    if (run.masks.empty() || !wrongMasks(run, dtype).empty())
        return {};
    double worst = 0;
    for (const MaskRun& mask : run.masks)
        worst = std::max(worst, mask.error);
    return tr("verified, error %1").arg(figureText(worst));
}

QString ruleText(const Rule& rule)
{
    const QString index = tr("%1 index").arg(QString::fromStdString(name(rule.order)));
    return rule.reselect > 0
               ? tr("%1 · chosen anew after %2").arg(index, countOf(rule.reselect, tr("mask"), tr("masks")))
               : index;
}

QString maskTip(const SequenceRun& run, DataType dtype, std::int64_t mask, const QString& title)
{
    if (mask < 0 || mask >= std::ssize(run.masks))
        return tr("%1: not measured").arg(title);
    const MaskRun& of = run.masks[at(mask)];
    QStringList lines{tr("%1: %2").arg(title, durationText(soundNs(of.totalNs)))};
    QStringList parts;
    for (const MaskPart part : maskParts)
        if (const double ns = partNs(of, part); ns > 0)
            parts << tr("%1 %2 (%3)").arg(partName(part), durationText(ns), percentText(ns / partsNs(of)));
    if (!parts.isEmpty())
        lines << parts.join(QStringLiteral(", "));
    lines << (of.pairing >= 0 && of.pairing < std::ssize(run.pairings)
                  ? QString::fromStdString(run.pairings[at(of.pairing)].label())
                  : tr("the dense product"));
    if (const double ns = soundNs(of.predictedNs()); std::isfinite(ns))
        lines << tr("predicted %1").arg(durationText(ns));
    if (const double ns = soundNs(of.hostNs); std::isfinite(ns))
        lines << tr("by the host's clock %1").arg(durationText(ns));
    if (const double ns = soundNs(of.bestNs); std::isfinite(ns))
        lines << tr("the best choice %1").arg(durationText(ns));
    for (const Rival& rival : run.rivals)
        if (rival.problem.empty() && mask < std::ssize(rival.masks)) {
            const RivalOnMask& on = rival.masks[at(mask)];
            lines << tr("%1: %2 (conversion %3)%4")
                         .arg(QString::fromStdString(rival.name), durationText(soundNs(on.totalNs)),
                              durationText(on.conversionNs), rival.waits ? tr(", by the host's clock") : QString());
        }
    if (!of.accepted(dtype))
        lines
            << tr("WRONG: relative error %1, worst element %2").arg(figureText(of.error), figureText(of.worstElement));
    return lines.join(QLatin1Char('\n'));
}

QString ordersTip(const BothOrders& orders, std::int64_t mask)
{
    if (!orders.compared.on(mask))
        return tr("not compared: gathered by different pairings, wrong or not timed in one of the runs");
    const MaskRun &ordered = orders.ordered->masks[at(mask)], &unordered = orders.unordered->masks[at(mask)];
    return tr("ordered index %1 (unordered %2, %3), total %4 (unordered %5, %6)")
        .arg(durationText(ordered.indexNs), durationText(unordered.indexNs),
             ratioText(ordered.indexNs / unordered.indexNs), durationText(ordered.totalNs),
             durationText(unordered.totalNs), ratioText(ordered.totalNs / unordered.totalNs));
}

std::vector<BarGroup> countedBars(const std::vector<CountedKernel>& counted, const SequenceRun& run)
{
    std::vector<BarGroup> groups;
    const auto add = [&](const QString& title, std::vector<Bar> bars) { groups.push_back({title, std::move(bars)}); };
    for (const CountedKernel& kernel : counted) {
        const bool index = kernel.which == MaskTime::Index;
        const MaskRun& mask = run.masks.front();
        add(index ? tr("Index, time") : tr("Kernel, time"),
            barsOf({{tr("predicted"), predictedNs(mask, kernel.which),
                     index ? tr("With its launch") : tr("With its launch, zeroing and conversion")},
                    {tr("timed"), measuredNs(mask, kernel.which), tr("On the GPU, with all that is predicted")},
                    {tr("by CUPTI"), kernel.ns, tr("By CUPTI's activity record: without launch, zeroing, conversion"),
                     true}},
                   durationText));
        add(index ? tr("Index, bytes") : tr("Kernel, bytes"),
            barsOf({{tr("expected"), kernel.expectedBytes,
                     index ? tr("The mask, read once, and the lists of members")
                           : tr("What each thread block gathers, in sectors of 32 bytes, and the result")},
                    {tr("L2"), kernel.l2Bytes, tr("Between the SMs and L2"), true},
                    {tr("DRAM"), kernel.dramBytes, tr("To and from the GPU's memory: what L2 did not hold")}},
                   bytesText));
    }
    std::erase_if(groups, [](const BarGroup& group) { return group.bars.empty(); });
    return groups;
}

std::vector<FactGroup> maskFacts(const SequenceRun& run, const std::vector<CountedKernel>& counted, std::int64_t masks,
                                 const BothOrders& orders)
{
    std::vector<FactGroup> groups{predictionFacts(run, masks), partFacts(run), orderFacts(orders), rivalFacts(run),
                                  regretFacts(run)};
    for (const CountedKernel& kernel : counted)
        groups.push_back(countedFacts(kernel, run));
    FactGroup said{tr("Remarks"), {}};
    for (const std::string& message : run.messages)
        said.facts.push_back({{}, QString::fromStdString(message), {}, true});
    groups.push_back(said);
    std::erase_if(groups, [](const FactGroup& group) { return group.facts.empty(); });
    return groups;
}

} // namespace sparsescope
