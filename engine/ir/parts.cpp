#include "engine/ir/parts.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/decompose.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace sparsescope::ir {

namespace {

// With other names of axes, buffers and tile values in it; iterators stay.
ExprPtr renamed(const ExprPtr& expr, const std::map<std::string, std::string>& names)
{
    return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
        const auto found = part->kind != ExprKind::Position ? names.find(part->name) : names.end();
        if (found == names.end())
            return nullptr;
        Expr other = *part;
        other.name = found->second;
        return std::make_shared<const Expr>(std::move(other));
    });
}

// What the format declares, as a program of its own.
Program declaredBy(const Format& format, const FormatAxes& description)
{
    std::string text = "program format stage 1\nparam tiles, m, n\n";
    for (const FormatAxes::TileValue& value : description.tileValues)
        text += fmt::format("tile {}\n", value.name);
    return parse(text + "axis T = dense_fixed(tiles)\n" + description.declarations, "axes of " + format.label());
}

PlanPart planPart(const Format& format, const FormatAxes& description, DataType dtype, std::int64_t number)
{
    const std::string suffix = fmt::format("_{}", number);
    const Program declared = declaredBy(format, description);
    PlanPart part;
    part.number = number;
    part.description = description;
    part.count = "tiles" + suffix;
    auto& names = part.names;
    names["tiles"] = part.count;
    for (const Axis& axis : declared.axes)
        for (const std::string& name : {axis.name, axis.indptr, axis.indices})
            if (!name.empty())
                names[name] = axis.name + suffix + (name.starts_with(axis.name) ? name.substr(axis.name.size()) : name);
    for (const Buffer& buffer : declared.buffers)
        names[buffer.name] = buffer.name + suffix;
    for (const std::string& tile : declared.tiles)
        part.tiles.push_back(names[tile] = tile + suffix);

    const auto nameOf = [&](const std::string& name) { return name.empty() ? name : names.at(name); };
    for (Axis axis : declared.axes) {
        for (std::string* name : {&axis.name, &axis.parent, &axis.indptr, &axis.indices})
            *name = nameOf(*name);
        for (ExprPtr* expr : {&axis.length, &axis.places, &axis.nnz})
            *expr = renamed(*expr, names);
        part.axes.push_back(std::move(axis));
    }
    for (const Domain& domain : declared.domains)
        part.domains.push_back({nameOf(domain.buffer), renamed(domain.begin, names), renamed(domain.end, names)});
    for (Buffer buffer : declared.buffers) {
        buffer.name = nameOf(buffer.name);
        for (std::string& axis : buffer.axes)
            axis = nameOf(axis);
        part.buffers.push_back(std::move(buffer));
    }
    part.values = {"A" + suffix, {names.at("T")}, 0, typeOf(dtype), Scope::Global, format.inFragments(dtype)};
    part.iterators = {"t"};
    for (const std::string& axis : description.axes) {
        part.values.axes.push_back(names.at(axis));
        std::string iterator = axis;
        std::transform(iterator.begin(), iterator.end(), iterator.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        part.iterators.push_back(iterator);
    }
    const std::string file = "places of " + format.label();
    part.row = renamed(parseExpr(description.row, file), names);
    part.column = renamed(parseExpr(description.column, file), names);
    if (!description.held.empty())
        part.held = renamed(parseExpr(description.held, file), names);
    return part;
}

bool mentionsAny(const ExprPtr& expr, const std::vector<std::string>& names)
{
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return mentions(expr, name); });
}

} // namespace

std::vector<ExprPtr> PlanPart::places() const
{
    std::vector<ExprPtr> all;
    for (const std::string& iterator : iterators)
        all.push_back(named(iterator));
    return all;
}

const Axis* PlanPart::axis(const std::string& name) const
{
    const auto found = std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.name == name; });
    return found != axes.end() ? &*found : nullptr;
}

std::string PlanPart::whyNotJoined() const
{
    const Axis& outer = first();
    const auto below = [&](const Axis& one) {
        const Axis* from = &one;
        while (from && from != &outer)
            from = axis(from->parent);
        return from != nullptr;
    };
    for (const Axis& one : axes) {
        if (isTileAxis(one) || &one == &outer)
            continue;
        if (one.kind != AxisKind::DenseFixed && !below(one))
            return fmt::format("{} is a tile's own", one.name);
        if (mentionsAny(isSparse(one.kind) && !isVariable(one.kind) ? one.places : one.length, tiles))
            return fmt::format("{} differs from tile to tile", one.name);
    }
    for (const Buffer& buffer : buffers)
        if (buffer.axes.size() < 2 || buffer.axes[1] != outer.name)
            return fmt::format("{} is a tile's own", buffer.name);
    for (const ExprPtr& expr : {row, column, held})
        if (mentionsAny(expr, tiles))
            return "a place's row or column depends on the tile";
    return {};
}

