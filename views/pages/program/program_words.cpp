#include "views/pages/program/program_words.h"

#include "views/pages/program/program_stages.h"
#include "views/parts/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

namespace sparsescope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
public:
    const ProgramStages& made;
    const ir::Program& program;

    QString ofAxis(const ir::Axis& axis) const;
    QString ofIndexArray(const std::string& name) const;
    QString ofBuffer(const ir::Buffer& buffer) const;
    QString ofArray(const ir::Array& array) const;
    QString ofNode(const ir::Node& node) const;
    QString ofLocal(const std::string& name, const StageText& shown, int line) const;
    QString ofParam(const std::string& name) const;
    QString ofTileValue(const std::string& name) const;

private:
    std::optional<std::int64_t> valueOf(const ir::ExprPtr& expr) const;
    QString size(const ir::ExprPtr& expr) const;
    QString stored(const std::string& name) const;
    QString memory(ir::Type type, ir::Scope scope) const;
    QString ofIter(const ir::Iter& iter) const;
    QString ofIterator(const ir::Iter& iter, const std::string& name) const;
    QString ofLoop(const ir::For& loop) const;
    QString lanes(const ir::For& loop) const;
};

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

// For sizes: what is not known before the launch has none.
std::optional<std::int64_t> Words::valueOf(const ir::ExprPtr& expr) const
{
    if (!expr)
        return {};
    if (expr->kind == ir::ExprKind::Integer)
        return expr->value;
    if (expr->kind == ir::ExprKind::Name) {
        const auto found = made.values.find(expr->name);
        return found == made.values.end() ? std::optional<std::int64_t>() : found->second;
    }
    if (expr->operands.size() != 2)
        return {};
    const std::optional<std::int64_t> a = valueOf(expr->operands[0]), b = valueOf(expr->operands[1]);
    std::int64_t result = 0;
    if (!a || !b)
        return {};
    switch (expr->kind) {
    case ir::ExprKind::Add:
        return __builtin_add_overflow(*a, *b, &result) ? std::optional<std::int64_t>() : result;
    case ir::ExprKind::Subtract:
        return __builtin_sub_overflow(*a, *b, &result) ? std::optional<std::int64_t>() : result;
    case ir::ExprKind::Multiply:
        return __builtin_mul_overflow(*a, *b, &result) ? std::optional<std::int64_t>() : result;
    default:
        return {};
    }
}

// "n = 2,048", or "ROWS" alone.
QString Words::size(const ir::ExprPtr& expr) const
{
    if (!expr)
        return QStringLiteral("?");
    if (expr->kind == ir::ExprKind::Integer)
        return countText(expr->value);
    const QString written = text(ir::print(expr, program.stage));
    const auto value = valueOf(expr);
    return value ? tr("%1 = %2").arg(written, countText(*value)) : written;
}

// ", of the tiles ELL 8x4", and of what is an array of theirs, "; packed tiles ELL 8x4 call it colIdx".
QString Words::stored(const std::string& name) const
{
    const ProgramStages::Part* part = made.partOf(name);
    if (!part)
        return {};
    const auto array = part->arrays.find(name);
    return array == part->arrays.end() ? tr(", of the tiles %1").arg(part->label)
                                       : tr("; packed tiles %2 call it %1").arg(array->second, part->label);
}

QString Words::memory(ir::Type type, ir::Scope scope) const
{
    switch (scope) {
    case ir::Scope::Global:
        return tr("%1").arg(QLatin1String(ir::word(type)));
    case ir::Scope::Shared:
        return tr("%1 in shared memory, one for each thread block").arg(QLatin1String(ir::word(type)));
    case ir::Scope::Local:
        return tr("%1 in registers, one for each thread").arg(QLatin1String(ir::word(type)));
    default:
        return tr("%1 in registers of a warp's tensor core operation").arg(QLatin1String(ir::word(type)));
    }
}

QString Words::ofAxis(const ir::Axis& axis) const
{
    const QString name = text(axis.name), parent = text(axis.parent), indptr = text(axis.indptr),
                  indices = text(axis.indices);
    if (ir::isTileAxis(axis))
        return tr("Axis %1: the tiles%2, %3. Each has arrays and sizes of its own.")
            .arg(name, stored(axis.name), size(axis.length));
    switch (axis.kind) {
    case ir::AxisKind::DenseFixed:
        return tr("Axis %1: dense, fixed: all coordinates from 0 on, one after another. Length %2.")
            .arg(name, size(axis.length));
    case ir::AxisKind::DenseVariable:
        return tr("Axis %1: dense, variable: coordinates one after another, children of each %2 counted by %3. "
                  "Length %4, in all %5 positions.")
            .arg(name, parent, indptr, size(axis.length), size(axis.nnz));
    case ir::AxisKind::SparseFixed:
        return tr("Axis %1: sparse, fixed: coordinates from %2, as many for each %3: %4. Length %5.")
                   .arg(name, indices, parent, size(axis.places), size(axis.length)) +
               (axis.holes ? QLatin1Char(' ') + tr("-1 is a hole: nothing is there.") : QString());
    case ir::AxisKind::SparseVariable:
        break;
    }
    return tr("Axis %1: sparse, variable: coordinates from %2, children of each %3 counted by %4. Length %5, in all "
              "%6 positions.")
               .arg(name, indices, parent, indptr, size(axis.length), size(axis.nnz)) +
           (axis.holes ? QLatin1Char(' ') + tr("-1 is a hole: nothing is there.") : QString());
}

