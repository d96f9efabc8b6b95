// Profiles to and from JSON, and how well they agree with predictions.
#include "engine/measure/profile.h"

#include "engine/core/json_reader.h"
#include "engine/plan/header_json.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <type_traits>

namespace sparsescope {

using nlohmann::json;

namespace {

// The fields of each record, once for both directions. Visit is called with a key and the member.
template <class Visit>
void visitFields(Conditions& c, const Visit& visit)
{
    visit("device", c.device);
    visit("chip", c.chip);
    visit("sms", c.sms);
    visit("architecture", c.architecture);
    visit("driver", c.driver);
    visit("cuda", c.cuda);
    visit("nvrtc", c.nvrtc);
    visit("cusparse", c.cusparse);
    visit("cublas", c.cublas);
    visit("clockMHz", c.clockMHz);
    visit("warmups", c.warmups);
    visit("repeats", c.repeats);
    visit("cache", c.cache);
    visit("reference", c.reference);
    visit("date", c.date);
    visit("values", c.values);
}

template <class Visit>
void visitFields(Timing& t, const Visit& visit)
{
    visit("medianNs", t.medianNs);
    visit("lowNs", t.lowNs);
    visit("highNs", t.highNs);
}

template <class Visit>
void visitFields(Baseline& b, const Visit& visit)
{
    visit("name", b.name);
    visit("timing", b.timing);
    visit("preprocessNs", b.preprocessNs);
    visit("relativeError", b.relativeError);
    visit("verified", b.verified);
    visit("problem", b.problem);
    visit("cold", b.cold);
    visit("counted", b.counters);
    visit("memoryBytes", b.memoryBytes);
}

template <class Visit>
void visitFields(Limit& l, const Visit& visit)
{
    visit("name", l.name);
    visit("ns", l.ns);
    visit("meaning", l.meaning);
    visit("cold", l.cold);
}

template <class Visit>
void visitFields(Variant& v, const Visit& visit)
{
    visit("parameters", v.parameters);
    visit("ns", v.ns);
    visit("chosen", v.chosen);
}

template <class Visit>
void visitFields(KindRun& k, const Visit& visit)
{
    visit("kind", k.kind);
    visit("tasks", k.tasks);
    visit("ns", k.ns);
    visit("predictedFlops", k.predictedFlops);
    visit("flops", k.flops);
    visit("predictedBytes", k.predictedBytes);
    visit("bytes", k.bytes);
    visit("predictedAddedBytes", k.predictedAddedBytes);
    visit("addedBytes", k.addedBytes);
}

template <class Visit>
void visitFields(Counter& c, const Visit& visit)
{
    visit("name", c.name);
    visit("value", c.value);
    visit("unit", c.unit);
    visit("meaning", c.meaning);
}

template <class Visit>
void visitFields(Profile& p, const Visit& visit)
{
    visit("operator", p.op);
    visit("planner", p.planner);
    visit("calibration", p.calibration);
    visit("planHash", p.planHash);
    visit("conditions", p.conditions);
    visit("kernel", p.kernel);
    visit("cold", p.cold);
    visit("limits", p.limits);
    visit("zeroNs", p.zeroNs);
    visit("fusedNs", p.fusedNs);
    visit("convertNs", p.convertNs);
    visit("launchNs", p.launchNs);
    visit("nextLaunchNs", p.nextLaunchNs);
    visit("predictedNs", p.predictedNs);
    visit("instrumentedNs", p.instrumentedNs);
    visit("verified", p.verified);
    visit("relativeError", p.relativeError);
    visit("worstElementError", p.worstElementError);
    visit("registers", p.registers);
    visit("sharedBytes", p.sharedBytes);
    visit("localBytes", p.localBytes);
    visit("occupancy", p.occupancy);
    visit("compileMs", p.compileMs);
    visit("packMs", p.packMs);
    visit("memoryBytes", p.memoryBytes);
    visit("predictedBytes", p.predictedBytes);
    visit("predictedFlops", p.predictedFlops);
    visit("tasks", p.tasks);
    visit("counters", p.counters);
    visit("baselines", p.baselines);
    visit("variants", p.variants);
    visit("codegen", p.codegen);
    visit("parameters", p.parameters);
    visit("untunedNs", p.untunedNs);
    visit("kinds", p.kinds);
    visit("activityNs", p.activityNs);
    visit("messages", p.messages);
}

template <class T>
constexpr bool isPlain = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

template <class T>
struct IsVector : std::false_type {
};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {
};

template <class T>
json write(const T& value)
{
    if constexpr (isPlain<T>) {
        return value;
    } else if constexpr (std::is_same_v<T, MatrixValues>) {
        return name(value);
    } else if constexpr (std::is_same_v<T, Operator>) {
        return operatorJson(value);
    } else if constexpr (IsVector<T>::value) {
        json array = json::array();
        for (const auto& element : value)
            array.push_back(write(element));
        return array;
    } else {
        json object = json::object();
        visitFields(const_cast<T&>(value), [&](const char* key, const auto& member) { object[key] = write(member); });
        return object;
    }
}

// Records that were written before these came lack them.
constexpr std::array<std::string_view, 14> laterKeys = {
    "cold",     "cublas",       "reference", "limits", "variants", "untunedNs",   "kinds",
    "launchNs", "nextLaunchNs", "counted",   "values", "codegen",  "memoryBytes", "parameters"};

// `path` says which key is read, for errors.
template <class T>
void read(const json& from, T& value, const std::string& path, const std::string& file)
{
    const auto fail = [&](const char* expected) {
        failInput(fmt::format("{} is expected", expected), {.file = file, .call = path});
    };
    if constexpr (std::is_same_v<T, bool>) {
        if (!from.is_boolean())
            fail("true or false");
        value = from.get<bool>();
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!from.is_number() && !from.is_null()) // JSON has no infinity and no NaN: they are written as null
            fail("a number");
        value = from.is_null() ? std::numeric_limits<T>::quiet_NaN() : from.get<T>();
    } else if constexpr (std::is_integral_v<T>) {
        if (!from.is_number_integer())
            fail("an integer");
        value = JsonReader(from, file, path).as<T>();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!from.is_string())
            fail("a text");
        value = from.get<std::string>();
    } else if constexpr (std::is_same_v<T, MatrixValues>) {
        std::string text;
        read(from, text, path, file);
        try {
            value = parseMatrixValues(text);
        } catch (const Error& e) {
            failInput(e.reason(), {.file = file, .call = path});
        }
    } else if constexpr (IsVector<T>::value) {
        if (!from.is_array())
            fail("an array");
        for (std::size_t i = 0; i < from.size(); ++i)
            read(from[i], value.emplace_back(), fmt::format("{}[{}]", path, i), file);
    } else {
        if (!from.is_object())
            fail("an object");
        const auto member = [&](const char* key, auto& target) {
            const std::string inner = path.empty() ? key : path + "." + key;
            if (!from.contains(key) && std::find(laterKeys.begin(), laterKeys.end(), key) != laterKeys.end())
                return;
            if (!from.contains(key))
                failInput("is missing", {.file = file, .call = inner});
            read(from[key], target, inner, file);
        };
        if constexpr (std::is_same_v<T, Operator>) {
            std::string kind;
            std::string dtype;
            member("kind", kind);
            member("dtype", dtype);
            member("dense", value.dense);
            try {
                value.kind = parseOperatorKind(kind);
                value.dtype = parseDataType(dtype);
            } catch (const Error& e) {
                failInput(e.reason(), {.file = file, .call = path});
            }
            if (value.relational())
                member("inner", value.inner);
        } else {
            visitFields(value, member);
        }
    }
}

