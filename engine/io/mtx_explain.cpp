// What is wrong with a line of a Matrix Market file: slow, called once for a file that is refused.
#include "engine/io/mtx_header.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

// Empty when the word is an index from 1 to extent.
std::string explainIndex(std::string_view word, const char* what, std::int64_t extent)
{
    const std::string_view digits = word.substr(!word.empty() && word[0] == '-' ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return fmt::format("{} {} is not a whole number", what, quoted(word));
    std::uint64_t value = 0;
    const char* end = parseWhole(digits.data(), digits.data() + digits.size(), value);
    if (digits.size() != word.size() || !end || value < 1 || value > static_cast<std::uint64_t>(extent))
        return fmt::format("{} {} is out of range: indices run from 1 to {}", what, word, extent);
    return {};
}

std::string explainValue(std::string_view word, MtxField field)
{
    const char* const end = word.data() + word.size();
    double value = 0;
    bool rounded = false;
    const char* read = field == MtxField::Integer    ? parseSigned(word.data(), end, value, rounded)
                       : field == MtxField::Unsigned ? parseUnsigned(word.data(), end, value, rounded)
                                                     : parseReal(word.data(), end, value);
    if (read == end)
        return {};
    const bool numeric = !word.empty() && word.find_first_not_of("0123456789+-.eEdD") == std::string_view::npos &&
                         word.find_first_of("0123456789") != std::string_view::npos;
    const bool whole = numeric && word.find_first_of(".eEdD") == std::string_view::npos;
    if (field == MtxField::Integer)
        return fmt::format("value {} {}", quoted(word), whole ? "does not fit a 64-bit integer" : "is not an integer");
    if (field == MtxField::Unsigned)
        return fmt::format("value {} {}", quoted(word),
                           whole && word[0] != '-' ? "does not fit an unsigned 64-bit integer"
                                                   : "is not an unsigned integer");
    return fmt::format("value {} {}", quoted(word), numeric ? "does not fit a double" : "is not a number");
}

} // namespace

std::string explainMtxLine(std::string_view line, const MtxHeader& header)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (line.find('\r') != std::string_view::npos)
        return "a bare carriage return stands within the line: convert the file to \"\\n\" first";
    const std::vector<std::string_view> word = words(line);
    const std::size_t indices = header.array ? 0 : 2;
    const std::size_t values = header.field == MtxField::Pattern ? 0 : header.field == MtxField::Complex ? 2 : 1;
    for (std::size_t i = 0; i < std::min(indices, word.size()); ++i) {
        const std::string reason =
            i == 0 ? explainIndex(word[i], "row", header.rows) : explainIndex(word[i], "column", header.cols);
        if (!reason.empty())
            return reason;
    }
    for (std::size_t i = indices; i < std::min(indices + values, word.size()); ++i) {
        const std::string reason = explainValue(word[i], header.field);
        if (!reason.empty())
            return reason;
    }
    if (word.size() != indices + values) {
        static constexpr const char* valueWords[] = {"", "value", "real part, imaginary part"};
        return fmt::format("{} word{} where {} {} expected ({}{}{})", word.size(), word.size() == 1 ? "" : "s",
                           indices + values, indices + values == 1 ? "is" : "are", indices > 0 ? "row, column" : "",
                           indices > 0 && values > 0 ? ", " : "", valueWords[values]);
    }
    if (header.symmetry == MtxSymmetry::SkewSymmetric && word[0] == word[1])
        return fmt::format("({}, {}) is on the diagonal, where a skew-symmetric matrix holds nothing", word[0],
                           word[1]);
    return fmt::format("{} is not an entry", quoted(line));
}

} // namespace sparsescope
