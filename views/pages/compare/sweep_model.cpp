// The points of a sweep as a table.
#include "views/pages/compare/sweep_model.h"

#include "views/parts/bar_below.h"
#include "views/parts/counter_text.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

double known(double ratio) // 0: not known
{
    return ratio > 0 ? ratio : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

QString sweepFigureName(SweepFigure figure)
{
    const QString names[sweepFigureCount] = {tr("predicted"),
                                             tr("measured"),
                                             tr("storage"),
                                             tr("padding"),
                                             tr("search time"),
                                             tr("redundant"),
                                             tr("split rows"),
                                             tr("tiles"),
                                             tr("levels"),
                                             tr("memory cost"),
                                             tr("graphs tried"),
                                             tr("predicted / default"),
                                             tr("measured / default"),
                                             tr("paper, measured / default"),
                                             tr("search / default"),
                                             tr("paper, search / default")};
    return names[static_cast<int>(figure)];
}

QString sweepFigureText(SweepFigure figure, double value)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    switch (figure) {
    case SweepFigure::Predicted:
    case SweepFigure::Measured:
    case SweepFigure::SearchTime:
        return durationText(value);
    case SweepFigure::Storage:
        return bytesText(value);
    case SweepFigure::Padding:
    case SweepFigure::Redundant:
    case SweepFigure::Atomic:
        return percentText(value);
    case SweepFigure::PredictedOverDefault:
    case SweepFigure::MeasuredOverDefault:
    case SweepFigure::PaperOverDefault:
    case SweepFigure::SearchOverDefault:
    case SweepFigure::PaperSearchOverDefault:
        return ratioText(value);
    case SweepFigure::Tiles:
    case SweepFigure::Levels:
    case SweepFigure::MemoryCost:
    case SweepFigure::Evaluated:
        break;
    }
    return countText(std::llround(value));
}

void SweepModel::start(const Sweep& sweep, const MatrixPtr& matrix, const std::map<std::size_t, SweepPoint>& done)
{
    beginResetModel();
    m_sweep = sweep;
    m_matrix = matrix;
    m_ready = readySweepOf(sweep);
    m_points = sweep.axes.empty() ? std::vector<SweepPoint>() : sweepPoints(sweep);
    m_done.assign(m_points.size(), false);
    m_measured.assign(m_points.size(), std::numeric_limits<double>::quiet_NaN());
    m_counters.clear();
    m_counted.assign(m_points.size(), {});
    for (const auto& [place, point] : done)
        if (place < m_points.size()) {
            m_points[place] = point;
            m_done[place] = true;
        }
    findExtremes();
    endResetModel();
}

void SweepModel::setPoint(std::size_t index, const SweepPoint& point)
{
    if (index >= m_points.size())
        return;
    m_points[index] = point;
    m_done[index] = true;
    changed();
}

void SweepModel::findExtremes()
{
    findOverDefault();
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    m_greatest.assign(static_cast<std::size_t>(figures()), none);
    for (std::size_t f = 0; f < m_greatest.size(); ++f)
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (const double value = figure(i, static_cast<SweepFigure>(f)); std::isfinite(value))
                m_greatest[f] = std::fmax(m_greatest[f], value);
    std::vector<Ranked> all;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        all.push_back(ranked(i));
    m_fastestPredicted = bestNs(all, RankBy::Prediction);
    m_fastestMeasured = bestNs(all, RankBy::Measurement);
}

void SweepModel::findOverDefault()
{
    m_overDefault.assign(m_points.size(), {});
    if (!m_ready || m_ready->standard.empty() || !m_matrix)
        return;
    std::vector<SweepPoint> points = m_points;
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].measuredNs = std::isfinite(m_measured[i]) ? m_measured[i] : 0;
    m_overDefault = overDefault(*m_ready, *m_matrix, points);
}

