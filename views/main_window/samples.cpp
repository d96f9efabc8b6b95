// Built-in matrices and recorded sessions.
#include "views/main_window/samples.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "views/parts/words.h"

#include <fmt/format.h>

namespace sparsescope {

const std::vector<Sample>& samples()
{
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

const std::vector<Recording>& recordings()
{
    const auto masks = [&](const char* kind, const QString& title, const QString& brief, const QString& what) {
        return Recording{fmt::format("samples/masks-{}-h200.sscope", kind),
                         title,
                         brief,
                         tr("%1: each mask run on an H200, by a dynamic plan and by its rivals").arg(what),
                         RecordingKind::Masks,
                         "masks"};
    };
    static const std::vector<Recording> list = [&] {
        std::vector<Recording> all = {
            {systemsSession, tr("Systems side by side"), tr("Six systems, one matrix"),
             tr("STile, SparseTIR's hyb, LiteForm's CELL by a forest, SparDA, an edited program and AlphaSparse, run "
                "on "
                "an H200"),
             RecordingKind::Systems, "compare"},
            {graphsSession, tr("A search among graphs"), tr("A search, recorded"),
             tr("375 formats and kernels for one matrix, measured on an H200, and the graph that was fastest"),
             RecordingKind::Graphs, "history"},
            {programSession, tr("A plan as a program"), tr("BSR and ELL"),
             tr("Blocks in BSR and the rest in ELL, as SparseTIR's program in three stages: edit it, schedule it, "
                "check "
                "it"),
             RecordingKind::Programs, "program"},
            {relationsSession, tr("A typed graph, relation by relation"), tr("A typed graph"),
             tr("7,262 nodes with 45 types of edges, as many as SparseTIR's AIFB has: buckets of each relation beside "
                "CSR, both orders, and what libraries take, run on an H200"),
             RecordingKind::Relations, "compare"},
            masks("moe", tr("Masks of experts"), tr("Experts"), tr("Tokens that a router sends to experts")),
            masks("ragged", tr("Masks of a ragged batch"), tr("Ragged batch"),
                  tr("Sequences of different lengths, padded to the longest")),
            masks("attention", tr("Masks of attention"), tr("Attention"),
                  tr("Attention that keeps other places for every input")),
            masks("relu", tr("Masks of activations"), tr("Activations"), tr("Activations behind a ReLU")),
            masks("pruning", tr("Masks of pruning"), tr("Pruning"),
                  tr("Weights that are pruned while they are trained"))};
        std::erase_if(all, [](const Recording& recording) {
            try {
                return resourcePath(recording.file).empty();
            } catch (const Error&) {
                return true;
            }
        });
        return all;
    }();
    return list;
}

} // namespace sparsescope
