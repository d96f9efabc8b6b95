// The matrix in names and values.
#include "views/inspector/matrix_facts.h"

#include "views/parts/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace sparsescope {

namespace {

QString matrixText(const char* text)
{
    return QCoreApplication::translate("matrix", text);
}

Fact matrixCount(const char* name, std::int64_t value)
{
    return {matrixText(name), countText(value), {}, false};
}

} // namespace

FactGroup matrixFacts(const Matrix& m)
{
    FactGroup group{QString::fromStdString(m.source().name), {}};
    group.facts.push_back(matrixCount("rows", m.rows()));
    group.facts.push_back(matrixCount("columns", m.cols()));
    if (m.slices() > 1)
        group.facts.push_back({matrixText("slices"), countText(m.slices()),
                               matrixText("side by side, of %1 columns each").arg(countText(m.sliceCols())), false});
    group.facts.push_back(matrixCount("non-zeros", m.nnz()));
    const double places = static_cast<double>(m.rows()) * static_cast<double>(m.cols());
    const double density = places > 0 ? static_cast<double>(m.nnz()) / places : 0;
    group.facts.push_back({matrixText("density"), percentText(density), exactText(density), false});
    group.facts.push_back({matrixText("values"), QString::fromStdString(m.source().field), {}, false});
    group.facts.push_back({matrixText("symmetry"), QString::fromStdString(m.source().symmetry), {}, false});
    group.facts.push_back({matrixText("format"), QString::fromStdString(m.source().format), {}, false});
    group.facts.push_back({matrixText("in memory"), bytesText(static_cast<double>(m.bytes())),
                           matrixText("%1 bytes").arg(countText(m.bytes())), false});
    return group;
}

FactGroup readingNotes(const Matrix& matrix)
{
    FactGroup notes{matrixText("Notes of the reader"), {}};
    for (const std::string& note : matrix.source().notes)
        notes.facts.push_back({{}, QString::fromStdString(note), {}, true});
    if (matrix.source().duplicates > 0)
        notes.facts.push_back(matrixCount("duplicates summed", matrix.source().duplicates));
    return notes;
}

FactGroup lengthFacts(const QString& title, const LengthStatistics& l)
{
    FactGroup group{title, {}};
    group.facts.push_back({matrixText("non-zeros each"),
                           matrixText("%1 to %2").arg(countText(l.shortest), countText(l.longest)),
                           {},
                           false});
    group.facts.push_back({matrixText("mean, median"),
                           QStringLiteral("%1, %2").arg(figureText(l.mean), figureText(l.median)), exactText(l.mean),
                           false});
    group.facts.push_back(matrixCount("empty", l.empty));
    group.facts.push_back({matrixText("longest 1 % hold"), percentText(l.topShare), exactText(l.topShare), false});
    return group;
}

FactGroup structureFacts(const MatrixStatistics& s, bool square)
{
    FactGroup group{matrixText("Structure"), {}};
    group.facts.push_back({matrixText("bandwidth"), countText(s.bandwidth),
                           matrixText("the farthest non-zero from the diagonal"), false});
    group.facts.push_back({matrixText("profile"), shortCount(static_cast<double>(s.profile)),
                           matrixText("%1: sum over the rows of how far the first non-zero lies left of the diagonal")
                               .arg(countText(s.profile)),
                           false});
    group.facts.push_back(
        {matrixText("on the diagonal"), countText(s.diagonal),
         matrixText("%1 non-zeros below the diagonal, %2 above it").arg(countText(s.below), countText(s.above)),
         false});
    if (square)
        group.facts.push_back({matrixText("symmetric places"), percentText(s.structuralSymmetry),
                               exactText(s.structuralSymmetry), false});
    const auto nonZeros = static_cast<double>(std::max<std::int64_t>(1, s.below + s.diagonal + s.above));
    const double right = static_cast<double>(s.inRow) / nonZeros;
    const double below = static_cast<double>(s.inColumn) / nonZeros;
    group.facts.push_back({matrixText("neighbours"),
                           QStringLiteral("%1, %2").arg(percentText(right), percentText(below)),
                           matrixText("of the non-zeros that have one right beside them, right below them: %1, %2")
                               .arg(countText(s.inRow), countText(s.inColumn)),
                           false});
    return group;
}

FactGroup valueFacts(const ValueStatistics& s)
{
    FactGroup group{matrixText("Values"), {}};
    if (s.count() == 0)
        return group;
    group.facts.push_back({matrixText("least, most"),
                           QStringLiteral("%1, %2").arg(figureText(s.least), figureText(s.most)),
                           QStringLiteral("%1, %2").arg(exactText(s.least), exactText(s.most)), false});
    group.facts.push_back({matrixText("smallest, not zero"), figureText(s.smallest), exactText(s.smallest), false});
    group.facts.push_back(matrixCount("negative", s.negative));
    group.facts.push_back(matrixCount("positive", s.positive));
    group.facts.push_back(matrixCount("stored zeros", s.zero));
    if (s.notFinite > 0)
        group.facts.push_back(matrixCount("infinite or not a number", s.notFinite));
    return group;
}

FactGroup blockFacts(const MatrixStatistics& s)
{
    FactGroup group{matrixText("Blocks filled"), {}};
    for (const BlockDensity& b : s.blocks)
        group.facts.push_back(
            {QStringLiteral("%1 × %1").arg(b.size),
             matrixText("%1 of %2").arg(percentText(b.filled), shortCount(static_cast<double>(b.blocks))),
             matrixText("%1 blocks of %2 x %2 hold a non-zero; %3 of their places hold one")
                 .arg(countText(b.blocks))
                 .arg(b.size)
                 .arg(exactText(b.filled)),
             false});
    return group;
}

FactGroup featureFacts(const liteform::Features& f, std::int64_t otherDimensions)
{
    FactGroup group{matrixText("LiteForm's features"), {}};
    const auto pair = [](const QString& a, const QString& b) -> QString { return a + QStringLiteral(", ") + b; };
    const auto add = [&](const char* name, const QString& value, double a, double b) {
        group.facts.push_back({matrixText(name), value, pair(exactText(a), exactText(b)), false});
    };
    const liteform::RowSpread &l = f.length, &d = f.density;
    add("row length, deviation", pair(figureText(l.mean), figureText(l.deviation)), l.mean, l.deviation);
    add("least, most", pair(figureText(l.least), figureText(l.most)), l.least, l.most);
    add("row density, deviation", pair(percentText(d.mean), percentText(d.deviation)), d.mean, d.deviation);
    add("least, most", pair(percentText(d.least), percentText(d.most)), d.least, d.most);
    group.facts.push_back(
        {matrixText("other dimensions"), countText(otherDimensions),
         matrixText("of the operator: with the shape, the non-zeros and the spread of the rows' densities, what "
                    "the number of partitions is predicted from; the format from the spread of their lengths"),
         false});
    return group;
}

} // namespace sparsescope
