#include "engine/ir/lexer.h"

#include "engine/core/error.h"
#include "engine/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::ir {

namespace {

constexpr std::array signs = {"||", "&&", "==", "!=", "<=", ">=", "+=", "[", "]", "(", ")", "{",
                              "}",  ",",  ":",  "=",  "<",  ">",  "+",  "-", "*", "/", "%", "@"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isOfWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Bytes of the character of UTF-8 that begins here (RFC 3629); 0: none does.
std::size_t characterAt(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto follows = [&](std::size_t i, unsigned from = 0x80, unsigned to = 0xBF) {
        return byte(i) >= from && byte(i) <= to;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) // neither longer than need be nor half of a pair of UTF-16
        return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
    if (first >= 0xF0 && first <= 0xF4)
        return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
    return 0;
}

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7F;
}

std::string shownByte(char c)
{
    if (c > ' ' && c < 0x7F)
        return fmt::format("\"{}\"", c);
    return fmt::format("byte 0x{:02X}", static_cast<unsigned char>(c));
}

} // namespace

Lexer::Lexer(std::string_view text, std::string file) : m_text(text), m_file(std::move(file))
{
    if (const std::string problem = encodingProblem(text); !problem.empty())
        failAt(0, problem);
    if (text.size() > longestText)
        failAt(longestText, fmt::format("the text is longer than {}", formatBytes(longestText)));
    m_now = read();
}

Token Lexer::take()
{
    return std::exchange(m_now, m_now.kind == Token::Kind::End ? m_now : read());
}

bool Lexer::takeIf(std::string_view wordOrSign)
{
    const bool there = m_now.is(wordOrSign);
    if (there)
        take();
    return there;
}

Token Lexer::expect(std::string_view wordOrSign)
{
    if (!m_now.is(wordOrSign))
        failExpecting(fmt::format("\"{}\"", wordOrSign));
    return take();
}

std::int64_t Lexer::lineEnds(std::size_t begin, std::size_t end) const
{
    const std::string_view between = m_text.substr(begin, end - begin);
    return std::count(between.begin(), between.end(), '\n');
}

void Lexer::failAt(std::size_t byte, std::string reason) const
{
    const std::size_t before = m_text.substr(0, byte).rfind('\n');
    const std::size_t column = before == std::string_view::npos ? byte + 1 : byte - before;
    failInput(std::move(reason), {m_file, 1 + lineEnds(0, byte), static_cast<std::int64_t>(column), {}});
}

void Lexer::failExpecting(std::string_view what) const
{
    constexpr std::size_t shown = 40;
    if (m_now.kind == Token::Kind::End)
        failAt(m_now.begin, fmt::format("the text ends where {} is expected", what));
    failAt(m_now.begin, fmt::format("\"{}{}\" where {} is expected", m_now.text.substr(0, shown),
                                    m_now.text.size() > shown ? "..." : "", what));
}

void Lexer::skipComment()
{
    while (m_next < m_text.size() && m_text[m_next] != '\n') {
        const std::size_t bytes = characterAt(m_text.substr(m_next));
        if (bytes == 0 || isControl(m_text[m_next]))
            failAt(m_next, fmt::format("{} cannot stand in a comment", shownByte(m_text[m_next])));
        m_next += bytes;
    }
}

void Lexer::skipSpace()
{
    constexpr std::string_view space = " \t\r\n";
    while (m_next < m_text.size()) {
        if (m_text.substr(m_next, 2) == "//")
            skipComment();
        else if (space.find(m_text[m_next]) != std::string_view::npos)
            ++m_next;
        else
            return;
    }
}

Token Lexer::read()
{
    skipSpace();
    const std::size_t begin = m_next;
    if (begin == m_text.size())
        return {Token::Kind::End, {}, begin};
    const auto tokenTo = [&](std::size_t end, Token::Kind kind) {
        m_next = end;
        return Token{kind, m_text.substr(begin, end - begin), begin};
    };
    const auto isWordAt = [&](std::size_t i) { return i < m_text.size() && isOfWord(m_text[i]); };
    std::size_t end = begin;
    while (isWordAt(end) || (end > begin && m_text.substr(end, 1) == "." && isWordAt(end + 1)))
        ++end;
    if (end > begin && !isDigit(m_text[begin]))
        return tokenTo(end, Token::Kind::Word);
    if (end > begin) {
        Token token = tokenTo(end, Token::Kind::Number);
        const char* const last = token.text.data() + token.text.size();
        const auto [stop, error] = std::from_chars(token.text.data(), last, token.number);
        if (stop != last)
            failAt(begin, fmt::format("\"{}\" is neither a whole number nor a word", token.text.substr(0, 40)));
        if (error != std::errc() || token.number > std::uint64_t{1} << 63)
            failAt(begin, "the number is larger than 9223372036854775807");
        return token;
    }
    for (const std::string_view sign : signs)
        if (m_text.substr(begin, sign.size()) == sign)
            return tokenTo(begin + sign.size(), Token::Kind::Sign);
    failAt(begin, fmt::format("{} cannot stand here", shownByte(m_text[begin])));
}

} // namespace sparsescope::ir
