// The arithmetic of a search written out.
#include "views/replay/round_text.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <QMap>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

QString row(const QStringList& cells, const char* tag = "td")
{
    QString html = QStringLiteral("<tr>");
    for (int i = 0; i < cells.size(); ++i)
        html += QStringLiteral("<%1 align=\"%2\" style=\"white-space:nowrap; font-weight:normal\">%3</%1>")
                    .arg(QLatin1String(tag), i == 0 ? QStringLiteral("left") : QStringLiteral("right"),
                         i + 1 < cells.size() ? cells[i] + QStringLiteral("&nbsp;&nbsp;&nbsp;") : cells[i]);
    return html + QStringLiteral("</tr>");
}

QString table(const QString& rows)
{
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">") + rows + QStringLiteral("</table>");
}

QString paragraph(const QString& text)
{
    return QStringLiteral("<p style=\"margin-top:6px; margin-bottom:4px\">%1</p>").arg(text);
}

QString escaped(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

std::int64_t ownedBy(const Plan& plan, const Tile& tile)
{
    return countPlaces(plan, tile).owned;
}

// Withdrawn tiles of the round all of whose rows this tile stores: those that it took the place of.
std::vector<const TraceTile*> replacedBy(const TraceRound& round, const Plan& plan, const Tile& tile)
{
    std::vector<std::int32_t> rows(plan.tiling().view(tile).rowIds.begin(), plan.tiling().view(tile).rowIds.end());
    std::sort(rows.begin(), rows.end());
    std::vector<const TraceTile*> replaced;
    for (const TraceTile& gone : round.withdrawn)
        if (std::all_of(gone.rows.begin(), gone.rows.end(),
                        [&](std::int32_t r) { return std::binary_search(rows.begin(), rows.end(), r); }))
            replaced.push_back(&gone);
    return replaced;
}

} // namespace

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

QString whyText(const TraceRound& round, const Plan& plan, std::int64_t index, bool ahead, bool ofSearch)
{
    if (index < 0 || index >= static_cast<std::int64_t>(plan.tiling().tiles.size()))
        return {};
    const Tile& tile = plan.tiling().tiles[at(index)];
    const std::int64_t owned = ownedBy(plan, tile);
    const double average = owned > 0 ? tile.cost / static_cast<double>(owned) : INFINITY;
    const double r = round.best > 0 ? round.limit / round.best : 1;
    QString html = paragraph(
        QStringLiteral("<b>%1</b> %2")
            .arg(escaped(plan.tiling().formatOf(tile).label()),
                 ahead ? tr("is chosen next")
                       : tr("was chosen %1 of %2 in its round")
                             .arg(countText(index - round.tileBegin + 1), countText(round.tileEnd - round.tileBegin))));
    if (!ofSearch) {
        html += table(row({tr("cost now, in parts of %1").arg(countText(plan.densePart)), durationText(tile.cost)}) +
                      row({tr("best of the round"), tr("c = %1").arg(durationText(round.best))}) +
                      row({tr("cut"), tr("r c = %1").arg(durationText(round.limit))}));
        return html + paragraph(tr("The search priced another split of the dense loop, which the run found slower: "
                                   "its figures cannot be held against the cost now."));
    }
    const std::vector<const TraceTile*> replaced = replacedBy(round, plan, tile);
    if (!replaced.empty()) {
        double before = 0;
        std::int64_t covered = 0;
        for (const TraceTile* gone : replaced) {
            before += gone->cost;
            covered += gone->covers;
        }
        const std::int64_t gained = owned - covered;
        html += table(
            row({tr("before: %1 withdrawn")
                     .arg(countOf(static_cast<std::int64_t>(replaced.size()), tr("tile"), tr("tiles"))),
                 durationText(before), countOf(covered, tr("non-zero"), tr("non-zeros"))}) +
            row({tr("after: this tile"), durationText(tile.cost), countOf(owned, tr("non-zero"), tr("non-zeros"))}) +
            row({tr("difference, gained"), durationText(tile.cost - before),
                 countOf(gained, tr("non-zero"), tr("non-zeros"))}));
        html += gained > 0
                    ? paragraph(
                          tr("%1 / %2 gained = <b>%3</b> each, no more than the best ordinary candidate of the round.")
                              .arg(durationText(tile.cost - before), countText(gained),
                                   durationText((tile.cost - before) / static_cast<double>(gained))))
                    : paragraph(tr("Later withdrawals took some of its non-zeros; what it gained then is not known."));
        return html;
    }
    const QString cost =
        row({tr("cost / newly covered"), QStringLiteral("%1 / %2").arg(durationText(tile.cost), countText(owned)),
             QStringLiteral("= <b>%1</b>").arg(durationText(average))});
    if (!round.note.empty())
        return html + paragraph(escaped(round.note)) + table(cost);
    html += table(
        cost +
        row({tr("best of the round"), QStringLiteral("c"), QStringLiteral("= %1").arg(durationText(round.best))}) +
        row({tr("cut"), QStringLiteral("r c, %1 × %2").arg(figureText(r), durationText(round.best)),
             QStringLiteral("= %1").arg(durationText(round.limit))}));
    if (round.rest)
        html +=
            paragraph(tr("The search was cancelled here: this tile takes a part of what was left, whatever it costs."));
    else if (average <= round.best * (1 + 1e-6))
        html += paragraph(tr("It is the best candidate of the round."));
    else if (average <= round.limit * (1 + 1e-6))
        html += paragraph(tr("%1 is within the cut: the local search takes it too.").arg(durationText(average)));
    else
        html += paragraph(
            tr("Its average is above the cut now: since it was chosen, another tile came to write its rows too or took "
               "some of its non-zeros."));
    return html;
}

