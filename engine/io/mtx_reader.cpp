// Matrix Market text in fixed chunks, each parsed and handed to the sorter by one thread, so that nothing depends on
// the number of threads. Entries are counted ahead only in dense files, where a value's number is its place, and for
// errors.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/csr_assembly.h"
#include "engine/io/formats.h"
#include "engine/io/mtx_header.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"
#include "engine/matrix/patterns/build.h"

#include <atomic>
#include <fmt/format.h>
#include <memory>
#include <type_traits>
#include <utility>

namespace sparsescope {

namespace {

const char* nextLine(const char* p, const char* end)
{
    const void* found = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    return found ? static_cast<const char*>(found) + 1 : end;
}

// Behind the line's end when p is there (chunks end at line ends or with the text), else null.
const char* endOfLine(const char* p, const char* end)
{
    if (p == end)
        return p;
    if (*p == '\n')
        return p + 1;
    if (*p == '\r' && (p + 1 == end || p[1] == '\n'))
        return std::min(p + 2, end);
    return nullptr;
}

// Behind all blank and comment lines from p on: at an entry or the end.
const char* skipToEntry(const char* p, const char* end)
{
    while (p < end && !isDigit(*p)) {
        const char* const word = skipBlanks(p, end);
        const char* const behind = word < end && *word == '%' ? nextLine(word, end) : endOfLine(word, end);
        if (!behind)
            return word;
        p = behind;
    }
    return p;
}

// Sets each chunk's items to the number of entries before it; returns how many there are.
std::int64_t countEntries(std::string_view text, std::vector<TextChunk>& chunks, Progress& progress)
{
    overTextChunks(static_cast<std::int64_t>(chunks.size()), progress, "counting entries", 0.0, 0.1,
                   [&](std::int64_t i) {
                       TextChunk& chunk = chunks[at(i)];
                       const char* const end = text.data() + chunk.end;
                       std::int64_t count = 0;
                       for (const char* p = skipToEntry(text.data() + chunk.begin, end); p < end;
                            p = skipToEntry(nextLine(p, end), end))
                           ++count;
                       chunk.items = count;
                       return Defect{};
                   });
    std::int64_t total = 0;
    for (TextChunk& chunk : chunks)
        total += std::exchange(chunk.items, total);
    return total;
}

// Where entry number `index` (from 0) begins.
std::size_t positionOfEntry(std::string_view text, const std::vector<TextChunk>& chunks, std::int64_t index)
{
    std::size_t k = chunks.size() - 1;
    while (chunks[k].items > index)
        --k;
    const char* const end = text.data() + chunks[k].end;
    const char* p = skipToEntry(text.data() + chunks[k].begin, end);
    for (std::int64_t i = chunks[k].items; i < index; ++i)
        p = skipToEntry(nextLine(p, end), end);
    return static_cast<std::size_t>(p - text.data());
}

// Counts the entries and throws Error(Input) where the header says another number.
void requireEntries(std::vector<TextChunk>& chunks, const MtxHeader& header, const Opened& opened)
{
    const std::string_view text = opened.bytes;
    const std::int64_t found = countEntries(text, chunks, opened.progress);
    const char* const what = header.array ? "values" : "entries";
    if (found < header.entries)
        failInput(fmt::format("the file ends after {} of {} {}", found, header.entries, what),
                  {.file = opened.file, .line = lineOf(text, text.empty() ? 0 : text.size() - 1, opened.progress)});
    if (found > header.entries)
        failInput(fmt::format("the file goes on after the {} {} that line {} declares", header.entries, what,
                              header.sizeLine),
                  {.file = opened.file,
                   .line = lineOf(text, positionOfEntry(text, chunks, header.entries), opened.progress)});
}

// Entries of one chunk, as many as it can hold: the shortest line of a dense file is "1", of another one "1 1".
template <class Entry>
struct Entries {
    explicit Entries(const TextChunk& chunk, bool array)
        : list(std::make_unique_for_overwrite<Entry[]>((chunk.end - chunk.begin) / (array ? 2 : 4) + 1))
    {
    }
    std::unique_ptr<Entry[]> list;
    std::size_t count = 0;
};

// parse(p, end, entry) reads one entry and returns where it ends, or null.
template <class Entry, class Parse>
Defect parseChunk(std::string_view text, const TextChunk& chunk, const MtxHeader& header, Entries<Entry>& entries,
                  const Parse& parse)
{
    const char* const end = text.data() + chunk.end;
    Entry* entry = entries.list.get();
    for (const char* p = skipToEntry(text.data() + chunk.begin, end); p < end;) {
        const char* q = parse(p, end, *entry++);
        q = q ? endOfLine(skipBlanks(q, end), end) : nullptr;
        if (!q) {
            const std::size_t length = static_cast<std::size_t>(nextLine(p, end) - p);
            std::string_view line(p, length);
            if (line.ends_with('\n'))
                line.remove_suffix(1);
            return {static_cast<std::size_t>(p - text.data()), explainMtxLine(line, header)};
        }
        p = skipToEntry(q, end);
    }
    entries.count = static_cast<std::size_t>(entry - entries.list.get());
    return {};
}

// Reads an index from 1 to extent and the white space behind it.
inline const char* parseIndex(const char* p, const char* end, std::uint64_t extent, std::int32_t& out)
{
    std::uint64_t index = 0;
    p = parseWhole(p, end, index);
    if (!p || index - 1 >= extent)
        return nullptr;
    out = static_cast<std::int32_t>(index - 1);
    return skipBlanks(p, end);
}

// Facts about a chunk that become notes.
struct ChunkFacts {
    bool rounded = false;
    bool imaginary = false;  // the last complex value has an imaginary part
    std::int64_t unreal = 0; // entries on the diagonal that have
    std::int64_t above = 0;  // entries above the diagonal
};

template <MtxField field>
inline const char* parseValue(const char* p, const char* end, double& out, ChunkFacts& found)
{
    if constexpr (field == MtxField::Integer) {
        std::uint64_t whole = 0;
        const bool negative = p < end && *p == '-';
        const char* q = parseWhole(p + (negative ? 1 : 0), end, whole);
        if (!q || whole > std::uint64_t{1} << 53)
            return parseSigned(p, end, out, found.rounded);
        out = negative ? -static_cast<double>(whole) : static_cast<double>(whole);
        return q;
    } else if constexpr (field == MtxField::Unsigned) {
        return parseUnsigned(p, end, out, found.rounded);
    } else if constexpr (field == MtxField::Complex) {
        double real = 0;
        double imaginary = 0;
        p = parseReal(p, end, real);
        if (!p || p == end || !isBlank(*p))
            return nullptr;
        p = parseReal(skipBlanks(p, end), end, imaginary);
        out = std::hypot(real, imaginary);
        found.imaginary = imaginary != 0;
        return p;
    } else {
        return parseReal(p, end, out);
    }
}

// Where a value of a dense file belongs: by columns; of a symmetric one the lower triangle, of a skew-symmetric one
// what is strictly below the diagonal.
class ArrayPlace {
public:
    ArrayPlace(const MtxHeader& header, std::int64_t index)
        : m_rows(header.rows), m_triangle(header.symmetry != MtxSymmetry::General),
          m_below(header.symmetry == MtxSymmetry::SkewSymmetric ? 1 : 0)
    {
        std::int64_t low = 0;
        std::int64_t high = header.cols;
        while (high - low > 1) { // the last column that begins at or before index
            const std::int64_t middle = (low + high) / 2;
            (start(middle) <= index ? low : high) = middle;
        }
        col = low;
        row = index - start(low) + first();
    }
    void advance()
    {
        if (++row == m_rows) {
            ++col;
            row = first();
        }
    }
    std::int64_t row = 0, col = 0;

private:
    std::int64_t first() const { return m_triangle ? col + m_below : 0; }
    std::int64_t start(std::int64_t c) const
    {
        return m_triangle ? c * (m_rows - m_below) - c * (c - 1) / 2 : c * m_rows;
    }