void requireSms(const Conditions& conditions, const std::string& file)
{
    if (conditions.sms < 0 || conditions.sms > mostOf::sms)
        failInput(fmt::format("is {}, outside 0 to {}", conditions.sms, mostOf::sms),
                  {.file = file, .call = "conditions.sms"});
}

} // namespace

const Baseline* Profile::fastestBaseline() const
{
    const Baseline* fastest = nullptr;
    for (const Baseline& b : baselines)
        if (b.verified && b.problem.empty() && (!fastest || b.timing.medianNs < fastest->timing.medianNs))
            fastest = &b;
    return fastest;
}

double Profile::shareOf(const Limit& limit) const
{
    return limit.ns / (limit.cold && cold.medianNs > 0 ? cold.medianNs : kernel.medianNs);
}

const Counter* Profile::counter(const std::string& counterName) const
{
    for (const Counter& c : counters)
        if (c.name == counterName)
            return &c;
    return nullptr;
}

json toJson(const Conditions& conditions)
{
    return write(conditions);
}

json toJson(const std::vector<Counter>& counters)
{
    return write(counters);
}

Conditions conditionsFrom(const json& from, const std::string& file)
{
    Conditions conditions;
    read(from, conditions, "conditions", file);
    requireSms(conditions, file);
    return conditions;
}

std::vector<Counter> countersFrom(const json& from, const std::string& file)
{
    std::vector<Counter> counters;
    read(from, counters, "counters", file);
    return counters;
}

json toJson(const Profile& profile)
{
    return write(profile);
}

Profile profileFromJson(const json& from, const std::string& file)
{
    Profile profile;
    read(from, profile, {}, file);
    requireSms(profile.conditions, file);
    // Earlier versions called kinds so whose outputs several sub-tasks write.
    constexpr std::string_view atomic = ", atomic";
    for (KindRun& kind : profile.kinds)
        if (kind.kind.ends_with(atomic))
            kind.kind.replace(kind.kind.size() - atomic.size(), atomic.size(), ", " + splitWord(profile.op));
    return profile;
}

} // namespace sparsescope
