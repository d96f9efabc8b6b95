#include "engine/plan/graph/functions.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace sparsescope::graph {

namespace {

static_assert(std::endian::native == std::endian::little, "stored elements are the device's bytes");

using Elements = std::span<const std::int32_t>;

constexpr std::int64_t int32Least = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32Most = std::numeric_limits<std::int32_t>::max();

constexpr std::int64_t mostRanges = 5;
constexpr std::int64_t leastForRanges = 32; // elements
// body(begin, end) on ranges that cover [0, n), until one says that it has seen enough. Cancelled between them.
template <class Body>
void untilSeen(std::int64_t n, Progress& progress, const Body& body)
{
    constexpr std::int64_t some = 1 << 16;
    for (std::int64_t begin = 0; begin < n; begin += some) {
        progress.check();
        if (body(begin, std::min(begin + some, n)))
            return;
    }
}

// The values of c + k (i mod p) + m floor(i / p), one after another from i = 0. Without a division, and without
// overflow: |k| and |m| are below 2^32, and who asks stops soon after the values have left 32 bits.
class PeriodicWalk {
public:
    explicit PeriodicWalk(const ArrayFunction& f)
        : m_k(f.k), m_m(f.m), m_period(f.p > 0 ? f.p : int32Most), m_first(f.c), m_value(f.c)
    {
    }

    std::int64_t next()
    {
        const std::int64_t value = m_value;
        if (++m_place == m_period) {
            m_place = 0;
            m_value = m_first += m_m;
        } else {
            m_value += m_k;
        }
        return value;
    }

private:
    const std::int64_t m_k, m_m, m_period;
    std::int64_t m_first, m_value;
    std::int64_t m_place = 0;
};

// The elements that `next`, called once for each in order, does not say; nothing where they are too many.
template <class Next>
std::optional<std::vector<FunctionException>> exceptionsFrom(Elements array, Progress& progress, Next next)
{
    const auto n = static_cast<std::int64_t>(array.size());
    const auto most = static_cast<std::size_t>(mostExceptions(n));
    std::vector<FunctionException> found;
    bool tooMany = false;
    untilSeen(n, progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end && !tooMany; ++i)
            if (next() != array[at(i)]) {
                if (found.size() < most)
                    found.push_back({static_cast<std::int32_t>(i), array[at(i)]});
                else
                    tooMany = true;
            }
        return tooMany;
    });
    if (tooMany)
        return std::nullopt;
    return found;
}

// The beginnings of periods: those of the array itself, or those that hold element n / 2, or the last before it that
// has another behind it. n >= 2 p, so there is one.
std::int64_t beginOfPeriod(std::int64_t n, std::int64_t p, bool half)
{
    if (!half)
        return 0;
    const std::int64_t begin = n / 2 / p * p;
    return begin + p < n ? begin : begin - p;
}

// The first i > `from` at which the difference to the next element is not the one before, or n.
std::int64_t changeAfter(Elements array, std::int64_t from, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(array.size());
    const auto difference = [&](std::int64_t i) { return std::int64_t{array[at(i + 1)]} - array[at(i)]; };
    std::int64_t found = n;
    untilSeen(n - 2 - from, progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = from + 1 + begin; i < from + 1 + end; ++i)
            if (difference(i) != difference(i - 1)) {
                found = i;
                return true;
            }
        return false;
    });
    return found;
}

// Worth a try: `seen` and the counts, each once, of which at least two fit into the array.
std::vector<std::int64_t> periodsOf(std::int64_t n, std::int64_t seen, std::span<const std::int64_t> counts,
                                    std::int64_t least)
{
    std::vector<std::int64_t> periods;
    const auto add = [&](std::int64_t p) {
        if (p >= least && p <= n / 2 && std::find(periods.begin(), periods.end(), p) == periods.end())
            periods.push_back(p);
    };
    add(seen);
    for (const std::int64_t count : counts)
        add(count);
    return periods;
}

