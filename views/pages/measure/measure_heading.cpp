// What stands above the views of the Measure page, and which views there are.
#include "views/pages/measure/masks_text.h"
#include "views/pages/measure/measure_page.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QLabel>
#include <QTabBar>

namespace sparsescope {

// What a run over masks measured stands in a view of its own; the others are of one plan and one matrix.
void MeasurePage::offerViews()
{
    const bool masks = m_workspace.document().masks() != nullptr;
    const bool others = m_workspace.attention().run() || !m_workspace.document().maskRun();
    const bool masksShown = view() == MeasureView::Masks;
    for (int i = 0; i < measureViews; ++i)
        m_tabs->setTabVisible(i, i == static_cast<int>(MeasureView::Masks) ? masks : others);
    m_tabs->setVisible(others); // one alone is no choice
    if (masksShown ? !masks : !others)
        setView(others ? MeasureView::Overview : MeasureView::Masks);
}

void MeasurePage::showEmpty()
{
    QString works = tr("What works without a GPU: searching with a shipped calibration, reading the kernel, checking "
                       "the plan on the CPU, and opening sessions that were recorded elsewhere, in full.");
    if (const auto& check = m_workspace.operations().cpuCheck();
        check && check->plan == m_workspace.attention().plan()) {
        const QString remark =
            check->message.empty() ? QString() : QString::fromStdString(check->message) + QLatin1Char('\n');
        works = (check->accepted ? tr("Checked on the CPU: right, relative error %1, worst element %2, %3.")
                                 : tr("Checked on the CPU: WRONG, relative error %1, worst element %2, %3."))
                    .arg(figureText(check->norms.relative), figureText(check->norms.worstElement),
                         QString::fromUtf8(label(check->values))) +
                QLatin1Char('\n') + remark + works;
    }
    m_whatWorks->setText(works);
    m_whatWorks->setVisible(!m_workspace.setup().whyNoGpu().isEmpty() ||
                            m_workspace.operations().cpuCheck().has_value());
}

// What is measured of the run that the view is of.
void MeasurePage::showHeading()
{
    if (view() == MeasureView::Masks)
        return showMasksHeading();
    const OpenRun* run = m_workspace.attention().run();
    if (!run)
        return;
    const Profile& profile = *run->profile;
    const QString recorded = run->recorded ? tr("recorded") : QString();
    m_time->setText(durationText(profile.kernel.medianNs) +
                    (recorded.isEmpty() ? QString() : QLatin1Char(' ') + recorded));
    m_time->setToolTip(
        tr("%1 ns per call: zeroing, fused kernel and conversion").arg(exactText(profile.kernel.medianNs)));
    m_headline->setText(headline(profile));
    m_headline->setToolTip({});
    const QString verified = verifiedWords(profile);
    m_conditions->setText(conditionsText(profile.conditions) +
                          (verified.isEmpty() ? QString() : QStringLiteral(" · ") + verified));
    m_conditions->setToolTip(verificationText(profile));
    m_verified->setText(verificationText(profile));
    m_verified->setVisible(!profile.verified);
    // Figures of a result that was not accepted are greyed; the word says why.
    for (QLabel* l : {m_time, m_headline})
        setFaint(*l, !profile.verified);
}

void MeasurePage::showMasksHeading()
{
    const OpenMaskRun* run = m_workspace.document().maskRun();
    QString wrong, conditions;
    if (run) {
        const DataType dtype = run->rule.plan->op.dtype;
        wrong = wrongMasksText(*run->run, dtype);
        QStringList parts{conditionsText(run->run->conditions), ruleText(run->rule.plan->rule)};
        if (const QString verified = maskVerifiedText(*run->run, dtype); !verified.isEmpty())
            parts << verified;
        conditions = parts.join(QStringLiteral(" · "));
    }
    const double median = run ? medianTotalNs(*run->run) : 0;
    m_time->setText(!run ? QString() : durationText(median) + (run->recorded ? tr(" recorded") : QString()));
    m_time->setToolTip(run ? tr("%1 ns for a mask, median of all: choosing anew, index, zeroing, kernel, conversion")
                                 .arg(exactText(median))
                           : QString());
    m_headline->setText(run ? maskHeadline(*run->run) : tr("Not run over the masks yet"));
    m_headline->setToolTip(
        run ? tr("Geometric mean of the masks: the time of the fastest rival of each over that of the "
                 "dynamic plan, by the host's clock where the rival waits for the host")
            : QString());
    m_conditions->setText(conditions);
    m_conditions->setToolTip({});
    m_verified->setText(wrong);
    m_verified->setVisible(!wrong.isEmpty());
    for (QLabel* l : {m_time, m_headline})
        setFaint(*l, !wrong.isEmpty());
}

} // namespace sparsescope