    std::int64_t m_rows;
    bool m_triangle;
    std::int64_t m_below;
};

template <MtxField field>
Defect parseDense(std::string_view text, const TextChunk& chunk, const MtxHeader& header, Entries<ValuedEntry>& entries,
                  ChunkFacts& found)
{
    ArrayPlace place(header, chunk.items);
    return parseChunk(text, chunk, header, entries, [&](const char* p, const char* end, ValuedEntry& entry) {
        entry.row = static_cast<std::int32_t>(place.row);
        entry.col = static_cast<std::int32_t>(place.col);
        place.advance();
        p = parseValue<field>(p, end, entry.value, found);
        if constexpr (field == MtxField::Complex)
            found.unreal += found.imaginary && entry.row == entry.col ? 1 : 0;
        return p;
    });
}

template <MtxField field, class Entry>
Defect parseCoordinates(std::string_view text, const TextChunk& chunk, const MtxHeader& header, Entries<Entry>& entries,
                        ChunkFacts& found)
{
    const auto rows = static_cast<std::uint64_t>(header.rows);
    const auto cols = static_cast<std::uint64_t>(header.cols);
    const bool skew = header.symmetry == MtxSymmetry::SkewSymmetric;
    return parseChunk(text, chunk, header, entries, [&](const char* p, const char* end, Entry& entry) {
        p = parseIndex(p, end, rows, entry.row);
        p = p ? parseIndex(p, end, cols, entry.col) : nullptr;
        if (!p || (skew && entry.row == entry.col))
            return static_cast<const char*>(nullptr);
        found.above += entry.row < entry.col ? 1 : 0;
        if constexpr (field != MtxField::Pattern)
            p = isBlank(p[-1]) ? parseValue<field>(p, end, entry.value, found) : nullptr;
        if constexpr (field == MtxField::Complex)
            found.unreal += found.imaginary && entry.row == entry.col ? 1 : 0;
        return p;
    });
}

template <MtxField field>
Csr readBody(std::vector<TextChunk>& chunks, const MtxHeader& header, std::vector<ChunkFacts>& facts,
             const Opened& opened)
{
    using Entry = std::conditional_t<field == MtxField::Pattern, PatternEntry, ValuedEntry>;
    const Mirror mirror = header.symmetry == MtxSymmetry::General ? Mirror::None
                          : header.symmetry == MtxSymmetry::SkewSymmetric && field != MtxField::Complex
                              ? Mirror::Negated // a magnitude has no sign to turn
                              : Mirror::Same;
    try {
        requireRowsInUse(header.rows, header.entries, opened.file);
        requireMemory(static_cast<std::uint64_t>(header.entries) * sizeof(Entry) * (mirror == Mirror::None ? 1 : 2) +
                          8 * static_cast<std::uint64_t>(header.rows),
                      opened.file, "the matrix");
    } catch (const Error&) {
        requireEntries(chunks, header, opened); // a wrong number is the first thing to say
        throw;
    }
    const auto count = static_cast<std::int64_t>(chunks.size());
    RowSorter<Entry> sorter(header.rows, header.entries, count, mirror);
    std::atomic<std::int64_t> read{0};
    const auto body = [&](std::int64_t k) {
        Defect defect;
        if (read > header.entries) // what goes on after the end takes no memory
            return defect;
        const TextChunk& chunk = chunks[at(k)];
        Entries<Entry> entries(chunk, header.array);
        ChunkFacts found;
        if constexpr (field == MtxField::Pattern)
            defect = parseCoordinates<field>(opened.bytes, chunk, header, entries, found);
        else
            defect = header.array ? parseDense<field>(opened.bytes, chunk, header, entries, found)
                                  : parseCoordinates<field>(opened.bytes, chunk, header, entries, found);
        facts[at(k)] = found;
        read += static_cast<std::int64_t>(entries.count);
        sorter.take(k, {entries.list.get(), entries.count});
        return defect;
    };
    const Defect defect = overTextChunks(count, opened.progress, "reading entries", 0.1, 0.75, body);
    const bool defective = defect.position != std::string_view::npos;
    if (defective || read != header.entries)
        requireEntries(chunks, header, opened);
    if (defective)
        failInput(defect.reason, {.file = opened.file, .line = lineOf(opened.bytes, defect.position, opened.progress)});
    return sorter.finish(opened.file, opened.progress);
}

Csr readAnyBody(std::vector<TextChunk>& chunks, const MtxHeader& header, std::vector<ChunkFacts>& facts,
                const Opened& opened)
{
    switch (header.field) {
    case MtxField::Integer:
        return readBody<MtxField::Integer>(chunks, header, facts, opened);
    case MtxField::Unsigned:
        return readBody<MtxField::Unsigned>(chunks, header, facts, opened);
    case MtxField::Pattern:
        return readBody<MtxField::Pattern>(chunks, header, facts, opened);
    case MtxField::Complex:
        return readBody<MtxField::Complex>(chunks, header, facts, opened);
    case MtxField::Real:
        break;
    }
    return readBody<MtxField::Real>(chunks, header, facts, opened);
}

void takeNotes(const MtxHeader& header, const std::vector<ChunkFacts>& facts, MatrixSource& source)
{
    ChunkFacts all;
    for (const ChunkFacts& chunk : facts) {
        all.rounded = all.rounded || chunk.rounded;
        all.above += chunk.above;
        all.unreal += chunk.unreal;
    }
    if (header.field == MtxField::Complex)
        source.notes.emplace_back("Complex values are read by magnitude.");
    if (header.symmetry == MtxSymmetry::Hermitian && all.unreal > 0)
        source.notes.push_back(
            fmt::format("{} of the elements on the diagonal {} not real, as those of a Hermitian matrix have to be.",
                        all.unreal, all.unreal == 1 ? "is" : "are"));
    if (all.rounded)
        source.notes.emplace_back("Integers beyond 2^53 are rounded to the nearest double.");
    if (header.array)
        source.notes.emplace_back("A dense file: every place is kept as a non-zero, zeros included.");
    if (header.symmetry != MtxSymmetry::General && all.above > 0)
        source.notes.push_back(
            fmt::format("{} of {} stored entries lie above the diagonal, where a {} file holds none; "
                        "they were mirrored like the others.",
                        all.above, header.entries, header.symmetryWord));
}

} // namespace

MatrixPtr readMatrixMarket(Opened opened)
{
    const std::string_view text = opened.bytes;
    const MtxHeader header = readMtxHeader(text, opened.file);
    std::vector<TextChunk> chunks = cutText(text, header.body, "\n", opened.progress);
    // No number of entries is believed that the text could not hold.
    if (header.array || std::cmp_greater(header.entries, text.size()))
        requireEntries(chunks, header, opened);
    std::vector<ChunkFacts> facts(chunks.size());
    Csr csr = readAnyBody(chunks, header, facts, opened);

    MatrixSource& source = opened.source;
    source.format = header.array ? "Matrix Market array" : "Matrix Market coordinate";
    source.field = header.fieldWord;
    source.symmetry = header.symmetryWord;
    source.storedEntries = header.entries;
    takeNotes(header, facts, source);
    return finishMatrix(header.rows, header.cols, std::move(csr), std::move(source), opened.progress, header.slices);
}

} // namespace sparsescope