// Constant to Both: the function of this family through the elements at `from`, which begins a period where there is
// one.
std::optional<ArrayFunction> fitThrough(Elements array, FunctionFamily family, std::int64_t from, std::int64_t p,
                                        Progress& progress)
{
    const bool rises =
        family == FunctionFamily::Linear || family == FunctionFamily::Periodic || family == FunctionFamily::Both;
    const bool steps = family == FunctionFamily::Step || family == FunctionFamily::Both;
    const std::int64_t first = array[at(from)];
    ArrayFunction f;
    f.family = family;
    f.size = static_cast<std::int32_t>(array.size());
    f.p = static_cast<std::int32_t>(p);
    f.k = rises ? array[at(from + 1)] - first : 0;
    f.m = steps ? array[at(from + p)] - first : 0;
    f.c = first - (p > 0 ? f.m * (from / p) : f.k * from);
    // Simpler families have been tried through the same elements; a constant through others.
    if (family == FunctionFamily::Both && (f.k == 0 || f.m == 0))
        return std::nullopt;
    if (f.k == 0 && f.m == 0) {
        if (p > 0 && (first == array.front() || first == array[array.size() / 2]))
            return std::nullopt;
        f.family = FunctionFamily::Constant;
        f.p = 0;
    }
    PeriodicWalk walk(f);
    std::optional<std::vector<FunctionException>> exceptions =
        exceptionsFrom(array, progress, [&] { return walk.next(); });
    if (!exceptions)
        return std::nullopt;
    f.exceptions = std::move(*exceptions);
    return f;
}

std::optional<ArrayFunction> fitLines(Elements array, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(array.size());
    for (const FunctionFamily family : {FunctionFamily::Constant, FunctionFamily::Linear})
        for (const std::int64_t from : {std::int64_t{0}, n / 2})
            if (family == FunctionFamily::Constant || from + 1 < n)
                if (std::optional<ArrayFunction> f = fitThrough(array, family, from, 0, progress))
                    return f;
    return std::nullopt;
}

std::optional<ArrayFunction> fitPeriods(Elements array, std::span<const std::int64_t> counts, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(array.size());
    // Periods begin behind a difference unlike the others. The first change from the array's begin is the one before
    // such a difference; from anywhere, a change there and every second one later (p = 2: every one) are a period
    // apart.
    const std::int64_t atBegin = changeAfter(array, 0, progress) + 1;
    const std::int64_t first = changeAfter(array, n / 2, progress);
    const std::int64_t third = changeAfter(array, changeAfter(array, first, progress), progress);
    const std::vector<std::int64_t> periods[] = {periodsOf(n, atBegin, counts, 2),
                                                 periodsOf(n, third < n ? third - first : 0, counts, 2)};
    for (const FunctionFamily family : {FunctionFamily::Step, FunctionFamily::Periodic, FunctionFamily::Both})
        for (const bool half : {false, true})
            for (const std::int64_t p : periods[half ? 1 : 0])
                if (std::optional<ArrayFunction> f = fitThrough(array, family, beginOfPeriod(n, p, half), p, progress))
                    return f;
    return std::nullopt;
}

// A single element inside a range is an exception, as long as there may be more; whatever else differs begins a range.
std::optional<ArrayFunction> fitPieces(Elements array, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(array.size());
    if (n < leastForRanges)
        return std::nullopt;
    ArrayFunction f;
    f.family = FunctionFamily::Pieces;
    f.size = static_cast<std::int32_t>(n);
    f.constants.push_back(array[0]);
    untilSeen(n, progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t here = f.constants.back();
            if (array[at(i)] == here)
                continue;
            if (i + 1 < n && array[at(i + 1)] == here &&
                static_cast<std::int64_t>(f.exceptions.size()) < mostExceptions(n)) {
                f.exceptions.push_back({static_cast<std::int32_t>(i), array[at(i)]});
                continue;
            }
            f.ends.push_back(static_cast<std::int32_t>(i));
            f.constants.push_back(array[at(i)]);
            if (static_cast<std::int64_t>(f.constants.size()) > mostRanges)
                return true;
        }
        return false;
    });
    if (static_cast<std::int64_t>(f.constants.size()) > mostRanges)
        return std::nullopt;
    f.ends.push_back(f.size);
    return f;
}

