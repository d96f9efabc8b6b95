// BSR tiles: dense blocks of one shape, at multiples of it, row of blocks after row of blocks.
#include "engine/plan/formats/bsr_tiles.h"

namespace sparsescope {

namespace {

class BsrFormat final : public BsrTiles {
public:
    using BsrTiles::BsrTiles;

    std::string name() const override { return "bsr"; }
    std::string label() const override { return "BSR " + shapeText(); }
    std::string letter() const override { return "R"; }
    std::string description() const override { return bsrFormatKind().description; }
    std::string costedAs() const override { return "csr"; }
};

FormatPtr makeBsr(const nlohmann::json& parameters)
{
    return std::make_shared<const BsrFormat>(bsrParameters(parameters, "bsr", true));
}

} // namespace

FormatKind bsrFormatKind()
{
    return {"bsr",
            FormatFamily::Block,
            "CSR of small dense blocks: rowEnd and colIdx count blocks, and every block that holds anything is stored "
            "whole. "
            "One index serves a whole block, and its lanes read side by side; the zeros in it are padding.",
            bsrParameterTexts(),
            makeBsr,
            bsrChoices,
            {.onGpu = true, .onGrid = true}};
}

} // namespace sparsescope
