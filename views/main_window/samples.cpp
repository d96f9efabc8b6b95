// Built-in matrices.
#include "views/main_window/samples.h"

#include "engine/matrix/patterns.h"

#include <QCoreApplication>

namespace sparsescope {

const std::vector<Sample>& samples()
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("samples", text); };
    static const std::vector<Sample> list = {
        {QStringLiteral("figure1"), tr("Figure 1"), tr("8 x 8 with 10 non-zeros: the example of the STile paper"),
         [] { return figure1(); }, [] { return figure1(); }},
        {QStringLiteral("logsparse"), tr("LogSparse mask"), tr("4,096 x 4,096 attention mask, 90,115 non-zeros"),
         [] { return logsparse(4096); }, [] { return logsparse(256); }},
        {QStringLiteral("strided"), tr("Strided mask"), tr("4,096 x 4,096 attention mask, 766,144 non-zeros"),
         [] { return strided(4096); }, [] { return strided(256); }},
        {QStringLiteral("crossing"), tr("Blocks and runs"), tr("Dense blocks along the diagonal, crossed by runs"),
         [] { return crossing({.rows = 8192, .block = 64, .spacing = 2, .beside = 0, .run = 16}); },
         [] { return crossing({.rows = 512, .block = 32, .spacing = 2, .beside = 0, .run = 16}); }},
        {QStringLiteral("rmat"), tr("R-MAT graph"), tr("16,384 nodes, about 130,000 edges, a few of them everywhere"),
         [] { return rmat(16384, 131072, 1); }, [] { return rmat(512, 2500, 1); }}};
    return list;
}

QString graphsTitle()
{
    return QCoreApplication::translate("samples", "A search among graphs");
}

QString graphsAbout()
{
    return QCoreApplication::translate(
        "samples", "375 formats and kernels for one matrix, measured on an H200, and the graph that was fastest");
}

} // namespace sparsescope