void PlanPart::requireJoined(const Plan& plan) const
{
    const std::vector<Tile>& all = plan.tiling().tiles;
    const auto mine = [&](const Tile& tile) { return at(tile.format) == format; };
    if (const std::string why = whyNotJoined(); !why.empty() && std::count_if(all.begin(), all.end(), mine) > 1)
        failInput(fmt::format("the tiles {} cannot be made one: {}", shortLabel(*plan.tiling().formats[format]), why));
}

std::string PlanPart::joinedCount() const
{
    const ExprPtr& extent = isSparse(first().kind) ? first().places : first().length;
    if (extent->kind == ExprKind::Name)
        return extent->name;
    return fmt::format("{}_{}", isSparse(first().kind) ? "ROWS" : "PLACES", number);
}

bool PlanPart::listsRows() const
{
    return first().kind == AxisKind::SparseFixed && buffers.empty() &&
           std::all_of(axes.begin(), axes.end(), [&](const Axis& one) {
               return isTileAxis(one) || &one == &first() ||
                      (one.parent == first().name && (isVariable(one.kind) || one.places->kind == ExprKind::Integer));
           });
}

std::vector<PlanPart> partsOf(const Plan& plan)
{
    if (const std::string why = whyNoProgram(plan); !why.empty())
        failInput(why);
    const Tiling& tiling = plan.tiling();
    std::vector<bool> used(tiling.formats.size(), false);
    for (const Tile& tile : tiling.tiles)
        used[at(tile.format)] = true;
    std::vector<PlanPart> parts;
    for (std::size_t f = 0; f < used.size(); ++f) {
        if (!used[f])
            continue;
        const std::vector<FormatAxes> all = tiling.formats[f]->axes();
        for (std::size_t i = 0; i < all.size(); ++i) {
            parts.push_back(planPart(*tiling.formats[f], all[i], plan.op.dtype, std::ssize(parts) + 1));
            parts.back().format = f;
            parts.back().endOfValues = i + 1 < all.size() ? all[i + 1].firstValue : 0;
        }
    }
    return parts;
}

std::string whyNotOf(const Program& program, const Plan* plan)
{
    std::set<std::string> counts;
    std::copy_if(program.params.begin(), program.params.end(), std::inserter(counts, counts.end()), countsTiles);
    if (counts.empty())
        return {};
    if (!plan)
        return fmt::format("the program is of the tiles of a plan ({}), and there is none", *counts.begin());
    const auto number = [](const ExprPtr& expr) { return expr && expr->kind == ExprKind::Integer; };
    const std::string begin = "the program is of the tiles of another plan: ";
    for (const PlanPart& part : partsOf(*plan)) {
        if (!counts.erase(part.count))
            continue;
        const std::string label = shortLabel(*plan->tiling().formats[part.format]);
        for (const Axis& axis : part.axes) {
            const Axis* its = program.stage < 3 ? program.axis(axis.name) : nullptr;
            if (program.stage < 3 && !its)
                return fmt::format("{}it has no axis {}, as those of {} have", begin, axis.name, label);
            const auto differ = [&](const ExprPtr& a, const ExprPtr& b) {
                return number(a) && number(b) && !same(a, b);
            };
            if (its && (its->kind != axis.kind || its->parent != axis.parent || differ(its->length, axis.length) ||
                        differ(its->places, axis.places)))
                return fmt::format("{}its axis {} is not that of {}", begin, axis.name, label);
        }
    }
    return counts.empty() ? std::string()
                          : fmt::format("{}this one has none that {} could count", begin, *counts.begin());
}

Type typeOf(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return Type::Float16;
    case DataType::BFloat16:
        return Type::BFloat16;
    case DataType::TFloat32:
        return Type::TFloat32;
    case DataType::Float32:
        return Type::Float32;
    case DataType::Float64:
        return Type::Float64;
    }
    return Type::Float32;
}

} // namespace sparsescope::ir
