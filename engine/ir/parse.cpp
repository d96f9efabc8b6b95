// Reads programs: declarations and statements by recursive descent, then what the rules say of them.
#include "engine/core/at.h"
#include "engine/ir/check.h"
#include "engine/ir/parse_expr.h"
#include "engine/ir/syntax.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::ir {

namespace {

class ProgramParser {
public:
    ProgramParser(std::string_view text, const std::string& file) : m_lexer(text, file), m_exprs(m_lexer) {}

    Program parse();
    void tellLines(std::map<int, std::int64_t>& lineOf) const;

private:
    // Bytes where the words of a declaration or node stand (Part::word).
    using Words = std::vector<std::size_t>;
    std::vector<Words>& wordsOf(PartKind kind) { return m_words[static_cast<std::size_t>(kind)]; }
    std::size_t placeOf(const Part& part) const;

    std::string parseName(Words& words);
    bool parseDeclaration();
    void parseNames(Words& words, std::vector<std::string>& names);
    void declareNames(PartKind kind, std::vector<std::string>& names);
    void parseAxis();
    void parseDomain();
    void parseBuffer();
    void parseArray();
    Scope parseScope();

    // Statements between braces; `depth` counts these and those around them. Where there is room for it, an init may
    // stand first.
    Body parseBody(int depth, Body* init = nullptr);
    NodePtr parseStatement(int depth);
    Iter parseIter(int depth, Words& words);
    Slot parseSlot(Words& words);
    For parseFor(int depth, Words& words);
    Block parseBlock(int depth);
    If parseIf(int depth);
    Let parseLet(Words& words);
    Store parseStore(std::string target);
    Call parseCall(std::string intrinsic);
    void parseFlags(std::initializer_list<std::pair<const char*, bool*>> flags);

