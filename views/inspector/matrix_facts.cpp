// The matrix in names and values.
#include "views/inspector/matrix_facts.h"

#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <algorithm>

namespace sparsescope {

namespace {

Fact matrixCount(const QString& name, std::int64_t value)
{
    return {name, countText(value), {}, false};
}

} // namespace

FactGroup matrixFacts(const Matrix& m)
{
    FactGroup group{QString::fromStdString(m.source().name), {}};
    group.facts.push_back(matrixCount(tr("rows"), m.rows()));
    group.facts.push_back(matrixCount(tr("columns"), m.cols()));
    if (m.slices() > 1)
        group.facts.push_back({tr("slices"), countText(m.slices()),
                               tr("side by side, of %1 columns each").arg(countText(m.sliceCols())), false});
    group.facts.push_back(matrixCount(tr("non-zeros"), m.nnz()));
    const double places = static_cast<double>(m.rows()) * static_cast<double>(m.cols());
    const double density = places > 0 ? static_cast<double>(m.nnz()) / places : 0;
    group.facts.push_back({tr("density"), percentText(density), exactText(density), false});
    group.facts.push_back({tr("values"), QString::fromStdString(m.source().field), {}, false});
    group.facts.push_back({tr("symmetry"), QString::fromStdString(m.source().symmetry), {}, false});
    group.facts.push_back({tr("format"), QString::fromStdString(m.source().format), {}, false});
    group.facts.push_back(
        {tr("in memory"), bytesText(static_cast<double>(m.bytes())), tr("%1 bytes").arg(countText(m.bytes())), false});
    return group;
}

FactGroup readingNotes(const Matrix& matrix)
{
    FactGroup notes{tr("Notes of the reader"), {}};
    for (const std::string& note : matrix.source().notes)
        notes.facts.push_back({{}, QString::fromStdString(note), {}, true});
    if (matrix.source().duplicates > 0)
        notes.facts.push_back(matrixCount(tr("duplicates summed"), matrix.source().duplicates));
    return notes;
}

FactGroup lengthFacts(const QString& title, const LengthStatistics& l)
{
    FactGroup group{title, {}};
    group.facts.push_back(
        {tr("non-zeros each"), tr("%1 to %2").arg(countText(l.shortest), countText(l.longest)), {}, false});
    group.facts.push_back({tr("mean, median"), QStringLiteral("%1, %2").arg(figureText(l.mean), figureText(l.median)),
                           exactText(l.mean), false});
    group.facts.push_back(matrixCount(tr("empty"), l.empty));
    group.facts.push_back({tr("longest 1 % hold"), percentText(l.topShare), exactText(l.topShare), false});
    return group;
}

FactGroup structureFacts(const MatrixStatistics& s, bool square)
{
    FactGroup group{tr("Structure"), {}};
    group.facts.push_back(
        {tr("bandwidth"), countText(s.bandwidth), tr("the farthest non-zero from the diagonal"), false});
    group.facts.push_back(
        {tr("profile"), shortCount(static_cast<double>(s.profile)),
         tr("%1: sum over the rows of how far the first non-zero lies left of the diagonal").arg(countText(s.profile)),
         false});
    group.facts.push_back(
        {tr("on the diagonal"), countText(s.diagonal),
         tr("%1 non-zeros below the diagonal, %2 above it").arg(countText(s.below), countText(s.above)), false});
    if (square)
        group.facts.push_back(
            {tr("symmetric places"), percentText(s.structuralSymmetry), exactText(s.structuralSymmetry), false});
    const auto nonZeros = static_cast<double>(std::max<std::int64_t>(1, s.below + s.diagonal + s.above));
    const double right = static_cast<double>(s.inRow) / nonZeros;
    const double below = static_cast<double>(s.inColumn) / nonZeros;
    group.facts.push_back({tr("neighbours"), QStringLiteral("%1, %2").arg(percentText(right), percentText(below)),
                           tr("of the non-zeros that have one right beside them, right below them: %1, %2")
                               .arg(countText(s.inRow), countText(s.inColumn)),
                           false});
    return group;
}

FactGroup valueFacts(const ValueStatistics& s)
{
    FactGroup group{tr("Values"), {}};
    if (s.count() == 0)
        return group;
    group.facts.push_back({tr("least, most"), QStringLiteral("%1, %2").arg(figureText(s.least), figureText(s.most)),
                           QStringLiteral("%1, %2").arg(exactText(s.least), exactText(s.most)), false});
    group.facts.push_back({tr("smallest, not zero"), figureText(s.smallest), exactText(s.smallest), false});
    group.facts.push_back(matrixCount(tr("negative"), s.negative));
    group.facts.push_back(matrixCount(tr("positive"), s.positive));
    group.facts.push_back(matrixCount(tr("stored zeros"), s.zero));
    if (s.notFinite > 0)
        group.facts.push_back(matrixCount(tr("infinite or not a number"), s.notFinite));
    return group;
}

FactGroup blockFacts(const MatrixStatistics& s)
{
    FactGroup group{tr("Blocks filled"), {}};
    for (const BlockDensity& b : s.blocks)
        group.facts.push_back({QStringLiteral("%1 × %1").arg(b.size),
                               tr("%1 of %2").arg(percentText(b.filled), shortCount(static_cast<double>(b.blocks))),
                               tr("%1 blocks of %2 x %2 hold a non-zero; %3 of their places hold one")
                                   .arg(countText(b.blocks))
                                   .arg(b.size)
                                   .arg(exactText(b.filled)),
                               false});
    return group;
}

FactGroup featureFacts(const liteform::Features& f, std::int64_t otherDimensions)
{
    FactGroup group{tr("LiteForm's features"), {}};
    const auto pair = [](const QString& a, const QString& b) -> QString { return a + QStringLiteral(", ") + b; };
    const auto add = [&](const QString& name, const QString& value, double a, double b) {
        group.facts.push_back({name, value, pair(exactText(a), exactText(b)), false});
    };
    const liteform::RowSpread &l = f.length, &d = f.density;
    add(tr("row length, deviation"), pair(figureText(l.mean), figureText(l.deviation)), l.mean, l.deviation);
    add(tr("least, most"), pair(figureText(l.least), figureText(l.most)), l.least, l.most);
    add(tr("row density, deviation"), pair(percentText(d.mean), percentText(d.deviation)), d.mean, d.deviation);
    add(tr("least, most"), pair(percentText(d.least), percentText(d.most)), d.least, d.most);
    group.facts.push_back(
        {tr("other dimensions"), countText(otherDimensions),
         tr("of the operator: with the shape, the non-zeros and the spread of the rows' densities, what "
            "the number of partitions is predicted from; the format from the spread of their lengths"),
         false});
    return group;
}

} // namespace sparsescope
