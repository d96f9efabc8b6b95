// The lines beside the bars of masks: prediction, best choice, rivals.
#include "engine/core/at.h"
#include "views/pages/measure/mask_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

constexpr int leaderWidth = 14; // pixels

// Okabe-Ito without the colours of the parts; a second round is dashed.
constexpr QRgb rivalColours[] = {0xFFD55E00, 0xFF56B4E9, 0xFFCC79A7, 0xFF999999};

} // namespace

void MaskTimes::makeLines()
{
    for (const Line& line : m_lines) {
        removeGraph(line.graph);
        removeItem(line.label);
        removeItem(line.leader);
    }
    m_lines.clear();
    if (!m_run)
        return;
    const auto add = [this](LineKind kind, std::size_t rival, const QString& name, std::int64_t masks,
                            const auto& nsOf) {
        Line line{kind, rival, name};
        bool any = false;
        for (std::int64_t t = 0; t < size(); ++t) {
            line.ns.push_back(t < masks ? soundNs(nsOf(at(t))) : std::numeric_limits<double>::quiet_NaN());
            any = any || std::isfinite(line.ns.back());
        }
        if (!any)
            return;
        line.graph = addGraph();
        line.graph->setAdaptiveSampling(false); // a column is a point
        line.label = new QCPItemText(this);
        line.label->setText(name);
        line.label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        line.label->position->setType(QCPItemPosition::ptAbsolute);
        line.label->setClipToAxisRect(false);
        line.leader = new QCPItemLine(this);
        line.leader->start->setType(QCPItemPosition::ptAbsolute);
        line.leader->end->setType(QCPItemPosition::ptAbsolute);
        line.leader->setClipToAxisRect(false);
        m_lines.push_back(std::move(line));
    };
    const std::vector<MaskRun>& masks = m_run->masks;
    add(LineKind::Predicted, 0, tr("predicted"), size(), [&](std::size_t t) { return masks[t].predictedNs(); });
    // Those that wait for the host are held against the plan by that clock.
    const bool waits = std::any_of(m_run->rivals.begin(), m_run->rivals.end(),
                                   [](const Rival& rival) { return rival.waits && rival.problem.empty(); });
    if (waits)
        add(LineKind::Host, 0, tr("plan (host)"), size(), [&](std::size_t t) { return masks[t].hostNs; });
    add(LineKind::Best, 0, tr("best choice"), size(), [&](std::size_t t) { return masks[t].bestNs; });
    for (std::size_t r = 0; r < m_run->rivals.size(); ++r) {
        const Rival& rival = m_run->rivals[r];
        if (!rival.problem.empty())
            continue;
        // Its kernels have names of their own: there is little room.
        const QString name = QString::fromStdString(rival.name).remove(QStringLiteral("cusparse:"));
        add(LineKind::Rival, r, rival.waits ? tr("%1 (host)").arg(name) : name, std::ssize(rival.masks),
            [&](std::size_t t) { return rival.masks[t].totalNs; });
    }
}

QPen MaskTimes::penOf(const Line& line) const
{
    const std::size_t colour = line.rival % std::size(rivalColours), round = line.rival / std::size(rivalColours);
    switch (line.kind) {
    case LineKind::Predicted:
        return QPen(colors().text, 1.4, Qt::DashLine);
    case LineKind::Host:
        return QPen(colors().text, 1.4, Qt::DotLine);
    case LineKind::Best:
        return QPen(colors().good, 2, Qt::DashDotLine);
    case LineKind::Rival:
        break;
    }
    return QPen(QColor::fromRgb(rivalColours[colour]), 2,
                round == 0   ? Qt::SolidLine
                : round == 1 ? Qt::DashLine
                             : Qt::DotLine);
}

int MaskTimes::roomForNames() const
{
    int widest = 0;
    for (const Line& line : m_lines)
        widest = std::max(widest, QFontMetrics(typeFace(TypeSize::Small)).horizontalAdvance(line.name));
    return widest == 0 ? 0 : leaderWidth + widest + 6;
}

QStringList MaskTimes::lineNames() const
{
    QStringList names;
    for (const Line& line : m_lines)
        names << line.name;
    return names;
}

// Beside the ends of their lines, as far from one another as their letters need.
void MaskTimes::placeNames()
{
    const QRect room = axisRect()->rect();
    std::vector<std::pair<double, const Line*>> ends;
    for (const Line& line : m_lines) {
        const auto last = std::find_if(m_columns.rbegin(), m_columns.rend(),
                                       [&](const Column& column) { return std::isfinite(line.ns[at(column.shown)]); });
        const bool shown = m_show == Show::Times && last != m_columns.rend();
        line.label->setVisible(shown);
        line.leader->setVisible(shown);
        if (shown)
            ends.emplace_back(
                std::clamp(yAxis->coordToPixel(line.ns[at(last->shown)]), room.top() + 0.0, room.bottom() + 0.0),
                &line);
    }
    std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const double step = QFontMetrics(typeFace(TypeSize::Small)).height() - 2;
    std::vector<double> places;
    for (const auto& [y, line] : ends)
        places.push_back(std::max(y, places.empty() ? step / 2 : places.back() + step));
    double most = height() - step / 2;
    for (std::size_t i = places.size(); i-- > 0; most = places[i] - step)
        places[i] = std::min(places[i], most);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto& [y, line] = ends[i];
        line->leader->start->setCoords(room.right() + 1, y);
        line->leader->end->setCoords(room.right() + leaderWidth, places[i]);
        line->label->position->setCoords(room.right() + leaderWidth + 3, places[i]);
    }
}

} // namespace sparsescope
