// What a hostile file says in place of a number, and where a file has numbers.
#pragma once

#include "engine/core/error.h"
#include "tests/support/catch.h"

#include <cstdint>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope {

inline const std::vector<nlohmann::json>& hostileNumbers()
{
    static const std::vector<nlohmann::json> all = {0,
                                                    -1,
                                                    1,
                                                    std::int64_t{1} << 31,
                                                    std::int64_t{1} << 62,
                                                    INT64_MAX,
                                                    INT64_MIN,
                                                    UINT64_MAX,
                                                    0.5,
                                                    1e308,
                                                    -1e308,
                                                    nullptr,
                                                    "7",
                                                    nlohmann::json::array(),
                                                    nlohmann::json::object()};
    return all;
}

// The ways to every number in a value.
inline std::vector<nlohmann::json::json_pointer> waysToNumbers(const nlohmann::json& value)
{
    std::vector<nlohmann::json::json_pointer> found;
    const nlohmann::json flat = value.flatten();
    for (const auto& [way, leaf] : flat.items())
        if (leaf.is_number())
            found.emplace_back(way);
    return found;
}

enum class Taken { Refused, Accepted };

// Why the last one was refused.
inline std::string lastRefusal;

// Reads a hostile file and goes on with it as the programs do. Whatever it says, this ends as an error of the file (or
// of the request that it stands for), or well.
inline Taken tryHostile(const std::string& what, const std::function<void()>& use)
{
    INFO(what);
    try {
        use();
        return Taken::Accepted;
    } catch (const Error& e) {
        INFO(e.what());
        lastRefusal = e.what();
        CHECK((e.kind() == ErrorKind::Input || e.kind() == ErrorKind::Usage));
        CHECK_FALSE(e.reason().empty());
    } catch (const std::bad_alloc&) {
        // The programs call that bad input too.
    } catch (const std::exception& e) {
        FAIL_CHECK("no error of ours: " << e.what());
    }
    return Taken::Refused;
}

} // namespace sparsescope
