// Profiles as JSON, and the agreement of predictions with measurements.
#include "engine/core/error.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <set>

using namespace sparsescope;
using nlohmann::json;

TEST_CASE("A profile comes back from its JSON text")
{
    Profile p = inventedProfile(Plan{}, 1);
    p.relativeError = std::numeric_limits<double>::quiet_NaN();
    const std::string text = toJson(p).dump();
    const Profile back = profileFromJson(json::parse(text), "f");
    CHECK(toJson(back).dump() == text);
    CHECK(std::isnan(back.relativeError));
    CHECK(back.conditions.device == p.conditions.device);
    CHECK(back.conditions.cublas == "13.1");
    CHECK(back.conditions.values == MatrixValues::Random);
    CHECK(back.baselines.size() == 3);
    CHECK(back.baselines[0].counters.size() == 1);
    CHECK(back.launchNs == p.launchNs);
    CHECK(back.op == p.op);
    CHECK(text.find("taskTimes") == std::string::npos);
}

TEST_CASE("A profile that lacks a key or holds another type is refused by the key's path")
{
    const json whole = toJson(inventedProfile(Plan{}, 2));
    const auto path = [](const json& damaged) {
        try {
            profileFromJson(damaged, "f");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            CHECK(e.where().file == "f");
            return e.where().call;
        }
        return std::string("no error");
    };
    for (const auto& [key, value] : whole.items()) {
        json lacking = whole;
        lacking.erase(key);
        const std::set<std::string> added = {"cold",        "codegen",   "limits",   "variants",
                                             "untunedNs",   "kinds",     "launchNs", "nextLaunchNs",
                                             "memoryBytes", "parameters"}; // sessions of earlier versions have none
        const bool later = added.contains(key);
        CHECK(path(lacking) == (later ? "no error" : key));
        json other = whole;
        other[key] = value.is_object() ? json(7) : json::object({{"x", 1}});
        CHECK(path(other) == key);
    }
    json damaged = whole;
    damaged["baselines"][1]["timing"].erase("lowNs");
    CHECK(path(damaged) == "baselines[1].timing.lowNs");
    damaged = whole;
    damaged["baselines"][0].erase("counted"); // sessions of earlier versions
    CHECK(path(damaged) == "no error");
    damaged = whole;
    damaged["conditions"].erase("reference");
    damaged["conditions"].erase("cublas"); // sessions of earlier versions
    CHECK(path(damaged) == "no error");
    damaged["conditions"].erase("values"); // all took the file's
    CHECK(path(damaged) == "no error");
    CHECK(profileFromJson(damaged, "f").conditions.values == MatrixValues::File);
    damaged["conditions"]["values"] = "zeros";
    CHECK(path(damaged) == "conditions.values");
    damaged = whole;
    damaged["operator"]["kind"] = "gemm";
    CHECK(path(damaged) == "operator");
    damaged = whole;
    damaged["registers"] = 1ll << 40;
    CHECK(path(damaged) == "registers");
    CHECK(path(json::array()).empty());
    json older = whole; // that called split rows so
    older["kinds"][0]["kind"] = "ELL 64x4, atomic";
    CHECK(profileFromJson(older, "f").kinds.at(0).kind == "ELL 64x4, split rows");
    json more = whole;
    more["added by a later version"] = 1;
    CHECK(path(more) == "no error");
}

TEST_CASE("The fastest baseline is a verified one")
{
    Profile p = inventedProfile(Plan{}, 3);
    REQUIRE(p.fastestBaseline());
    CHECK(p.fastestBaseline()->name == "cusparse:csr_alg3");
    p.baselines.clear();
    CHECK(p.fastestBaseline() == nullptr);
    CHECK(p.counter("dram__bytes_read.sum")->unit == "byte");
    CHECK(p.counter("none") == nullptr);
}

TEST_CASE("Agreement: correlation, root mean square and median relative error")
{
    const Agreement a = agreement({1, 2, 3, 4}, {2, 4, 6, 8});
    CHECK(a.points == 4);
    CHECK(a.pearson == Approx(1));
    CHECK(a.rmse == Approx(std::sqrt((1.0 + 4 + 9 + 16) / 4)));
    CHECK(a.medianError == Approx(0.5));
    CHECK(agreement({1, 2, 3}, {3, 2, 1}).pearson == Approx(-1));
    // 5, 4, 1 against 4, 8, 2: relative errors 1/4, 1/2, 1/2.
    CHECK(agreement({5, 4, 1}, {4, 8, 2}).medianError == Approx(0.5));
    CHECK(agreement({1e9 + 1, 1e9 + 2, 1e9 + 3}, {1, 2, 3}).pearson == Approx(1));
}

TEST_CASE("Agreement without enough points or spread has no correlation")
{
    CHECK(agreement({}, {}).points == 0);
    CHECK(std::isnan(agreement({}, {}).pearson));
    CHECK(std::isnan(agreement({1}, {2}).pearson));
    CHECK(agreement({1}, {2}).rmse == 1);
    CHECK(agreement({1}, {2}).medianError == 0.5);
    CHECK(std::isnan(agreement({1, 1}, {2, 3}).pearson));
    CHECK(std::isnan(agreement({1, 2}, {3, 3}).pearson));
    CHECK_THROWS_AS(agreement({1, 2}, {3}), Error);
}