// The least and the largest of some elements.
struct ElementRange {
    std::int32_t least = std::numeric_limits<std::int32_t>::max(), most = std::numeric_limits<std::int32_t>::min();
    void add(Elements elements)
    {
        for (const std::int32_t element : elements) {
            least = std::min(least, element);
            most = std::max(most, element);
        }
    }
    std::int64_t width() const { return std::max<std::int64_t>(std::int64_t{most} - least, 0); }
};

StoredType typeFor(std::int64_t width)
{
    return width <= 0xff ? StoredType::U8 : width <= 0xffff ? StoredType::U16 : StoredType::I32;
}

template <class Stored>
void storeAs(ArrayFunction& f, Elements array, std::span<const std::int32_t> bases, Elements offsets,
             Progress& progress)
{
    f.stored.reserve(array.size() * sizeof(Stored));
    std::vector<Stored> some;
    std::size_t b = 0;
    untilSeen(static_cast<std::int64_t>(array.size()), progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end;) {
            std::int64_t baseEnd = end;
            std::int64_t base = f.base;
            if (!bases.empty()) {
                while (offsets[b + 1] <= i)
                    ++b;
                baseEnd = std::min<std::int64_t>(end, offsets[b + 1]);
                base = bases[b];
            }
            for (; i < baseEnd; ++i)
                some.push_back(static_cast<Stored>(array[at(i)] - base));
        }
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(some.data());
        f.stored.insert(f.stored.end(), bytes, bytes + some.size() * sizeof(Stored));
        some.clear();
        return false;
    });
}

void store(ArrayFunction& f, Elements array, std::span<const std::int32_t> bases, Elements offsets, Progress& progress)
{
    if (f.type == StoredType::U8)
        storeAs<std::uint8_t>(f, array, bases, offsets, progress);
    else if (f.type == StoredType::U16)
        storeAs<std::uint16_t>(f, array, bases, offsets, progress);
    else
        storeAs<std::int32_t>(f, array, bases, offsets, progress);
}

ArrayFunction narrowed(Elements array, const ArrayContext& context, Compression compression, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(array.size());
    ArrayFunction f;
    f.family = FunctionFamily::Narrow;
    f.size = static_cast<std::int32_t>(n);
    ElementRange all;
    if (compression == Compression::On) {
        untilSeen(n, progress, [&](std::int64_t begin, std::int64_t end) {
            all.add(array.subspan(at(begin), at(end - begin)));
            return false;
        });
        f.type = typeFor(all.width());
    }
    std::vector<std::int32_t> bases;
    if (compression == Compression::On && f.type != StoredType::U8 && !context.bmtbOffsets.empty()) {
        std::int64_t width = 0;
        bases.reserve(context.bmtbOffsets.size());
        for (std::size_t b = 0; b + 1 < context.bmtbOffsets.size(); ++b) {
            const std::int64_t begin = context.bmtbOffsets[b], end = context.bmtbOffsets[b + 1];
            ElementRange here;
            untilSeen(end - begin, progress, [&](std::int64_t first, std::int64_t last) {
                here.add(array.subspan(at(begin + first), at(last - first)));
                return false;
            });
            width = std::max(width, here.width());
            // That of an empty BMTB is read by nobody; it should disturb no regularity.
            bases.push_back(begin < end ? here.least : bases.empty() ? 0 : bases.back());
        }
        const StoredType type = typeFor(width);
        if (bytesOf(type) < bytesOf(f.type)) {
            ArrayFunction ofBases = encode(bases, {.counts = context.counts}, compression, progress);
            if (n * bytesOf(type) + bytesOf(ofBases) < n * bytesOf(f.type)) {
                f.type = type;
                f.bases = std::make_shared<const ArrayFunction>(std::move(ofBases));
            }
        }
    }
    if (!f.bases) {
        bases.clear();
        f.base = f.type == StoredType::I32 ? 0 : all.least;
    }
    store(f, array, bases, context.bmtbOffsets, progress);
    return f;
}

void requireOf(std::int64_t n, const ArrayContext& context)
{
    const auto fail = [](const char* what) { throw Error(ErrorKind::Internal, what); };
    if (n > int32Most)
        fail("an array of 2^31 elements or more");
    const Elements offsets = context.bmtbOffsets;
    if (!offsets.empty() && (offsets.front() != 0 || offsets.back() != n || !std::ranges::is_sorted(offsets)))
        fail("BMTBs of another array");
}

