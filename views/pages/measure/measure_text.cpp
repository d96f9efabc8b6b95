// What the Measure page says in words and bars.
#include "views/pages/measure/measure_text.h"

#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

QString coldTip(const Timing& cold)
{
    return cold.medianNs > 0 ? tr("L2 cold: %1").arg(spreadText(cold)) + QLatin1Char('\n') : QString();
}

} // namespace

QString comparedText(double other, double ours)
{
    if (!(ours > 0) || !(other > 0))
        return {};
    const double ratio = other / ours;
    if (std::abs(ratio - 1) < 0.005)
        return tr("equally fast");
    return ratio > 1 ? tr("%1 slower").arg(ratioText(ratio)) : tr("%1 faster").arg(ratioText(1 / ratio));
}

QString spreadText(const Timing& t)
{
    return tr("median %1 ns, 5th to 95th percentile %2 to %3 ns")
        .arg(exactText(t.medianNs), exactText(t.lowNs), exactText(t.highNs));
}

QString limitsText(const Profile& profile)
{
    QStringList parts;
    for (const Limit& limit : profile.limits)
        if (const long share = std::lround(100 * profile.shareOf(limit)); share > 0)
            parts << tr("%1 %2 (%3 %)").arg(QString::fromStdString(limit.name), durationText(limit.ns)).arg(share);
    return parts.isEmpty() ? QString() : tr("Limits: ") + parts.join(QStringLiteral(" · "));
}

QString limitsTip(const Profile& profile)
{
    QStringList lines = {tr(
        "What parts of the work take at best, and their share of this plan's time. Reuse in L1 can beat the gathers.")};
    for (const Limit& limit : profile.limits)
        lines << tr("%1, %2: %3")
                     .arg(QString::fromStdString(limit.name), durationText(limit.ns),
                          QString::fromStdString(limit.meaning));
    return lines.join(QLatin1Char('\n'));
}

namespace {

// Who reads the bars wants to know what is fastest: this plan, the fastest others, and the rest in one line.
std::vector<Bar> together(std::vector<Bar> bars)
{
    constexpr std::size_t most = 5;
    if (bars.size() <= most)
        return bars;
    std::vector<Bar> shown;
    std::vector<Bar> rest;
    std::size_t others = 0;
    for (Bar& bar : bars)
        (bar.ours || ++others <= most - 2 ? shown : rest).push_back(std::move(bar));
    Bar last;
    last.name = tr("%1 more").arg(rest.size());
    last.faint = true;
    QStringList lines;
    int failed = 0;
    double slowest = 0;
    for (const Bar& bar : rest) {
        lines << bar.name + QStringLiteral(": ") + bar.words +
                     (bar.value > 0 ? QString() : QStringLiteral(". ") + bar.tip);
        failed += bar.value > 0 ? 0 : 1;
        slowest = std::max(slowest, bar.value);
    }
    last.words = slowest > 0 ? tr("up to %1").arg(durationText(slowest)) : QString();
    if (failed > 0)
        last.words += (last.words.isEmpty() ? QString() : QStringLiteral("; ")) + tr("%1 did not run").arg(failed);
    last.tip = lines.join(QLatin1Char('\n'));
    shown.push_back(last);
    return shown;
}

} // namespace