    Lexer m_lexer;
    ExprParser m_exprs;
    Program m_program;
    std::array<std::vector<Words>, static_cast<std::size_t>(PartKind::Node) + 1> m_words; // of nodes by id, from 1
};

std::string ProgramParser::parseName(Words& words)
{
    words.push_back(m_lexer.now().begin);
    return m_exprs.parseName();
}

void ProgramParser::parseNames(Words& words, std::vector<std::string>& names)
{
    do {
        names.push_back(parseName(words));
    } while (m_lexer.takeIf(","));
}

void ProgramParser::declareNames(PartKind kind, std::vector<std::string>& names)
{
    do {
        names.push_back(parseName(wordsOf(kind).emplace_back()));
    } while (m_lexer.takeIf(","));
}

void ProgramParser::parseAxis()
{
    Axis axis;
    Words words;
    axis.name = parseName(words);
    m_lexer.expect("=");
    axis.kind = m_lexer.expectWord(AxisKind::SparseVariable);
    m_lexer.expect("(");
    const auto nameBehindComma = [&] {
        m_lexer.expect(",");
        return parseName(words);
    };
    const auto exprBehindComma = [&] {
        m_lexer.expect(",");
        return m_exprs.parse();
    };
    if (axis.kind == AxisKind::DenseFixed) {
        axis.length = m_exprs.parse();
    } else {
        axis.parent = parseName(words);
        axis.length = exprBehindComma();
        (isVariable(axis.kind) ? axis.nnz : axis.places) = exprBehindComma();
    }
    words.resize(2);
    if (isVariable(axis.kind))
        axis.indptr = nameBehindComma();
    words.resize(3);
    if (isSparse(axis.kind))
        axis.indices = nameBehindComma();
    m_lexer.expect(")");
    axis.holes = m_lexer.takeIf("holes");
    m_program.axes.push_back(std::move(axis));
    wordsOf(PartKind::Axis).push_back(std::move(words));
}

void ProgramParser::parseDomain()
{
    Domain domain;
    domain.buffer = parseName(wordsOf(PartKind::Domain).emplace_back());
    m_lexer.expect("[");
    domain.begin = m_exprs.parse();
    m_lexer.expect(",");
    domain.end = m_exprs.parse();
    m_lexer.expect(")");
    m_program.domains.push_back(std::move(domain));
}

Scope ProgramParser::parseScope()
{
    return m_lexer.takeIf("in") ? m_lexer.expectWord(Scope::MmaC) : Scope::Global;
}

void ProgramParser::parseBuffer()
{
    Buffer buffer;
    Words words;
    buffer.name = parseName(words);
    m_lexer.expect("(");
    parseNames(words, buffer.axes);
    m_lexer.expect(")");
    if (m_lexer.takeIf("extra")) {
        const Token& number = m_lexer.now();
        if (number.kind != Token::Kind::Number)
            m_lexer.failExpecting("a number");
        if (number.number > std::numeric_limits<std::int32_t>::max())
            m_lexer.failAt(number.begin, "the number is larger than 2147483647");
        buffer.extra = static_cast<std::int64_t>(m_lexer.take().number);
    }
    m_lexer.expect(":");
    buffer.type = m_lexer.expectWord(Type::Int64);
    buffer.scope = parseScope();
    buffer.fragments = m_lexer.takeIf("fragments");
    m_program.buffers.push_back(std::move(buffer));
    wordsOf(PartKind::Buffer).push_back(std::move(words));
}

void ProgramParser::parseArray()
{
    Array array;
    array.name = parseName(wordsOf(PartKind::Array).emplace_back());
    m_lexer.expect("[");
    array.size = m_exprs.parse();
    m_lexer.expect("]");
    m_lexer.expect(":");
    array.type = m_lexer.expectWord(Type::Int64);
    array.scope = parseScope();
    m_program.arrays.push_back(std::move(array));
}

bool ProgramParser::parseDeclaration()
{
    if (m_lexer.takeIf("param"))
        declareNames(PartKind::Param, m_program.params);
    else if (m_lexer.takeIf("tile"))
        declareNames(PartKind::Tile, m_program.tiles);
    else if (m_lexer.takeIf("axis"))
        parseAxis();
    else if (m_lexer.takeIf("domain"))
        parseDomain();
    else if (m_lexer.takeIf("buffer"))
        parseBuffer();
    else if (m_lexer.takeIf("array"))
        parseArray();
    else
        return false;
    return true;
}

Body ProgramParser::parseBody(int depth, Body* init)
{
    const std::size_t open = m_lexer.expect("{").begin;
    if (depth > deepest)
        m_lexer.failAt(open, fmt::format("bodies stand in one another more than {} deep", deepest));
    if (init && m_lexer.takeIf("init"))
        *init = parseBody(depth + 1);
    Body body;
    while (!m_lexer.takeIf("}")) {
        if (m_lexer.now().kind == Token::Kind::End)
            m_lexer.failAt(open, "this \"{\" is never closed");
        body.push_back(parseStatement(depth + 1));
    }
    return body;
}

void ProgramParser::parseFlags(std::initializer_list<std::pair<const char*, bool*>> flags)
{
    const auto one = [&] {
        return std::any_of(flags.begin(), flags.end(), [&](const auto& flag) {
            const Token token = m_lexer.now();
            if (!m_lexer.takeIf(flag.first))
                return false;
            if (*flag.second)
                m_lexer.failAt(token.begin, fmt::format("\"{}\" stands twice", flag.first));
            return *flag.second = true;
        });
    };
    while (one())
        ;
}

Slot ProgramParser::parseSlot(Words& words)
{
    Slot slot;
    if (m_lexer.takeIf("fuse")) {
        m_lexer.expect("(");
        parseNames(words, slot.axes);
        m_lexer.expect(")");
    } else {
        slot.axes.push_back(parseName(words));
    }
    m_lexer.expect(":");
    slot.kind = m_lexer.expectWord(LoopKind::Reduced);
    return slot;
}

Iter ProgramParser::parseIter(int depth, Words& words)
{
    Iter iter;
    iter.name = m_exprs.parseName();
    m_lexer.expect("[");
    do {
        iter.slots.push_back(parseSlot(words));
    } while (m_lexer.takeIf(","));
    m_lexer.expect("]");
    m_lexer.expect("as");
    parseNames(words, iter.iterators);
    parseFlags({{"preprocess", &iter.preprocess}, {"atomic", &iter.atomic}});
    iter.body = parseBody(depth, &iter.init);
    return iter;
}

For ProgramParser::parseFor(int depth, Words& words)
{
    For loop;
    loop.name = parseName(words);
    m_lexer.expect(":");
    loop.kind = m_lexer.expectWord(LoopKind::Reduced);
    m_lexer.expect("in");
    loop.extent = m_exprs.parse();
    if (m_lexer.takeIf("@"))
        loop.mark = m_lexer.expectWord(Mark::Vector, Mark::BlockX);
    loop.body = parseBody(depth);
    return loop;
}

Block ProgramParser::parseBlock(int depth)
{
    Block block;
    block.name = m_exprs.parseName();
    parseFlags({{"preprocess", &block.preprocess}, {"atomic", &block.atomic}, {"warp", &block.warp}});
    block.body = parseBody(depth);
    return block;
}

If ProgramParser::parseIf(int depth)
{
    If branch;
    branch.condition = m_exprs.parse();
    branch.then = parseBody(depth);
    if (m_lexer.takeIf("else"))
        branch.otherwise = parseBody(depth);
    return branch;
}

Let ProgramParser::parseLet(Words& words)
{
    Let let;
    let.name = parseName(words);
    m_lexer.expect("=");
    let.value = m_exprs.parse();
    return let;
}

Store ProgramParser::parseStore(std::string target)
{
    Store store;
    store.target = std::move(target);
    store.indices = m_exprs.parseIndices();
    store.add = m_lexer.takeIf("+=");
    if (!store.add && !m_lexer.takeIf("="))
        m_lexer.failExpecting("\"=\" or \"+=\"");
    store.value = m_exprs.parse();
    return store;
}

Call ProgramParser::parseCall(std::string intrinsic)
{
    m_lexer.expect("(");
    if (m_lexer.takeIf(")"))
        return {std::move(intrinsic), {}};
    return {std::move(intrinsic), m_exprs.parseListTo(")")};
}

NodePtr ProgramParser::parseStatement(int depth)
{
    const Token first = m_lexer.now();
    if (first.kind != Token::Kind::Word)
        m_lexer.failExpecting("a statement");
    Node node;
    node.id = m_program.nextId++;
    Words words{first.begin};
    const auto is = [&](const char* word) { return m_lexer.takeIf(word); };
    if (is("iter")) {
        node.what = parseIter(depth, words);
    } else if (is("for")) {
        node.what = parseFor(depth, words);
    } else if (is("block")) {
        node.what = parseBlock(depth);
    } else if (is("if")) {
        node.what = parseIf(depth);
    } else if (is("let")) {
        node.what = parseLet(words);
    } else if (isIntrinsicName(first.text)) {
        m_lexer.take();
        if (m_lexer.now().is("("))
            node.what = parseCall(std::string(first.text));
        else if (m_lexer.now().is("[") && isName(first.text))
            node.what = parseStore(std::string(first.text));
        else
            m_lexer.failExpecting(isName(first.text) ? "\"[\" or \"(\"" : "\"(\"");
    } else {
        m_lexer.failExpecting("a statement");
    }
    std::vector<Words>& nodes = wordsOf(PartKind::Node);
    nodes.resize(std::max(nodes.size(), at(m_program.nextId)));
    nodes[at(node.id)] = std::move(words);
    return std::make_shared<const Node>(std::move(node));
}

std::size_t ProgramParser::placeOf(const Part& part) const
{
    if (part.expr)
        return m_exprs.placeOf(*part.expr);
    return m_words[static_cast<std::size_t>(part.kind)].at(part.at).at(part.word);
}

Program ProgramParser::parse()
{
    m_lexer.expect("program");
    m_program.name = parseName(wordsOf(PartKind::Program).emplace_back());
    m_lexer.expect("stage");
    const Token stage = m_lexer.now();
    if (stage.text != "1" && stage.text != "2" && stage.text != "3")
        m_lexer.failExpecting("1, 2 or 3");
    m_program.stage = static_cast<int>(m_lexer.take().number);
    m_exprs.setStage(m_program.stage);
    while (parseDeclaration())
        ;
    while (m_lexer.now().kind != Token::Kind::End) {
        const std::size_t place = m_lexer.now().begin;
        if (parseDeclaration())
            m_lexer.failAt(place, "declarations stand before all statements");
        m_program.body.push_back(parseStatement(1));
    }
    if (const std::optional<Problem> problem = firstProblem(m_program))
        m_lexer.failAt(placeOf(problem->part), problem->sentence);
    return std::move(m_program);
}

void ProgramParser::tellLines(std::map<int, std::int64_t>& lineOf) const
{
    lineOf.clear();
    const std::vector<Words>& nodes = m_words[static_cast<std::size_t>(PartKind::Node)];
    std::size_t before = 0;
    std::int64_t line = 1;
    for (std::size_t id = 1; id < nodes.size(); ++id) { // their texts begin one behind the other
        line += m_lexer.lineEnds(before, nodes[id].front());
        before = nodes[id].front();
        lineOf.emplace_hint(lineOf.end(), static_cast<int>(id), line);
    }
}

} // namespace

Program parse(std::string_view text, const std::string& file, std::map<int, std::int64_t>* lineOf)
{
    ProgramParser parser(text, file);
    Program program = parser.parse();
    if (lineOf)
        parser.tellLines(*lineOf);
    return program;
}

} // namespace sparsescope::ir
