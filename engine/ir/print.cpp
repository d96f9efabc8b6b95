// Prints programs, and remembers where their nodes and names stand.
#include "engine/ir/syntax.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace sparsescope::ir {

namespace {

class Printer {
public:
    explicit Printer(int stage) : m_stage(stage) {}

    void print(const Program& program);
    void print(const Expr& expr, int level = loosestLevel);
    Printed take() { return std::move(m_out); }

private:
    template <class... Args>
    void write(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_out.text), format, std::forward<Args>(args)...);
    }
    void mention(const std::string& name);
    void endLine();
    // write(one) for each, with commas between.
    template <class All, class Write>
    void list(const All& all, const Write& write);
    void list(const std::vector<ExprPtr>& exprs);
    void mentionAll(const std::vector<std::string>& names);
    void writeFlag(bool set, const char* word);
    void writeScope(Scope scope);

    void print(const Axis& axis);
    void print(const Domain& domain);
    void print(const Buffer& buffer);
    void print(const Array& array);

    void printBody(const Body& body, const Body& init = {}); // with braces, and the line's end before the last one
    void printStatements(const Body& body);
    void print(const Iter& iter);
    void print(const For& loop);
    void print(const Block& block);
    void print(const Store& store);
    void print(const If& branch);
    void print(const Let& let);
    void print(const Call& call);

    int m_stage;
    Printed m_out;
    std::int64_t m_line = 1;
    int m_indent = 0;
};

void Printer::mention(const std::string& name)
{
    m_out.mentions.push_back({name, m_out.text.size(), m_out.text.size() + name.size()});
    m_out.text += name;
}

void Printer::endLine()
{
    m_out.text += '\n';
    ++m_line;
}

template <class All, class Write>
void Printer::list(const All& all, const Write& writeOne)
{
    const char* comma = "";
    for (const auto& one : all) {
        m_out.text += std::exchange(comma, ", ");
        writeOne(one);
    }
}

void Printer::list(const std::vector<ExprPtr>& exprs)
{
    list(exprs, [&](const ExprPtr& expr) { print(*expr); });
}

void Printer::mentionAll(const std::vector<std::string>& names)
{
    list(names, [&](const std::string& name) { mention(name); });
}

void Printer::writeFlag(bool set, const char* word)
{
    if (set)
        write(" {}", word);
}

void Printer::writeScope(Scope scope)
{
    if (scope != Scope::Global)
        write(" in {}", word(scope));
}

void Printer::print(const Expr& expr, int level)
{
    if (const BinaryOperator* op = binaryOperator(expr.kind)) {
        const bool brackets = op->level < level;
        if (brackets)
            write("(");
        print(*expr.operands[0], op->chains ? op->level : op->level + 1);
        write(" {} ", op->sign);
        print(*expr.operands[1], op->level + 1);
        if (brackets)
            write(")");
        return;
    }
    if (expr.kind == ExprKind::Integer) {
        write("{}", expr.value);
        return;
    }
    const Function* const function = functionOf(expr.kind);
    if (function)
        write("{}(", function->word);
    if (!expr.name.empty())
        mention(expr.name);
    const bool indices = expr.kind == ExprKind::Load || expr.kind == ExprKind::Entry;
    const bool searched = expr.kind == ExprKind::Find && (m_stage < 3 || expr.operands.size() != 3);
    if (searched) {
        write("[");
        for (std::size_t i = 0; i + 1 < expr.operands.size(); ++i) {
            print(*expr.operands[i]);
            write(", ");
        }
        write(":], ");
        print(*expr.operands.back());
    } else {
        if (!expr.name.empty() && !expr.operands.empty())
            write("{}", indices ? "[" : ", ");
        list(expr.operands);
        if (indices)
            write("]");
    }
    if (function)
        write(")");
}

void Printer::print(const Axis& axis)
{
    write("axis ");
    mention(axis.name);
    write(" = {}(", word(axis.kind));
    if (axis.kind == AxisKind::DenseFixed) {
        print(*axis.length);
    } else {
        mention(axis.parent);
        write(", ");
        print(*axis.length);
        write(", ");
        print(isVariable(axis.kind) ? *axis.nnz : *axis.places);
    }
    for (const std::string& buffer : {axis.indptr, axis.indices})
        if (!buffer.empty()) {
            write(", ");
            mention(buffer);
        }
    write(")");
    writeFlag(axis.holes, "holes");
    endLine();
}

