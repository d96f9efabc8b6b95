// The job that runs a dynamic plan over masks, as a file.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "engine/work/mask_job.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

const json least = {{"masks", "m.npz"}, {"plan", "rule.json"}, {"output", "r.sscope"}};

// What readMaskJob() says against a job of which one member is changed or added.
std::string refusal(const std::string& file, const std::string& member, const json& value)
{
    json job = least;
    job[member] = value;
    writeText(file, job.dump());
    try {
        readMaskJob(file);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("a job over masks comes back from its file as it was written, with the masks and the dynamic plan")
{
    const TemporaryFolder folder;
    SearchRequest request;
    request.planner = sparseDynamicPlanner().name();
    request.op = {OperatorKind::SpMM, DataType::Float16, 64};
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        const MaskSequencePtr masks = makeMasks(kind.name, {{"masks", 3}});
        MaskJob job{masks, {}, true, {}};
        job.plan = std::make_shared<const DynamicPlan>(sparda::searchRule(*masks, request, noProgress()).plan);
        job.run = {2, 7, 1, 9, {"cublas:dense", "kernel:./a,b.so"}, false, false, true, MatrixValues::Random};
        const MaskJobFiles read = readMaskJob(writeMaskJob(job, folder / ""));
        CHECK(read.run == job.run);
        CHECK(read.oracle);
        CHECK(read.output == folder / "result.sscope");
        const MaskSequencePtr again = readMasks(read.masks, noProgress());
        CHECK(fingerprintOf(*again, noProgress()) == fingerprintOf(*masks, noProgress()));
        CHECK(again->facts().single == masks->facts().single);
        CHECK(again->facts().layout == masks->facts().layout);
        CHECK(dynamicPlanText(readDynamicPlan(read.plan)) == dynamicPlanText(*job.plan));
    }
}

TEST_CASE("a job over masks that is none is refused by file and member")
{
    const TemporaryFolder folder;
    const std::string file = folder / "job.json";
    CHECK(refusal(file, "oracle", true).empty());
    CHECK_THAT(refusal(file, "oracle", 1), Catch::Contains("job.json: oracle: takes true or false, not 1"));
    CHECK_THAT(refusal(file, "masks", ""), Catch::Contains("job.json: masks: takes a text"));
    CHECK_THAT(refusal(file, "plan", 7), Catch::Contains("job.json: plan: takes a text, not 7"));
    CHECK_THAT(refusal(file, "matrix", "m.mtx"), Catch::Contains("job.json: matrix: is none of"));
    CHECK_THAT(refusal(file, "repeats", 0), Catch::Contains("repeats: takes"));
    CHECK_THAT(refusal(file, "repeats", 4611686018427387904), Catch::Contains("repeats: takes"));
    CHECK_THAT(refusal(file, "device", -1), Catch::Contains("device: takes"));
    CHECK_THAT(refusal(file, "baselines", json::array({1})), Catch::Contains("baselines"));
    for (const char* member : {"masks", "plan", "output"}) {
        json job = least;
        job.erase(member);
        writeText(file, job.dump());
        CHECK_THROWS_WITH(readMaskJob(file), Catch::Contains(member) && Catch::Contains("is missing"));
    }
    writeText(file, std::string(100'000, '['));
    CHECK_THROWS_WITH(readMaskJob(file), Catch::Contains("job.json"));
}