std::vector<Bar> timingBars(const Profile& profile)
{
    const double ours = profile.kernel.medianNs;
    std::vector<Bar> bars;
    Bar mine;
    mine.name = tr("this plan");
    mine.value = ours;
    mine.low = profile.kernel.lowNs;
    mine.high = profile.kernel.highNs;
    mine.words = durationText(ours) + (profile.verified ? QString() : QLatin1Char(' ') + tr("unverified"));
    if (profile.cold.medianNs > 0)
        mine.words += tr(", cold L2 %1").arg(durationText(profile.cold.medianNs));
    mine.tip = spreadText(profile.kernel) + QLatin1Char('\n') + coldTip(profile.cold) +
               tr("zeroing %1, fused kernel %2, conversion %3")
                   .arg(durationText(profile.zeroNs), durationText(profile.fusedNs), durationText(profile.convertNs));
    for (const Variant& v : profile.variants)
        mine.tip += QLatin1Char('\n') + (v.chosen ? tr("chosen: %1, %2") : tr("tried: %1, %2"))
                                            .arg(QString::fromStdString(v.parameters), durationText(v.ns));
    mine.ours = true;
    mine.faint = !profile.verified;
    bars.push_back(mine);
    for (const Baseline& baseline : profile.baselines) {
        Bar bar;
        bar.name = QString::fromStdString(baseline.name);
        if (!baseline.problem.empty()) {
            bar.words = tr("did not run");
            bar.tip = QString::fromStdString(baseline.problem);
            bar.faint = true;
            bars.push_back(bar);
            continue;
        }
        bar.value = baseline.timing.medianNs;
        bar.low = baseline.timing.lowNs;
        bar.high = baseline.timing.highNs;
        bar.words = durationText(bar.value) + QStringLiteral("  ") +
                    (baseline.verified ? comparedText(bar.value, ours) : tr("unverified"));
        bar.tip = spreadText(baseline.timing) + QLatin1Char('\n') + coldTip(baseline.cold) +
                  tr("preprocessing %1, relative error %2")
                      .arg(durationText(baseline.preprocessNs), figureText(baseline.relativeError));
        bar.faint = !baseline.verified;
        bars.push_back(bar);
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) {
        if ((a.value > 0) != (b.value > 0))
            return a.value > 0;
        return a.value < b.value;
    });
    return together(std::move(bars));
}

QString conditionsText(const Conditions& c)
{
    QStringList parts;
    const auto add = [&](const QString& format, const std::string& value) {
        if (!value.empty())
            parts << format.arg(QString::fromStdString(value));
    };
    add(QStringLiteral("%1"), c.device);
    add(QStringLiteral("%1"), c.architecture);
    if (c.sms > 0)
        parts << tr("%1 SMs").arg(c.sms);
    if (c.clockMHz > 0)
        parts << QStringLiteral("%1 MHz").arg(figureText(c.clockMHz));
    add(tr("%1 cache"), c.cache);
    if (c.repeats > 0)
        parts << tr("%1 warm-ups, %2 repeats").arg(countText(c.warmups), countText(c.repeats));
    if (c.values != MatrixValues::File)
        parts << QString::fromUtf8(label(c.values));
    add(tr("driver %1"), c.driver);
    add(tr("CUDA %1"), c.cuda);
    add(tr("NVRTC %1"), c.nvrtc);
    add(tr("cuSPARSE %1"), c.cusparse);
    add(tr("cuBLAS %1"), c.cublas);
    add(QStringLiteral("%1"), c.date);
    return parts.join(QStringLiteral(" · "));
}

QString headline(const Profile& profile)
{
    const Baseline* best = profile.fastestBaseline();
    if (!best)
        return tr("no verified baseline to compare with");
    const double ratio = best->timing.medianNs / profile.kernel.medianNs;
    const QString name = QString::fromStdString(best->name);
    if (!(ratio > 0) || !std::isfinite(ratio))
        return {};
    return ratio >= 1 ? tr("%1 faster than %2, the fastest baseline").arg(ratioText(ratio), name)
                      : tr("%1 slower than %2, the fastest baseline").arg(ratioText(1 / ratio), name);
}

QString verificationText(const Profile& profile)
{
    return profile.verified
               ? tr("Verified against a float64 reference: relative error %1, worst element %2.")
                     .arg(figureText(profile.relativeError), figureText(profile.worstElementError))
               : tr("Unverified: relative error %1, worst element %2. The times below are of a result that "
                    "was not accepted.")
                     .arg(figureText(profile.relativeError), figureText(profile.worstElementError));
}