// Where axes of stage I keep their coordinates and counts: from stage II on they are buffers.
QString Words::ofIndexArray(const std::string& name) const
{
    for (const ProgramStage& stage : made.stages)
        for (const ir::Axis& axis : stage.program.axes) {
            if (name == axis.indices)
                return tr("%1: the coordinate of each position of axis %2%3.")
                    .arg(text(name), text(axis.name), stored(name));
            if (name == axis.indptr)
                return tr("%1: where the children of each position of %2 begin on axis %3%4; the next element is where "
                          "they end.")
                    .arg(text(name), text(axis.parent), text(axis.name), stored(name));
        }
    return {};
}

QString Words::ofBuffer(const ir::Buffer& buffer) const
{
    if (const QString index = ofIndexArray(buffer.name); !index.isEmpty())
        return index;
    QStringList axes;
    for (const std::string& axis : buffer.axes)
        axes << text(axis);
    return tr("Buffer %1 over the axes %2: values of type %3%4.")
               .arg(text(buffer.name), axes.join(QStringLiteral(", ")), memory(buffer.type, buffer.scope),
                    stored(buffer.name)) +
           (buffer.fragments ? QLatin1Char(' ') + tr("In the order in which tensor cores read them.") : QString());
}

QString Words::ofArray(const ir::Array& array) const
{
    const QString index = ofIndexArray(array.name);
    return index.isEmpty()
               ? tr("Array %1 of %2 elements of type %3%4.")
                     .arg(text(array.name), size(array.size), memory(array.type, array.scope), stored(array.name))
               : index + QLatin1Char(' ') + tr("%1 elements.").arg(size(array.size));
}

QString Words::ofIter(const ir::Iter& iter) const
{
    QStringList notes;
    if (const ProgramStages::Part* part = made.partOf(iter.name))
        notes << tr("on the tiles %1").arg(part->label);
    if (iter.preprocess)
        notes << tr("once, before the kernel");
    if (iter.atomic)
        notes << tr("others add to its rows too");
    return tr("Iteration %1%2.")
        .arg(text(iter.name), notes.isEmpty() ? QString() : QStringLiteral(": ") + notes.join(QStringLiteral(", ")));
}

QString Words::ofLoop(const ir::For& loop) const
{
    QString what = loop.kind == ir::LoopKind::Spatial
                       ? tr("Loop %1 from 0 to below %2; spatial: its turns write different elements.")
                       : tr("Loop %1 from 0 to below %2; reduced: its turns add to the same elements.");
    what = what.arg(text(loop.name), size(loop.extent));
    if (loop.mark == ir::Mark::Unroll)
        what += QLatin1Char(' ') + tr("Unrolled.");
    else if (loop.mark == ir::Mark::Vector)
        what += QLatin1Char(' ') + tr("One access of several elements.");
    else if (loop.mark != ir::Mark::None)
        what += QLatin1Char(' ') + tr("Each turn is another %1.").arg(QLatin1String(ir::word(loop.mark))) + lanes(loop);
    return what;
}