QString SweepModel::besidePaper(const QString& whyNoGpu) const
{
    if (!m_ready || m_ready->standard.empty() || !m_matrix)
        return {};
    QStringList sentences;
    if (const Published* published = m_ready->publishedOf(*m_matrix))
        sentences << tr("The paper's figures are of %1.").arg(QString::fromStdString(published->matrix));
    else if (!m_ready->published.empty())
        sentences << tr("The paper has no matrix of this size.");
    if (!m_ready->differs.empty())
        sentences << QString::fromStdString(m_ready->differs);
    if (const std::string missing = uncounted(*m_ready, donePoints()); !missing.empty())
        sentences << QString::fromStdString(missing)
                  << (whyNoGpu.isEmpty() ? tr("Run all counts them, where counters may be read.") : whyNoGpu);
    return sentences.join(QLatin1Char(' '));
}

Ranked SweepModel::ranked(std::size_t index) const
{
    const double predicted = figure(index, SweepFigure::Predicted), measured = figure(index, SweepFigure::Measured);
    // Runs whose result is wrong are no measurements here.
    return {std::isfinite(predicted) ? predicted : 0, measured, std::isfinite(measured), cpuOnly(index)};
}

// The best one and the longest bar may be others now.
void SweepModel::changed()
{
    findExtremes();
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

bool SweepModel::bestOf(std::size_t index, SweepFigure which) const
{
    if (which != SweepFigure::Predicted && which != SweepFigure::Measured)
        return false;
    const bool measured = which == SweepFigure::Measured;
    const double best = measured ? m_fastestMeasured : m_fastestPredicted;
    return best > 0 && best < m_greatest[static_cast<std::size_t>(which)] &&
           rankedNs(ranked(index), measured ? RankBy::Measurement : RankBy::Prediction) == best;
}

void SweepModel::setMeasured(std::size_t index, double ns, const std::vector<Counter>& counters)
{
    std::map<std::string, double> counted;
    std::vector<Counter> unknown;
    for (const Counter& counter : counters) {
        counted[counter.name] = counter.value;
        if (std::none_of(m_counters.begin(), m_counters.end(),
                         [&](const Counter& c) { return c.name == counter.name; }))
            unknown.push_back(counter);
    }
    if ((m_measured[index] == ns || (std::isnan(m_measured[index]) && std::isnan(ns))) && counted == m_counted[index])
        return;
    if (!unknown.empty()) {
        const int column = axes() + figures();
        beginInsertColumns({}, column, column + static_cast<int>(unknown.size()) - 1);
        m_counters.insert(m_counters.end(), unknown.begin(), unknown.end());
        findExtremes();
        endInsertColumns();
    }
    m_measured[index] = ns;
    m_counted[index] = std::move(counted);
    changed();
}

QString SweepModel::figureName(SweepFigure figure) const
{
    if (static_cast<int>(figure) < sweepFigureCount)
        return sweepFigureName(figure);
    const Counter* counter = counterOf(figure);
    return counter ? counterName(*counter) : QString();
}

QString SweepModel::figureText(SweepFigure figure, double value) const
{
    const Counter* counter = counterOf(figure);
    if (!std::isfinite(value))
        return sweepFigureText(SweepFigure::Measured, value);
    if (!counter)
        return sweepFigureText(figure, value);
    Counter counted = *counter;
    counted.value = value;
    return counterText(counted);
}

const Counter* SweepModel::counterOf(SweepFigure figure) const
{
    const int counter = static_cast<int>(figure) - sweepFigureCount;
    return counter >= 0 && counter < static_cast<int>(m_counters.size())
               ? &m_counters[static_cast<std::size_t>(counter)]
               : nullptr;
}

void SweepModel::setColors(const Colors& colors)
{
    m_colors = colors;
    if (!m_points.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

std::vector<SweepPoint> SweepModel::donePoints() const
{
    std::vector<SweepPoint> points;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (m_done[i]) {
            points.push_back(m_points[i]);
            points.back().measuredNs = std::isfinite(m_measured[i]) ? m_measured[i] : 0;
            points.back().counted = m_counted[i];
        }
    return points;
}

bool SweepModel::hasMeasured() const
{
    for (const double ns : m_measured)
        if (std::isfinite(ns))
            return true;
    return false;
}

bool SweepModel::hasFigure(SweepFigure which) const
{
    return std::isfinite(m_greatest[static_cast<std::size_t>(which)]);
}

bool SweepModel::columnEmpty(int column) const
{
    if (const int figure = column - axes();
        figure >= static_cast<int>(SweepFigure::MemoryCost) && figure < sweepFigureCount)
        return !hasFigure(static_cast<SweepFigure>(figure));
    if (column < columnCount() - 1)
        return false;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (!note(i).isEmpty())
            return false;
    return true;
}

bool SweepModel::cpuOnly(std::size_t index) const
{
    const SweepPoint& point = m_points[index];
    return m_done[index] && runsOnCpuOnly(point.summary, point.request.op.kind, m_hasDeviceCode);
}

QString SweepModel::note(std::size_t index) const
{
    return QString::fromStdString(predictionNote(m_points[index].borrowed, cpuOnly(index)));
}

QString SweepModel::summary() const
{
    std::size_t done = 0, failed = 0, cpu = 0;
    int best = -1;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        done += m_done[i] ? 1 : 0;
        failed += m_points[i].problem.empty() ? 0 : 1;
        cpu += cpuOnly(i) ? 1 : 0;
        if (best < 0 && m_fastestPredicted > 0 && rankedNs(ranked(i), RankBy::Prediction) == m_fastestPredicted)
            best = static_cast<int>(i);
    }
    QStringList words;
    if (done < m_points.size())
        words << tr("%1 of %2 points").arg(done).arg(m_points.size());
    if (best >= 0)
        words << (cpu > 0 ? tr("fastest on the GPU: %1, %2") : tr("fastest: %1, %2"))
                     .arg(name(static_cast<std::size_t>(best)),
                          durationText(m_points[static_cast<std::size_t>(best)].predictedNs));
    if (cpu > 0)
        words << tr("%1 on the CPU only").arg(cpu);
    if (failed > 0)
        words << tr("%1 failed, see the table").arg(failed);
    return words.join(QStringLiteral("  ·  "));
}

double SweepModel::figure(std::size_t index, SweepFigure figure) const
{
    const SweepPoint& p = m_points[index];
    if (!m_done[index] || !p.problem.empty())
        return std::numeric_limits<double>::quiet_NaN();
    if (static_cast<int>(figure) >= sweepFigureCount) {
        const Counter* counter = counterOf(figure);
        const auto found = counter ? m_counted[index].find(counter->name) : m_counted[index].end();
        return found == m_counted[index].end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    }
    const auto stored = static_cast<double>(std::max<std::int64_t>(1, p.summary.places.stored));
    switch (figure) {
    case SweepFigure::Predicted:
        return p.predictedNs;
    case SweepFigure::Measured:
        return m_measured[index];
    case SweepFigure::Storage:
        return static_cast<double>(p.summary.bytes);
    case SweepFigure::Padding:
        return static_cast<double>(p.summary.places.padding()) / stored;
    case SweepFigure::Redundant:
        return p.summary.places.redundantRatio();
    case SweepFigure::Atomic:
        return p.atomicShare();
    case SweepFigure::Tiles:
        return static_cast<double>(p.summary.tiles);
    case SweepFigure::Levels:
        return static_cast<double>(p.summary.levels);
    case SweepFigure::MemoryCost:
    case SweepFigure::Evaluated: {
        const auto numbers = numbersIn(p.figures);
        const auto found = numbers.find(figure == SweepFigure::MemoryCost ? "memoryCost" : "graphSearch.evaluated");
        return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    }
    case SweepFigure::PredictedOverDefault:
        return known(m_overDefault[index].predicted);
    case SweepFigure::MeasuredOverDefault:
        return known(m_overDefault[index].measured);
    case SweepFigure::PaperOverDefault:
        return known(m_overDefault[index].paperLatency);
    case SweepFigure::SearchOverDefault:
        return known(m_overDefault[index].searchTime);
    case SweepFigure::PaperSearchOverDefault:
        return known(m_overDefault[index].paperSearchTime);
    case SweepFigure::SearchTime:
        break;
    }
    return p.searchSeconds * 1e9;
}

QString SweepModel::name(std::size_t index) const
{
    return QString::fromStdString(pointName(m_sweep, m_points[index]));
}

int SweepModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_points.empty() ? 0 : axes() + figures() + 3;
}

QString SweepModel::byFormat(const SweepPoint& point) const
{
    QStringList words;
    for (const auto& [format, tiles] : point.summary.tilesByFormat)
        if (tiles > 0)
            words << countText(tiles) + QLatin1Char(' ') + QString::fromStdString(format);
    return words.join(QStringLiteral(", "));
}

// Columns: the axes, the figures, tiles by format, the winner among competitors or why the point failed, and what there
// is to say of the prediction.
QVariant SweepModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const SweepPoint& point = m_points[row];
    const int column = index.column();
    if (role == sortRole && column < axes()) { // as they were given
        std::size_t place = row;
        for (std::size_t a = m_sweep.axes.size() - 1; a > static_cast<std::size_t>(column); --a)
            place /= m_sweep.axes[a].values.size();
        return static_cast<double>(place % m_sweep.axes[static_cast<std::size_t>(column)].values.size());
    }
    if (role == Qt::DisplayRole && column < axes())
        return QString::fromStdString(point.values[static_cast<std::size_t>(column)]);
    const int figure = column - axes();
    const bool number = figure >= 0 && figure < figures();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (number) {
        const auto which = static_cast<SweepFigure>(figure);
        const double value = this->figure(row, which);
        const bool unsure = which == SweepFigure::Predicted && cpuOnly(row);
        if (role == Qt::DisplayRole && which == SweepFigure::Measured && cpuOnly(row) && !std::isfinite(value))
            return tr("CPU only");
        if (role == Qt::DisplayRole) // a prediction that no GPU can keep is none to compare with
            return unsure && std::isfinite(value) ? QStringLiteral("(%1)").arg(figureText(which, value))
                                                  : figureText(which, value);
        if (role == sortRole)
            return value;
        const bool bar = which == SweepFigure::Predicted || which == SweepFigure::Measured ||
                         which == SweepFigure::Storage || which == SweepFigure::SearchTime ||
                         which == SweepFigure::MemoryCost;
        if (role == BarBelow::barRole && bar && !unsure && std::isfinite(value) &&
            m_greatest[static_cast<std::size_t>(figure)] > 0)
            return value / m_greatest[static_cast<std::size_t>(figure)];
        if (role == Qt::FontRole && bestOf(row, which)) {
            QFont font = typeFace(TypeSize::Small, true);
            return font;
        }
        if (role == Qt::ToolTipRole && std::isfinite(value))
            return unsure ? tr("%1; %2").arg(exactText(value), note(row)) : exactText(value);
        if (role == Qt::ForegroundRole && (!std::isfinite(value) || unsure))
            return m_colors.secondary;
        return {};
    }
    if (figure == figures() && (role == Qt::DisplayRole || role == sortRole))
        return byFormat(point);
    if (figure == figures() + 2) {
        if (role == Qt::DisplayRole || role == sortRole || role == Qt::ToolTipRole)
            return note(row);
        return role == Qt::ForegroundRole ? QVariant(m_colors.secondary) : QVariant();
    }
    if (figure > figures()) {
        const QString problem = QString::fromStdString(point.problem);
        if (role == Qt::DisplayRole || role == sortRole)
            return !m_done[row]        ? tr("not searched")
                   : problem.isEmpty() ? QString::fromStdString(point.winner)
                                       : problem;
        if (role == Qt::ForegroundRole && !problem.isEmpty())
            return m_colors.bad;
    }
    if (role == Qt::ToolTipRole && !point.problem.empty())
        return QString::fromStdString(point.problem);
    return {};
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const int figure = section - axes();
    const bool number = figure >= 0 && figure < figures();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    if (section < axes())
        return QString::fromStdString(m_sweep.axes[static_cast<std::size_t>(section)].name);
    if (number)
        return figureName(static_cast<SweepFigure>(figure));
    return figure == figures() ? tr("by format") : figure == figures() + 1 ? tr("winner") : tr("note");
}

} // namespace sparsescope