void Printer::print(const Domain& domain)
{
    write("domain ");
    mention(domain.buffer);
    write(" [");
    print(*domain.begin);
    write(", ");
    print(*domain.end);
    write(")");
    endLine();
}

void Printer::print(const Buffer& buffer)
{
    write("buffer ");
    mention(buffer.name);
    write("(");
    mentionAll(buffer.axes);
    write(")");
    if (buffer.extra > 0)
        write(" extra {}", buffer.extra);
    write(": {}", word(buffer.type));
    writeScope(buffer.scope);
    writeFlag(buffer.fragments, "fragments");
    endLine();
}

void Printer::print(const Array& array)
{
    write("array ");
    mention(array.name);
    write("[");
    print(*array.size);
    write("]: {}", word(array.type));
    writeScope(array.scope);
    endLine();
}

void Printer::printBody(const Body& body, const Body& init)
{
    write("{{");
    endLine();
    ++m_indent;
    if (!init.empty()) {
        write("{:{}}init ", "", 2 * m_indent);
        printBody(init);
        endLine();
    }
    printStatements(body);
    --m_indent;
    write("{:{}}}}", "", 2 * m_indent);
}

void Printer::printStatements(const Body& body)
{
    for (const NodePtr& node : body) {
        write("{:{}}", "", 2 * m_indent);
        const std::size_t span = m_out.spans.size();
        m_out.spans.push_back({node->id, m_out.text.size(), 0, m_line});
        std::visit([&](const auto& what) { print(what); }, node->what);
        m_out.spans[span].end = m_out.text.size();
        endLine();
    }
}

void Printer::print(const Iter& iter)
{
    write("iter {} [", iter.name);
    list(iter.slots, [&](const Slot& slot) {
        const bool fused = slot.axes.size() > 1;
        write("{}", fused ? "fuse(" : "");
        mentionAll(slot.axes);
        write("{}: {}", fused ? ")" : "", word(slot.kind));
    });
    write("] as ");
    mentionAll(iter.iterators);
    writeFlag(iter.preprocess, "preprocess");
    writeFlag(iter.atomic, "atomic");
    write(" ");
    printBody(iter.body, iter.init);
}

void Printer::print(const For& loop)
{
    write("for ");
    mention(loop.name);
    write(": {} in ", word(loop.kind));
    print(*loop.extent);
    if (loop.mark != Mark::None)
        write(" @{}", word(loop.mark));
    write(" ");
    printBody(loop.body);
}

void Printer::print(const Block& block)
{
    write("block {}", block.name);
    writeFlag(block.preprocess, "preprocess");
    writeFlag(block.atomic, "atomic");
    writeFlag(block.warp, "warp");
    write(" ");
    printBody(block.body);
}

void Printer::print(const Store& store)
{
    mention(store.target);
    write("[");
    list(store.indices);
    write("] {} ", store.add ? "+=" : "=");
    print(*store.value);
}

void Printer::print(const If& branch)
{
    write("if ");
    print(*branch.condition);
    write(" ");
    printBody(branch.then);
    if (branch.otherwise.empty())
        return;
    write(" else ");
    printBody(branch.otherwise);
}

void Printer::print(const Let& let)
{
    write("let ");
    mention(let.name);
    write(" = ");
    print(*let.value);
}

void Printer::print(const Call& call)
{
    write("{}(", call.intrinsic);
    list(call.arguments);
    write(")");
}

void Printer::print(const Program& program)
{
    write("program {} stage {}", program.name, program.stage);
    endLine();
    const auto printNames = [&](const char* word, const std::vector<std::string>& names) {
        if (names.empty())
            return;
        write("{} ", word);
        mentionAll(names);
        endLine();
    };
    printNames("param", program.params);
    printNames("tile", program.tiles);
    for (const Axis& axis : program.axes)
        print(axis);
    for (const Buffer& buffer : program.buffers)
        print(buffer);
    for (const Domain& domain : program.domains)
        print(domain);
    for (const Array& array : program.arrays)
        print(array);
    printStatements(program.body);
}

} // namespace

std::int64_t Printed::lineOf(int id) const
{
    const auto found = std::find_if(spans.begin(), spans.end(), [&](const Span& span) { return span.id == id; });
    return found != spans.end() ? found->line : 0;
}

Printed print(const Program& program)
{
    Printer printer(program.stage);
    printer.print(program);
    return printer.take();
}

std::string print(const ExprPtr& expr, int stage)
{
    Printer printer(stage);
    printer.print(*expr);
    return printer.take().text;
}

} // namespace sparsescope::ir
