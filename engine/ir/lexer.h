// The text of a program as words, numbers and signs, one after another, and where in it something is wrong.
#pragma once

#include "engine/ir/syntax.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sparsescope::ir {

struct Token {
    enum class Kind { Word, Number, Sign, End };
    Kind kind = Kind::End;
    std::string_view text = {}; // words may have dots: "blockIdx.x"
    std::size_t begin = 0;      // byte
    std::uint64_t number = 0;   // up to 2^63

    bool is(std::string_view wordOrSign) const { return kind != Kind::Number && text == wordOrSign; }
};

class Lexer {
public:
    // Throws Error(Input) where the text is too long, or cannot begin like that.
    Lexer(std::string_view text, std::string file);

    const Token& now() const { return m_now; }
    // The token that was now(); throws Error(Input) where the one behind it is none.
    Token take();
    bool takeIf(std::string_view wordOrSign);
    Token expect(std::string_view wordOrSign);
    // One of an enumeration's words from `first` to `last`.
    template <class T>
    T expectWord(T last, T first = T{})
    {
        const auto value = m_now.kind == Token::Kind::Word ? writtenAs(m_now.text, last) : std::nullopt;
        if (!value)
            failExpecting(wordsOf(last, first));
        take();
        return *value;
    }

    std::int64_t lineEnds(std::size_t begin, std::size_t end) const; // between these bytes
    [[noreturn]] void failAt(std::size_t byte, std::string reason) const;
    // That the token that is now there stands where `what` is expected.
    [[noreturn]] void failExpecting(std::string_view what) const;

private:
    void skipSpace();
    void skipComment();
    Token read();

    std::string_view m_text;
    std::string m_file;
    std::size_t m_next = 0; // the first byte that was not read
    Token m_now;
};

} // namespace sparsescope::ir
