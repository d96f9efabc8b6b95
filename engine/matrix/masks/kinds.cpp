#include "engine/matrix/masks/kinds.h"

#include "engine/core/error.h"
#include "engine/matrix/masks/build.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double mostOfExtent = 2'147'483'647;     // 2^31 - 1
constexpr double mostSeed = 9'007'199'254'740'992; // 2^53: JSON keeps them

struct MaskEntry {
    PatternKind kind;
    MaskSequencePtr (*make)(MaskFacts);
};

PatternParameter extent(std::string name, std::string label, std::string help, std::int64_t initial)
{
    return {std::move(name), std::move(label), std::move(help), initial, 1, mostOfExtent};
}

// With what all kinds have.
PatternKind maskKindOf(std::string name, std::string label, std::string description,
                       std::vector<PatternParameter> parameters)
{
    // Scores of pruning walk as many steps of 2^14 within 32 bits.
    parameters.push_back({"masks", "Masks", "masks of the sequence, a step each", 8, 1, 100'000});
    parameters.push_back({"seed", "Seed", "where the random numbers begin", 1, 0, mostSeed});
    return {std::move(name), std::move(label), std::move(description), std::move(parameters)};
}

const std::vector<MaskEntry>& maskEntries()
{
    static const std::vector<MaskEntry> all = {
        {maskKindOf("ragged", "Ragged batch",
                    "Batches of sequences of different lengths, each padded to the longest: the rows of its tokens are "
                    "full, the others are empty (SparDA 2).",
                    {extent("sequences", "Sequences", "sequences of a batch", 8),
                     extent("length", "Length", "tokens that a sequence has room for", 128),
                     extent("hidden", "Hidden", "columns: values of a token", 256),
                     {"power", "Power", "1, 2 or 4: lengths grow as this power of a uniform number", 2, 1, 4}}),
         raggedMasks},
        {maskKindOf(
             "moe", "Mixture of experts",
             "Tokens that a router sends to experts of skewed popularity: a product with the experts' weights, one "
             "below the other (SparDA 2).",
             {extent("tokens", "Tokens", "rows", 512),
              extent("hidden", "Hidden", "values of a token: columns of each expert", 128),
              {"experts", "Experts", "experts, each with as many columns", 8, 1, 1024},
              {"top", "Experts a token", "different experts that a token goes to, at most all", 1, 1, 1024},
              {"zipf", "Skew", "power by which popularity falls from expert to expert: 0, all are equal", 1, 0, 2},
              {"capacity", "Capacity",
               "an expert takes at most so many times its even share, later tokens are dropped; 0: all", 0.0, 0, 1024},
              {"drift", "Drift", "masks after which popularity is dealt anew", 1, 1, 100'000}}),
         moeMasks},
        {maskKindOf(
             "attention", "Sparse attention",
             "Attention masks that differ from input to input: a window with new global tokens (longformer), "
             "blocks with new random ones (bigbird), the best keys of each query (topk), related bars of a piece "
             "of music (museformer).",
             {{"pattern",
               "Pattern",
               "which places are kept",
               "longformer",
               0,
               0,
               {"longformer", "bigbird", "topk", "museformer"}},
              extent("tokens", "Tokens", "rows and columns", 512)}),
         attentionMasks},
        {maskKindOf("relu", "Activations",
                    "Activations behind a ReLU: each input has neurons that fire often, and rows of a group fire "
                    "together (SparDA 2).",
                    {extent("rows", "Rows", "rows: tokens", 512),
                     extent("cols", "Columns", "columns: neurons", 512),
                     {"density", "Density", "share of the places that are not zero", 0.05, 0, 1},
                     {"hot", "Hot", "share of the columns in which they are, at least the density", 0.25, 0, 1},
                     extent("group", "Group", "rows one below the other that fire together", 8)}),
         reluMasks},
        {maskKindOf(
             "pruning", "Pruning",
             "Weights that are pruned in blocks while they are trained, ever more of them, by scores that "
             "change from step to step (SparDA 2; Zhu & Gupta 2017).",
             {extent("rows", "Rows", "rows", 512),
              extent("cols", "Columns", "columns", 512),
              {"block", "Block", "rows and columns of a block", "8x1", 1, mostOfExtent},
              {"end", "End", "share of the blocks that the last mask keeps; the first one keeps all", 0.05, 0, 1}}),
         pruningMasks}};
    return all;
}

} // namespace

std::span<const PatternKind> maskKinds()
{
    static const std::vector<PatternKind> kinds = [] {
        std::vector<PatternKind> list;
        for (const MaskEntry& entry : maskEntries())
            list.push_back(entry.kind);
        return list;
    }();
    return kinds;
}

const PatternKind& maskKind(const std::string& name)
{
    return kindNamed(maskKinds(), name);
}

MaskSequencePtr makeMasks(const std::string& kind, const nlohmann::json& parameters)
{
    MaskFacts facts;
    facts.name = maskKind(kind).name;
    facts.kind = kind;
    facts.parameters = completeParameters(maskKind(kind), parameters);
    facts.comment = patternCommand(maskKind(kind), facts.parameters);
    facts.size = wholeOf(facts, "masks");
    MaskSequencePtr made;
    for (const MaskEntry& entry : maskEntries())
        if (entry.kind.name == kind)
            made = entry.make(std::move(facts));
    return made;
}

} // namespace sparsescope