QString verifiedWords(const Profile& profile)
{
    return profile.verified ? tr("verified, error %1").arg(figureText(profile.relativeError)) : QString();
}

std::vector<Finding> findings(const Profile& profile, const RunFacts* facts, const BlockSchedule* predicted,
                              const BlockSchedule* measured, const Roofline& roofline)
{
    std::vector<Finding> list;
    const double ns = profile.kernel.medianNs;
    list.push_back({MeasureView::Baselines, tr("Speed"),
                    tr("%1 a call (%2 to %3): zeroing, fused kernel and conversion. %4.")
                        .arg(durationText(ns), durationText(profile.kernel.lowNs), durationText(profile.kernel.highNs),
                             headline(profile))});
    if (profile.predictedNs > 0 && ns > 0) {
        // The model is about the kernel with default parameters, where the tuner chose others.
        const double about = profile.untunedNs > 0 ? profile.untunedNs : ns;
        const double error = about / profile.predictedNs - 1;
        QString text = (profile.untunedNs > 0 ? tr("%1 predicted, %2 measured with the parameters that it is about: ")
                                              : tr("%1 predicted, %2 measured: "))
                           .arg(durationText(profile.predictedNs), durationText(about)) +
                       (std::abs(error) < 0.005 ? tr("as predicted.")
                        : error > 0             ? tr("%1 more than predicted.").arg(percentText(error))
                                                : tr("%1 less than predicted.").arg(percentText(-error)));
        if (facts && facts->saturatedAgreement.points > 0)
            text += tr(" Sub-tasks alone: median error %1; in the kernel: %2.")
                        .arg(percentText(facts->saturatedAgreement.medianError),
                             percentText(facts->inSituAgreement.medianError));
        list.push_back({MeasureView::Model, tr("Cost model"), text});
    }
    if (predicted && measured && measured->problem.empty() && !measured->sampled())
        list.push_back(
            {MeasureView::Schedule, tr("Schedule"),
             tr("Busiest SM over mean: %1, predicted %2. SMs are idle %3 of the time, predicted %4.")
                 .arg(ratioText(measured->balance.imbalance()), ratioText(predicted->balance.imbalance()),
                      percentText(measured->balance.idleShare()), percentText(predicted->balance.idleShare()))});
    if (!roofline.limit.empty())
        list.push_back({MeasureView::Roofline, tr("Limit"), QString::fromStdString(roofline.limit)});
    if (const double l2 = measuredL2Bytes(profile); std::isfinite(l2) && profile.predictedBytes > 0)
        list.push_back(
            {MeasureView::Counters, tr("Traffic"),
             tr("%1 through L2, %2 of predicted; %3 of device memory.")
                 .arg(bytesText(l2), percentText(l2 / profile.predictedBytes), bytesText(measuredDramBytes(profile)))});
    const auto slowest = std::max_element(profile.kinds.begin(), profile.kinds.end(),
                                          [](const KindRun& a, const KindRun& b) { return a.ns < b.ns; });
    if (slowest != profile.kinds.end())
        list.push_back({MeasureView::Kinds, tr("Kinds of tile"),
                        tr("%1 kinds; alone, the longest is %2 with %3.")
                            .arg(countText(static_cast<std::int64_t>(profile.kinds.size())),
                                 QString::fromStdString(slowest->kind), durationText(slowest->ns))});
    if (profile.fusedNs > 0 && profile.zeroNs + profile.convertNs > 0)
        list.front().sentence += tr(" Alone, the fused kernel takes %1.").arg(durationText(profile.fusedNs));
    return list;
}

QString agreementText(const Agreement& a, const QString& what)
{
    if (a.points == 0)
        return tr("not measured");
    return tr("r %1, RMSE %2, median error %3, %4 %5")
        .arg(std::isfinite(a.pearson) ? figureText(a.pearson) : QStringLiteral("–"), durationText(a.rmse),
             percentText(a.medianError), countText(a.points), what);
}

} // namespace sparsescope