// Which threads of the first warp a turn is: threadIdx.x, y and z are parts of the block's one index.
QString Words::lanes(const ir::For& loop) const
{
    constexpr std::int64_t warp = 32;
    constexpr ir::Mark marks[] = {ir::Mark::ThreadX, ir::Mark::ThreadY, ir::Mark::ThreadZ};
    const auto own = std::find(std::begin(marks), std::end(marks), loop.mark);
    if (own == std::end(marks))
        return {};
    std::map<ir::Mark, std::int64_t> extents; // of the kernel's blocks, which are all of one size
    ir::forEachNode(program.body, [&](const ir::Node& node) {
        if (const auto* other = std::get_if<ir::For>(&node.what))
            if (const auto extent = valueOf(other->extent))
                extents[other->mark] = std::max(extents[other->mark], *extent);
    });
    const auto extentOf = [&](ir::Mark mark) { return std::max<std::int64_t>(1, extents[mark]); };
    std::int64_t stride = 1, threads = 1;
    for (const ir::Mark* mark = std::begin(marks); mark != own; ++mark)
        stride *= extentOf(*mark);
    for (const ir::Mark mark : marks)
        threads *= extentOf(mark);
    const std::int64_t extent = extentOf(loop.mark);
    const std::int64_t turn = extent > 1 && stride < std::min(warp, threads) ? 1 : 0;
    QStringList ranges;
    for (std::int64_t lane = 0; lane < std::min(warp, threads); ++lane) {
        if (lane / stride % extent != turn)
            continue;
        std::int64_t last = lane;
        while (last + 1 < std::min(warp, threads) && (last + 1) / stride % extent == turn)
            ++last;
        ranges << (last > lane ? tr("%1 to %2").arg(lane).arg(last) : QString::number(lane));
        lane = last;
    }
    return QLatin1Char(' ') +
           tr("Turn %1 is lanes %2 of the first warp.").arg(turn).arg(ranges.join(QStringLiteral(", ")));
}

QString Words::ofNode(const ir::Node& node) const
{
    if (const auto* iter = std::get_if<ir::Iter>(&node.what))
        return ofIter(*iter);
    if (const auto* loop = std::get_if<ir::For>(&node.what))
        return ofLoop(*loop);
    if (const auto* block = std::get_if<ir::Block>(&node.what))
        return tr("Block %1: statements that a schedule moves together.").arg(text(block->name));
    return {};
}

QString Words::ofIterator(const ir::Iter& iter, const std::string& name) const
{
    std::size_t at = 0;
    for (const ir::Slot& slot : iter.slots)
        for (const std::string& axis : slot.axes)
            if (at < iter.iterators.size() && iter.iterators[at++] == name)
                return (slot.kind == ir::LoopKind::Spatial
                            ? tr("Iterator %1: a coordinate of axis %2; spatial: its turns write different elements.")
                            : tr("Iterator %1: a coordinate of axis %2; reduced: its turns add to the same elements."))
                    .arg(text(name), text(axis));
    return {};
}

// A loop, an iterator or a let: the innermost of that name around the line.
QString Words::ofLocal(const std::string& name, const StageText& shown, int line) const
{
    QString found;
    std::size_t at = 0; // the nodes stand in the order of the text
    ir::forEachNode(program.body, [&](const ir::Node& node) {
        if (at >= shown.nodes.size())
            return;
        const StageText::Node& place = shown.nodes[at++];
        const auto* let = std::get_if<ir::Let>(&node.what);
        if (let && let->name == name && place.line <= line)
            found = tr("%1: a name for %2.").arg(text(name), text(ir::print(let->value, program.stage)));
        if (line < place.line || line > place.lastLine)
            return;
        const auto* iter = std::get_if<ir::Iter>(&node.what);
        const auto* loop = std::get_if<ir::For>(&node.what);
        if (const QString iterator = iter ? ofIterator(*iter, name) : QString(); !iterator.isEmpty())
            found = iterator;
        else if (loop && loop->name == name)
            found = ofLoop(*loop);
    });
    return found;
}

QString Words::ofParam(const std::string& name) const
{
    const auto value = made.values.find(name);
    return value == made.values.end() ? tr("%1: a size, the same for the whole launch%2.").arg(text(name), stored(name))
                                      : tr("%1 = %2: a size, the same for the whole launch%3.")
                                            .arg(text(name), countText(value->second), stored(name));
}

QString Words::ofTileValue(const std::string& name) const
{
    return tr("%1: a size that each tile has for itself%2.").arg(text(name), stored(name));
}

} // namespace

QString meaningOf(const std::string& name, const ProgramStages& made, std::size_t stage, int line)
{
    if (stage >= made.stages.size())
        return {};
    const ir::Program& program = made.stages[stage].program;
    const Words words{made, program};
    const auto in = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (const ir::Axis* axis = program.axis(name))
        return words.ofAxis(*axis);
    if (const ir::Buffer* buffer = program.buffer(name))
        return words.ofBuffer(*buffer);
    if (const ir::Array* array = program.array(name))
        return words.ofArray(*array);
    if (in(program.params))
        return words.ofParam(name);
    if (in(program.tiles))
        return words.ofTileValue(name);
    if (const QString local = words.ofLocal(name, made.stages[stage].shown, line); !local.isEmpty())
        return local;
    return words.ofIndexArray(name);
}

QString meaningOf(int node, const ProgramStages& made, std::size_t stage)
{
    QString found;
    const Words words{made, made.stages[stage].program};
    ir::forEachNode(words.program.body, [&](const ir::Node& each) {
        if (each.id == node)
            found = words.ofNode(each);
    });
    return found;
}

} // namespace sparsescope
