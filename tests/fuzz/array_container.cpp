#include "tests/fuzz/array_container.h"

#include "engine/core/hash.h"
#include "engine/io/npy_header.h"

#include <algorithm>
#include <cstring>

namespace sparsescope::fuzz {

namespace {

constexpr std::size_t mostAxes = 3;

// The text up to the next zero, which is taken off too.
std::string_view taken(std::string_view& rest)
{
    const std::string_view text = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), text.size() + 1));
    return text;
}

// As it lies in memory; 0 where the bytes do not suffice.
template <class T>
T number(std::string_view& rest)
{
    T value = 0;
    std::memcpy(&value, rest.data(), std::min(rest.size(), sizeof value));
    rest.remove_prefix(std::min(rest.size(), sizeof value));
    return value;
}

} // namespace

std::string containerOf(const NpzArrays& arrays)
{
    std::string container;
    for (const auto& [name, array] : arrays) {
        container += name + '\0' + array.dtype + '\0' + static_cast<char>(array.shape.size());
        for (const std::int64_t extent : array.shape) {
            const auto narrow = static_cast<std::int32_t>(extent);
            container.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
        }
        container.append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
    }
    return container;
}

NpzArrays arraysIn(std::string_view container)
{
    NpzArrays arrays;
    while (!container.empty()) {
        const std::string name(taken(container));
        NpyArray array{std::string(taken(container)), {}, {}};
        const std::size_t axes = number<std::uint8_t>(container) % (mostAxes + 1);
        for (std::size_t i = 0; i < axes; ++i)
            array.shape.push_back(std::max(number<std::int32_t>(container), 0));
        const std::int64_t size = array.elementBytes();
        // What no archive can be written of is not looked at.
        if (size == 0 || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != std::string::npos)
            break;
        if (axes == 1)
            array.shape[0] = std::min(array.shape[0], std::ssize(container) / size);
        const std::int64_t elements = array.elements();
        if (elements < 0 || elements > std::ssize(container) / size)
            break;
        const auto* data = reinterpret_cast<const std::byte*>(container.data());
        array.data.assign(data, data + elements * size);
        container.remove_prefix(static_cast<std::size_t>(elements * size));
        arrays[name] = std::move(array);
    }
    return arrays;
}

std::string containerOf(const PlanBlob& blob)
{
    return blob.json + '\0' + containerOf(readNpz(blob.arrays, {}));
}

PlanBlob blobIn(std::string_view container)
{
    std::string json(taken(container));
    return withArrays(std::move(json), arraysIn(container));
}

PlanBlob withArrays(std::string json, const NpzArrays& arrays)
{
    // An archive of nothing cannot be written.
    PlanBlob blob{std::move(json), arrays.empty() ? std::string() : writeNpz(arrays, false)};
    const std::string key = "\"hash\": \"";
    const std::string hash = hex64(hashArray(std::span<const char>(blob.arrays)));
    if (const std::size_t found = blob.json.find(key); found != std::string::npos)
        blob.json.replace(found + key.size(), std::min(hash.size(), blob.json.size() - found - key.size()), hash);
    return blob;
}

} // namespace sparsescope::fuzz
