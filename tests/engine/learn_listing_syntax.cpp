#include "tests/engine/learn_listing_syntax.h"

#include <cctype>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::learn {

namespace {

struct Token {
    std::string text; // empty: the end
    int line = 0;
};

bool isName(const std::string& text)
{
    return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_');
}

bool isNumber(const std::string& text)
{
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
}

void addTokens(std::string text, int line, std::vector<Token>& out)
{
    text = text.substr(0, text.find("//"));
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        std::size_t end = i + 1;
        if (std::isalnum(c) || c == '_')
            while (end < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_' || text[end] == '.'))
                ++end;
        else if (const std::string two = text.substr(i, 2); two == "++" || two == "+=" || two == "/=" || two == "&&" ||
                                                            two == "<<" || two == ">>" || two == "||" || two == "<=" ||
                                                            two == ">=" || two == "==" || two == "!=")
            ++end;
        if (!std::isspace(c))
            out.push_back({text.substr(i, end - i), line});
        i = end;
    }
}

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}

    Node program()
    {
        Node all{Is::Block, "", 0};
        while (m_next < m_tokens.size())
            all.parts.push_back(statement());
        return all;
    }

private:
    const Token& peek() const
    {
        static const Token end;
        return m_next < m_tokens.size() ? m_tokens[m_next] : end;
    }
    Token take()
    {
        const Token token = peek();
        ++m_next;
        return token;
    }
    bool accept(const char* text)
    {
        const bool found = peek().text == text;
        m_next += found ? 1 : 0;
        return found;
    }
    void expect(const char* text)
    {
        if (!accept(text))
            wrong(peek().line, fmt::format("\"{}\" instead of \"{}\"", peek().text, text));
    }

    Node statement()
    {
        const int line = peek().line;
        if (accept("{")) {
            Node block{Is::Block, "", line};
            while (!accept("}"))
                block.parts.push_back(statement());
            return block;
        }
        if (accept("if")) {
            expect("(");
            Node node{Is::If, "", line, {expression()}};
            expect(")");
            node.parts.push_back(statement());
            return node;
        }
        if (accept("for")) {
            expect("(");
            Node node{Is::For, "", line, {simple()}};
            node.parts.push_back(expression());
            expect(";");
            Node steps{Is::Block, "", line};
            do
                steps.parts.push_back(expression());
            while (accept(","));
            node.parts.push_back(std::move(steps));
            expect(")");
            node.parts.push_back(statement());
            return node;
        }
        for (const auto& [word, is] : {std::pair{"return", Is::Return}, {"continue", Is::Continue}})
            if (accept(word)) {
                expect(";");
                return {is, "", line};
            }
        return simple();
    }

    // A declaration or an expression, with its semicolon.
    Node simple()
    {
        const int line = peek().line;
        if (accept(";"))
            return {Is::Block, "", line};
        const std::string type = peek().text;
        if (type != "int" && type != "float" && type != "Fragment") {
            Node node = expression();
            expect(";");
            return node;
        }
        take();
        Node all{Is::Block, "", line};
        Node size{Is::Number, "1", line, {}, 1};
        if (type == "Fragment") { // Fragment<rows, columns>
            expect("<");
            size = sum();
            expect(",");
            sum();
            expect(">");
        }
        do {
            Node declared{Is::Declare, type, line, {{Is::Name, take().text, line}, size}};
            if (accept("[")) {
                declared.parts[1] = expression();
                expect("]");
            }
            expect("=");
            if (accept("{"))
                expect("}");
            else
                declared.parts.push_back(expression());
            all.parts.push_back(std::move(declared));
        } while (accept(","));
        expect(";");
        return all;
    }

    Node expression()
    {
        Node left = choice();
        for (const auto& [op, is] : {std::pair("=", Is::Assign), {"+=", Is::Add}, {"/=", Is::Divide}})
            if (const int line = peek().line; accept(op))
                return {is, "", line, {std::move(left), expression()}};
        return left;
    }
    Node choice()
    {
        Node condition = binary(0);
        if (const int line = peek().line; accept("?")) {
            Node yes = choice();
            expect(":");
            return {Is::Choice, "", line, {std::move(condition), std::move(yes), choice()}};
        }
        return condition;
    }
    Node sum() { return binary(6); }
    Node binary(std::size_t level)
    {
        static const std::vector<std::vector<std::pair<const char*, Is>>> levels = {
            {{"||", Is::Or}},
            {{"&&", Is::And}},
            {{"&", Is::Bits}},
            {{"==", Is::Equal}, {"!=", Is::Unlike}},
            {{"<", Is::Less}, {">", Is::More}, {"<=", Is::LessEqual}, {">=", Is::MoreEqual}},
            {{"<<", Is::Left}, {">>", Is::Right}},
            {{"+", Is::Plus}, {"-", Is::Minus}},
            {{"*", Is::Times}, {"/", Is::Over}, {"%", Is::Rest}}};
        if (level == levels.size())
            return unary();
        Node left = binary(level + 1);
        for (bool found = true; found;) {
            found = false;
            for (const auto& [op, is] : levels[level])
                if (const int line = peek().line; accept(op)) {
                    left = {is, "", line, {std::move(left), binary(level + 1)}};
                    found = true;
                    break;
                }
        }
        return left;
    }
    Node unary()
    {
        for (const auto& [op, is] : {std::pair("-", Is::Negative),
                                     {"~", Is::Inverse},
                                     {"!", Is::Not},
                                     {"&", Is::Address},
                                     {"++", Is::Increment}})
            if (const int line = peek().line; accept(op))
                return {is, "", line, {unary()}};
        return postfix();
    }
    Node postfix()
    {
        const Token token = take();
        Node node{isNumber(token.text) ? Is::Number : Is::Name, token.text, token.line};
        if (node.is == Is::Number)
            node.number = std::stod(token.text);
        if (token.text == "(") {
            node = expression();
            expect(")");
        } else if (node.is == Is::Name && !isName(token.text)) {
            wrong(token.line, fmt::format("\"{}\" is no expression", token.text));
        }
        while (true) {
            const int line = peek().line;
            if (accept("[")) {
                node = {Is::Index, "", line, {std::move(node), expression()}};
                expect("]");
            } else if (peek().text == "(" || (node.text == "mma" && peek().text == "<")) {
                Node call{Is::Call, node.text, node.line};
                if (accept("<")) { // mma<depth>
                    call.parts.push_back(sum());
                    expect(">");
                }
                expect("(");
                do
                    call.parts.push_back(expression());
                while (accept(","));
                expect(")");
                node = std::move(call);
            } else {
                return node;
            }
        }
    }

    std::vector<Token> m_tokens;
    std::size_t m_next = 0;
};

} // namespace

void wrong(int line, const std::string& what)
{
    throw Error(ErrorKind::Internal, fmt::format("line {} of the listing: {}", line, what));
}

Node parsedListing(std::span<const CodeLine> lines, int first)
{
    std::vector<Token> tokens;
    for (const CodeLine& line : lines)
        addTokens(line.text, first++, tokens);
    return Parser(std::move(tokens)).program();
}

} // namespace sparsescope::learn
