// Formats as axes: what they say of their places is what their packed arrays hold.
#include "tests/engine/ir/fixtures.h"

using namespace sparsescope;

namespace {

// Row, column, stored value, position of the output.
using Places = std::multiset<std::tuple<double, double, double, std::int32_t>>;

// A program that walks the axes of a part and notes row and column of each place at its value's place.
ir::Program walk(const ir::PlanPart& part)
{
    ir::Program program;
    program.name = "walk";
    program.params = {"m", "n", part.count};
    program.tiles = part.tiles;
    program.axes = part.axes;
    program.domains = part.domains;
    program.buffers = part.buffers;
    ir::Iter iter;
    iter.name = "walk";
    iter.iterators = part.iterators;
    for (const std::string& axis : part.values.axes)
        iter.slots.push_back({{axis}, ir::LoopKind::Spatial});
    const auto node = [&](decltype(ir::Node::what) what) {
        return std::make_shared<const ir::Node>(ir::Node{program.nextId++, {}, std::move(what)});
    };
    for (const auto& [name, of] : {std::pair{"row", part.row}, std::pair{"column", part.column}}) {
        ir::Buffer buffer = part.values;
        buffer.name = name;
        buffer.type = ir::Type::Int32;
        program.buffers.push_back(buffer);
        iter.body.push_back(node(ir::Store{name, part.places(), false, of}));
    }
    if (part.held)
        iter.body = {node(ir::If{part.held, iter.body, {}})};
    program.body = {node(iter)};
    return program;
}

// What the walk finds in each tile of a plan.
std::vector<Places> walked(const Plan& plan, const Packed& packed, const Matrix& matrix)
{
    std::vector<Places> found(packed.tiles.size());
    ir::Bindings all = ir::bind(plan, packed, matrix, wholeOperands(plan.op, matrix, 1));
    for (const ir::PlanPart& part : ir::partsOf(plan)) {
        const ir::Program program = walk(part);
        REQUIRE(ir::problemOf(program) == "");
        ir::Bindings bindings{all.launch, {{part.count, all.tiles.at(part.count)}}};
        for (ir::BoundNames& tile : bindings.tiles.at(part.count)) {
            const std::vector<double> nothing(tile.arrays.at(part.values.name).values.size(), -1);
            tile.arrays["row"] = tile.arrays["column"] = {nothing};
        }
        bindings = ir::interpret(program, std::move(bindings), noProgress());
        auto tile = bindings.tiles.at(part.count).begin();
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            if (static_cast<std::size_t>(plan.tiling().tiles[t].format) != part.format)
                continue;
            const PackedTileView view = packed.view(t);
            const std::vector<double>& rows = tile->arrays.at("row").values;
            const std::vector<double>& cols = tile->arrays.at("column").values;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::size_t value = i + static_cast<std::size_t>(part.description.firstValue);
                if (rows[i] >= 0)
                    found[t].insert({rows[i], cols[i], loadValue(plan.op.dtype, view.values, value),
                                     view.outputs.empty() ? -1 : view.outputs[value]});
            }
            ++tile;
        }
    }
    return found;
}

Places placesOf(const Packed& packed, std::size_t t)
{
    Places places;
    packed.forEachPlace(t, [&](std::span<const PackedPlace> some) {
        for (const PackedPlace& place : some)
            if (place.col >= 0)
                places.insert(
                    {place.row, static_cast<double>(std::min(place.col, packed.cols - 1)), place.value, place.output});
    });
    return places;
}

bool isPadding(const Places::value_type& place)
{
    return std::get<2>(place) == 0 && std::get<3>(place) < 0;
}

} // namespace

TEST_CASE("every format in which any non-zeros can be stored says its axes")
{
    const MatrixPtr matrix = workedMatrix();
    for (const FormatKind& kind : formatKinds())
        for (const nlohmann::json& parameters : kind.choices(*matrix, allPositions(*matrix), matrix->nnz()))
            CHECK_FALSE(kind.make(parameters)->axes().empty());
}

