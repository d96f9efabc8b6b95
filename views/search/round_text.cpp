// The round of the search in words.
#include "views/search/round_text.h"

#include "views/numbers.h"

#include <QCoreApplication>
#include <QMap>
#include <QStringList>

#include <algorithm>

namespace sparsescope {

int roundAtStep(const std::vector<TraceRound>& rounds, std::int64_t step)
{
    if (rounds.empty())
        return -1;
    const std::int64_t tile = std::max<std::int64_t>(0, step - 1);
    // The first round that ends behind this tile; rounds that chose nothing end where they begin.
    const auto found =
        std::partition_point(rounds.begin(), rounds.end(), [tile](const TraceRound& r) { return r.tileEnd <= tile; });
    return found == rounds.end() ? static_cast<int>(rounds.size()) - 1 : static_cast<int>(found - rounds.begin());
}

QString roundText(const TraceRound& round, const Plan& plan, std::int64_t step)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("round", text); };
    const auto line = [](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td style=\"white-space:nowrap\">%1&nbsp;&nbsp;</td><td align=\"right\" "
                              "style=\"white-space:nowrap\">%2</td></tr>")
            .arg(name, value);
    };
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">");
    html += line(tr("candidates scored"), countText(round.candidates));
    html += line(tr("best cost per non-zero"), durationText(round.best));
    html += line(tr("taken up to (r c)"), durationText(round.limit));
    // Counted by number, named afterwards: a round may choose tens of thousands.
    std::vector<std::int64_t> counts(plan.formats.size(), 0);
    const auto end = std::min<std::int64_t>(round.tileEnd, static_cast<std::int64_t>(plan.tiles.size()));
    for (std::int64_t i = std::max<std::int64_t>(0, round.tileBegin); i < end; ++i)
        ++counts[static_cast<std::size_t>(plan.tiles[static_cast<std::size_t>(i)].format)];
    QMap<QString, std::int64_t> chosen;
    for (std::size_t format = 0; format < counts.size(); ++format)
        if (counts[format] > 0)
            chosen[QString::fromStdString(plan.formats[format]->label())] += counts[format];
    const std::int64_t shown = std::clamp<std::int64_t>(step - round.tileBegin, 0, round.tileEnd - round.tileBegin);
    html += line(tr("chosen"), countOf(round.tileEnd - round.tileBegin, tr("tile"), tr("tiles")));
    html += line(tr("of these shown"), countText(shown));
    html += QStringLiteral("</table><p style=\"margin-top:4px\">");
    QStringList kinds;
    for (auto it = chosen.begin(); it != chosen.end() && kinds.size() < 6; ++it)
        kinds.push_back(QStringLiteral("%1&nbsp;×&nbsp;%2").arg(countText(it.value()), it.key().toHtmlEscaped()));
    if (chosen.size() > kinds.size())
        kinds.push_back(tr("%1 other kinds").arg(chosen.size() - kinds.size()));
    html += kinds.join(QStringLiteral(", ")) + QStringLiteral("</p>");
    if (!round.lost.empty()) {
        html += QStringLiteral("<p style=\"margin-top:4px\">%1</p><table cellspacing=\"0\" cellpadding=\"1\">")
                    .arg(tr("Best that lost:"));
        for (std::size_t i = 0; i < round.lost.size() && i < 4; ++i) {
            const TraceCandidate& c = round.lost[i];
            html += QStringLiteral("<tr><td style=\"white-space:nowrap\">%1&nbsp;&nbsp;</td><td "
                                   "style=\"white-space:nowrap\">%2</td></tr>"
                                   "<tr><td colspan=\"2\" style=\"padding-left:12px\">%3</td></tr>")
                        .arg(QString::fromStdString(c.format).toHtmlEscaped(), durationText(c.average),
                             QString::fromStdString(c.reason).toHtmlEscaped());
        }
        html += QStringLiteral("</table>");
    }
    return html;
}

} // namespace sparsescope