template <class Stored>
Stored storedAt(const ArrayFunction& f, std::int64_t i)
{
    Stored element;
    std::memcpy(&element, f.stored.data() + at(i) * sizeof(Stored), sizeof(Stored));
    return element;
}

std::int64_t storedAt(const ArrayFunction& f, std::int64_t i)
{
    return f.type == StoredType::U8    ? storedAt<std::uint8_t>(f, i)
           : f.type == StoredType::U16 ? storedAt<std::uint16_t>(f, i)
                                       : storedAt<std::int32_t>(f, i);
}

} // namespace

int bytesOf(StoredType type)
{
    return type == StoredType::U8 ? 1 : type == StoredType::U16 ? 2 : 4;
}

bool ArrayFunction::operator==(const ArrayFunction& other) const
{
    const auto members = [](const ArrayFunction& f) {
        return std::tie(f.family, f.size, f.c, f.k, f.m, f.p, f.constants, f.ends, f.columns, f.exceptions, f.type,
                        f.base, f.stored);
    };
    return members(*this) == members(other) && (bases && other.bases ? *bases == *other.bases : bases == other.bases);
}

ArrayFunction encode(std::span<const std::int32_t> array, const ArrayContext& context, Compression compression,
                     Progress& progress)
{
    requireOf(static_cast<std::int64_t>(array.size()), context);
    progress.check();
    if (compression == Compression::Off)
        return narrowed(array, context, compression, progress);
    if (array.empty())
        return {};
    if (std::optional<ArrayFunction> f = fitLines(array, progress))
        return std::move(*f);
    if (std::optional<ArrayFunction> f = fitPeriods(array, context.counts, progress))
        return std::move(*f);
    if (std::optional<ArrayFunction> f = fitPieces(array, progress))
        return std::move(*f);
    return narrowed(array, context, compression, progress);
}

ArrayFunction rowLinear(std::vector<std::int64_t> constants, std::int32_t size, std::int32_t columns)
{
    ArrayFunction f;
    f.family = FunctionFamily::RowLinear;
    f.size = size;
    f.constants = std::move(constants);
    f.columns = columns;
    return f;
}

std::int32_t valueAt(const ArrayFunction& f, std::int64_t i, std::int32_t originRow, std::int64_t bmtb)
{
    for (const FunctionException& exception : f.exceptions)
        if (exception.i == i)
            return exception.value;
    switch (f.family) {
    case FunctionFamily::Pieces:
        return static_cast<std::int32_t>(
            f.constants[at(std::upper_bound(f.ends.begin(), f.ends.end(), i) - f.ends.begin())]);
    case FunctionFamily::RowLinear:
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>(originRow + f.constants[at(i) % f.constants.size()], 0, f.columns - 1));
    case FunctionFamily::Narrow:
        return static_cast<std::int32_t>((f.bases ? valueAt(*f.bases, bmtb) : f.base) + storedAt(f, i));
    default:
        return static_cast<std::int32_t>(f.p > 0 ? f.c + f.k * (i % f.p) + f.m * (i / f.p) : f.c + f.k * i);
    }
}

std::vector<std::int32_t> decode(const ArrayFunction& f, const ArrayContext& context, Progress& progress)
{
    requireOf(f.size, context);
    if (f.family == FunctionFamily::RowLinear || (f.bases && context.bmtbOffsets.empty()))
        throw Error(ErrorKind::Internal, "a function of what is not known");
    std::vector<std::int32_t> array(at(f.size));
    std::int64_t bmtb = 0;
    untilSeen(f.size, progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            while (f.bases && context.bmtbOffsets[at(bmtb + 1)] <= i)
                ++bmtb;
            array[at(i)] = valueAt(f, i, 0, bmtb);
        }
        return false;
    });
    return array;
}

std::int64_t bytesOf(const ArrayFunction& f)
{
    return static_cast<std::int64_t>(f.stored.size()) + (f.bases ? bytesOf(*f.bases) : 0);
}

} // namespace sparsescope::graph