TEST_CASE("walking the axes of a format gives the places of its tiles")
{
    const std::uint64_t seed = 21;
    std::size_t number = 0;
    for (const MatrixPtr& matrix : oddMatrices(seed))
        for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
            const Operator op = number++ % 2 == 0 ? Operator{OperatorKind::SDDMM, DataType::Float16, 32}
                                                  : Operator{OperatorKind::SpMM, DataType::Float32, 32};
            INFO(matrix->source().name << ", " << format->label() << ", " << label(op.kind));
            const Plan plan = coveredBy(format, *matrix, op);
            const Packed packed = pack(plan, *matrix, noProgress());
            const std::vector<Places> found = walked(plan, packed, *matrix);
            for (std::size_t t = 0; t < found.size(); ++t) {
                Places expected = placesOf(packed, t), told = found[t];
                // Where a whole diagonal or row is stored, places outside the matrix or without a value may be told
                // or not.
                if (format->family() == FormatFamily::Diagonal || format->byLibrary()) {
                    std::erase_if(expected, isPadding);
                    std::erase_if(told, isPadding);
                }
                REQUIRE(told == expected);
            }
        }
}

TEST_CASE("each format's iteration of SpMM goes through its axes, and sums over those that no row depends on")
{
    const std::vector<std::tuple<const char*, nlohmann::json, std::string>> all = {
        {"csr", {{"places", 32}}, R"([T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k {
  C[i, k] += A_1[t, i, j] * B[j, k]
})"},
        {"coo", {{"places", 32}}, R"([T_1: S, P_1: S, K: S] as t, p, k atomic {
  C[rows_1[t, p], k] += A_1[t, p] * B[cols_1[t, p], k]
})"},
        {"1d", {{"size", 32}}, R"([T_1: S, P_1: S, K: S] as t, p, k atomic {
  if rows_1[t, p] >= 0 {
    C[rows_1[t, p], k] += A_1[t, p] * B[cols_1[t, p], k]
  }
})"},
        {"block", {{"rows", 16}, {"width", 16}}, R"([T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k {
  C[i, k] += A_1[t, i, j] * B[j, k]
})"},
        {"bell",
         {{"height", 2}, {"width", 3}, {"blocks", 2}, {"places", 64}},
         R"([T_1: S, IO_1: S, JO_1: R, II_1: S, JI_1: R, K: S] as t, io, jo, ii, ji, k {
  if rows_1[t, io, ii] >= 0 {
    C[rows_1[t, io, ii], k] += A_1[t, io, jo, ii, ji] * B[min(jo * 3 + ji, n - 1), k]
  }
})"},
        {"srbcrs",
         {{"t", 2}, {"q", 3}, {"places", 64}},
         R"([T_1: S, IO_1: S, JO_1: R, II_1: S, JI_1: R, K: S] as t, io, jo, ii, ji, k {
  if rows_1[t, io, ii] >= 0 {
    C[rows_1[t, io, ii], k] += A_1[t, io, jo, ii, ji] * B[ji, k]
  }
})"},
        {"sell", {{"c", 2}, {"sigma", 4}}, R"([T_1: S, S_1: S, W_1: R, J_1: S, K: S] as t, s, w, j, k {
  if rows_1[t, s, pos(j)] >= 0 {
    C[rows_1[t, s, pos(j)], k] += A_1[t, s, w, j] * B[j, k]
  }
})"},
        {"dia", {{"rows", 4}}, R"([T_1: S, D_1: R, R_1: S, K: S] as t, d, r, k {
  if rows_1[t, r] >= 0 && 0 <= FIRST_1 + r + offsets_1[t, d] && FIRST_1 + r + offsets_1[t, d] < n {
    C[rows_1[t, r], k] += A_1[t, d, r] * B[FIRST_1 + r + offsets_1[t, d], k]
  }
})"},
        {"dense", nlohmann::json::object(), R"([T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k {
  if j < n {
    C[rows_1[t, i], k] += A_1[t, i, j] * B[j, k]
  }
})"}};
    const Operator op{OperatorKind::SpMM, DataType::Float32, 32};
    for (const auto& [name, parameters, expected] : all) {
        const Plan plan = coveredBy(makeFormat(name, parameters), *workedMatrix(), op);
        const std::string text = ir::print(ir::decomposed(ir::programOf(op), plan)).text;
        CHECK(text.substr(text.find("iter spmm_1")) == "iter spmm_1 " + expected + "\n");
    }
}
