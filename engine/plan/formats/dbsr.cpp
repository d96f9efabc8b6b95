// Doubly compressed BSR tiles: BSR without the rows of blocks that hold nothing.
#include "engine/plan/formats/bsr_tiles.h"

namespace sparsescope {

namespace {

class DbsrFormat final : public BsrTiles {
public:
    using BsrTiles::BsrTiles;

    std::string name() const override { return "dbsr"; }
    std::string label() const override { return "DBSR " + shapeText(); }
    std::string letter() const override { return "U"; }
    std::string description() const override { return dbsrFormatKind().description; }
    std::string costedAs() const override { return "bsr"; }
};

FormatPtr makeDbsr(const nlohmann::json& parameters)
{
    return std::make_shared<const DbsrFormat>(bsrParameters(parameters, "dbsr", false));
}

} // namespace

FormatKind dbsrFormatKind()
{
    return {"dbsr",
            FormatFamily::Block,
            "BSR that lists only the rows of blocks that hold something, so that empty ones cost no bytes. "
            "It pays where whole groups of rows are empty, as after pruning by blocks.",
            bsrParameterTexts(),
            makeDbsr,
            bsrChoices,
            {.onGrid = true}};
}

} // namespace sparsescope