QString roundText(const TraceRound& round, const Plan& plan, std::int64_t step)
{
    QString html;
    if (!round.lost.empty()) {
        QString rows = row({tr("lost"), tr("row"), tr("cost / new"), tr("average")}, "th");
        if (round.lost.front().cost <= 0)
            rows.clear();
        for (const TraceCandidate& c : round.lost) {
            // Without a cost in time it is the reason that counts.
            rows += c.cost > 0 ? row({escaped(c.format), countText(c.firstRow),
                                      QStringLiteral("%1 / %2").arg(durationText(c.cost), countText(c.covers)),
                                      QStringLiteral("<b>%1</b>").arg(durationText(c.average))})
                               : row({escaped(c.format)});
            rows += QStringLiteral("<tr><td colspan=\"4\" style=\"padding-left:12px; padding-bottom:3px\">%1</td></tr>")
                        .arg(escaped(c.reason));
        }
        html += table(rows);
    } else {
        html += paragraph(tr("No candidate of this round is recorded as lost."));
    }
    // Counted by number, named afterwards: a round may choose tens of thousands.
    std::vector<std::int64_t> counts(plan.tiling().formats.size(), 0);
    const auto end = std::min<std::int64_t>(round.tileEnd, static_cast<std::int64_t>(plan.tiling().tiles.size()));
    for (std::int64_t i = std::max<std::int64_t>(0, round.tileBegin); i < end; ++i)
        ++counts[at(plan.tiling().tiles[at(i)].format)];
    QMap<QString, std::int64_t> chosen;
    for (std::size_t format = 0; format < counts.size(); ++format)
        if (counts[format] > 0)
            chosen[QString::fromStdString(plan.tiling().formats[format]->label())] += counts[format];
    const std::int64_t shown = std::clamp<std::int64_t>(step - round.tileBegin, 0, round.tileEnd - round.tileBegin);
    QStringList kinds;
    for (auto it = chosen.begin(); it != chosen.end() && kinds.size() < 8; ++it)
        kinds.push_back(QStringLiteral("%1&nbsp;×&nbsp;%2").arg(countText(it.value()), it.key().toHtmlEscaped()));
    if (chosen.size() > kinds.size())
        kinds.push_back(tr("%1 other kinds").arg(chosen.size() - kinds.size()));
    html += paragraph(tr("%1 scored, %2 chosen (%3 shown): %4.")
                          .arg(countOf(round.candidates, tr("candidate"), tr("candidates")),
                               countOf(round.tileEnd - round.tileBegin, tr("tile"), tr("tiles")), countText(shown),
                               kinds.join(QStringLiteral(", "))));
    return html;
}

QString liveText(const LiveSearch& live)
{
    QString rows;
    if (live.of > 1)
        rows += row({tr("search"), tr("%1 of %2 that compete for the plan").arg(live.number).arg(live.of)});
    if (!live.rounds.empty()) {
        const TraceRound& last = live.rounds.back();
        rows += row({tr("round, level"), tr("%1, %2").arg(countText(last.round), countText(last.level))});
        rows += row({tr("best of it"),
                     tr("%1 a non-zero, of %2 candidates").arg(durationText(last.best), countText(last.candidates))});
        rows += row({tr("sum of costs"), durationText(last.costSum)});
    }
    rows += row({tr("tiles"), countText(live.chosen())});
    rows += row({tr("covered"), QStringLiteral("<b>%1</b>").arg(percentText(live.covered()))});
    return table(rows) +
           paragraph(tr("The matrix shows what was chosen so far; a click on a tile says more. Cancel keeps it: simple "
                        "tiles then cover what is left."));
}

} // namespace sparsescope
