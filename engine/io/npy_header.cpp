// The header of one .npy file (NumPy's format/lib documentation, versions 1.0 to 3.0).
#include "engine/io/npy_header.h"

#include <charconv>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// Reads the few Python literals that a header is made of.
class Dictionary {
public:
    Dictionary(std::string_view text, const Where& where) : m_text(text), m_where(where) {}

    NpyHeader parse()
    {
        NpyHeader header;
        bool seen[3] = {};
        expect('{');
        while (!accept('}')) {
            const std::string key = string();
            expect(':');
            if (key == "descr") {
                header.dtype = descr(header.swapped);
                seen[0] = true;
            } else if (key == "fortran_order") {
                header.fortranOrder = boolean();
                seen[1] = true;
            } else if (key == "shape") {
                header.shape = tuple();
                seen[2] = true;
            } else {
                fail(fmt::format("its header has an unknown key \"{}\"", key));
            }
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip();
        if (m_at != m_text.size())
            fail("its header goes on behind the closing brace");
        if (!seen[0] || !seen[1] || !seen[2])
            fail("its header lacks descr, fortran_order or shape");
        return header;
    }

private:
    [[noreturn]] void fail(std::string reason) const { failInput(std::move(reason), m_where); }

    void skip()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t'))
            ++m_at;
    }
    bool accept(char c)
    {
        skip();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    void expect(char c)
    {
        if (!accept(c))
            fail(fmt::format("its header lacks a '{}' at byte {}", c, m_at));
    }
    std::string string()
    {
        skip();
        const char quote = m_at < m_text.size() ? m_text[m_at] : ' ';
        if (quote != '\'' && quote != '"')
            fail(fmt::format("its header lacks a string at byte {}", m_at));
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            fail("a string of its header does not end");
        const std::string text(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return text;
    }
    std::string descr(bool& swapped)
    {
        skip();
        if (m_at < m_text.size() && m_text[m_at] == '[')
            fail("holds a structure, not numbers");
        std::string type = string();
        if (!type.empty() && type[0] == '>') {
            swapped = true;
            type[0] = '<';
        }
        if (npyElementBytes(type) == 0)
            fail(fmt::format("holds elements of type \"{}\", which are not read", type));
        return type;
    }
    bool boolean()
    {
        skip();
        for (const bool value : {true, false}) {
            const std::string_view word = value ? "True" : "False";
            if (m_text.substr(m_at, word.size()) == word) {
                m_at += word.size();
                return value;
            }
        }
        fail("fortran_order of its header is neither True nor False");
    }
    std::vector<std::int64_t> tuple()
    {
        std::vector<std::int64_t> shape;
        expect('(');
        while (!accept(')')) {
            skip();
            std::int64_t extent = -1;
            const char* begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), extent);
            if (error != std::errc{} || extent < 0)
                fail("the shape in its header is not a tuple of lengths");
            m_at += static_cast<std::size_t>(end - begin);
            if (m_at < m_text.size() && m_text[m_at] == 'L')
                ++m_at;                          // Python 2 wrote long integers so
            constexpr std::size_t mostAxes = 64; // NumPy's own limit; each costs time for every element
            if (shape.size() == mostAxes)
                fail(fmt::format("the shape in its header has more than {} axes", mostAxes));
            shape.push_back(extent);
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return shape;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    const Where& m_where;
};

} // namespace

NpyHeader parseNpyHeader(std::string_view text, const Where& where)
{
    return Dictionary(text, where).parse();
}

std::string npyHeaderBytes(const std::string& dtype, const std::vector<std::int64_t>& shape)
{
    std::string extents;
    for (std::size_t i = 0; i < shape.size(); ++i)
        extents += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    if (shape.size() == 1)
        extents += ",";
    std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", dtype, extents);
    constexpr std::size_t prefix = 10;
    constexpr std::size_t alignment = 64;
    const std::size_t whole = (prefix + dictionary.size() + 1 + alignment - 1) / alignment * alignment;
    dictionary.append(whole - prefix - dictionary.size() - 1, ' ');
    dictionary += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(dictionary.size() & 0xff);
    bytes += static_cast<char>(dictionary.size() >> 8);
    return bytes + dictionary;
}

std::int64_t npyElementBytes(std::string_view dtype)
{
    if (dtype.size() < 3 || (dtype[0] != '<' && dtype[0] != '|'))
        return 0;
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(dtype.data() + 2, dtype.data() + dtype.size(), n);
    if (error != std::errc{} || end != dtype.data() + dtype.size() || n < 0 || n > 1 << 20)
        return 0;
    switch (dtype[1]) {
    case 'b':
        return n == 1 ? 1 : 0;
    case 'i':
    case 'u':
        return n == 1 || n == 2 || n == 4 || n == 8 ? n : 0;
    case 'f':
        return n == 2 || n == 4 || n == 8 ? n : 0;
    case 'c':
        return n == 8 || n == 16 ? n : 0;
    case 'S':
        return n;
    case 'U':
        return 4 * n;
    default:
        return 0;
    }
}

std::int64_t npyElements(const std::vector<std::int64_t>& shape)
{
    std::int64_t product = 1;
    for (const std::int64_t extent : shape)
        if (__builtin_mul_overflow(product, extent, &product))
            return -1;
    return product;
}

} // namespace sparsescope
