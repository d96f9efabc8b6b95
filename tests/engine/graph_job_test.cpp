// The job that times graphs, as a file, and what is asked and answered.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/session/session.h"
#include "engine/work/graph_job.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/engine/plan_fixtures.h"

using namespace sparsescope;
using nlohmann::json;

namespace {

std::string refusalOf(const std::string& file, const std::string& member, const json& value)
{
    json job = {{"matrix", "m.mtx"}, {"op", "spmv"}, {"dtype", "f32"}};
    job[member] = value;
    writeText(file, job.dump());
    try {
        readGraphJob(file);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("a job that times graphs comes back from its file as it was written, with the matrix")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(60, 50, 0.1, 3);
    const GraphJob job{matrix,
                       {{OperatorKind::SpMV, DataType::Float16, 1}, 3, 18446744073709551615u, MatrixValues::Ones}};
    const GraphJobFile read = readGraphJob(writeGraphJob(job, folder / ""));
    CHECK(read.setting == job.setting);
    CHECK(session::openMatrix(read.matrix, noProgress())->fingerprint() == matrix->fingerprint());
}

TEST_CASE("the file of a job that times graphs is read strictly: errors name file and member")
{
    const TemporaryFolder folder;
    const std::string file = folder / "job.json";
    const auto check = [&](const std::string& member, const json& value, const std::string& reason) {
        CHECK_THAT(refusalOf(file, member, value), Catch::Equals(file + ": " + member + ": " + reason));
    };
    CHECK(refusalOf(file, "matrix", "/elsewhere/m.mtx").empty());
    CHECK(readGraphJob(file).matrix == "/elsewhere/m.mtx");
    CHECK(readGraphJob(file).setting == GraphSetting{{OperatorKind::SpMV, DataType::Float32, 1}});
    check("matrix", "", "takes a text, not \"\"");
    check("op", "spmm", "takes one of spmv, not \"spmm\"");
    check("dtype", "f8", "takes one of f16, bf16, tf32, f32, f64, not \"f8\"");
    check("device", 1024, "takes a whole number from 0 to 1023, not 1024");
    check("seed", -1, "takes a whole number from 0 to 18446744073709551615, not -1");
    check("values", "zeros", "takes one of file, random, ones, not \"zeros\"");
    check("plans", json::array(), "is none of device, dtype, matrix, op, seed, values");
    for (const char* member : {"matrix", "op", "dtype"}) {
        json job = {{"matrix", "m.mtx"}, {"op", "spmv"}, {"dtype", "f32"}};
        job.erase(member);
        writeText(file, job.dump());
        CHECK_THROWS_WITH(readGraphJob(file), file + ": " + member + ": is missing");
    }
    writeText(file, "[]");
    CHECK_THROWS_WITH(readGraphJob(file), file + ": is no JSON object");
}

TEST_CASE("requests and answers come back as they were sent")
{
    using graph::op;
    const graph::Graph graph = graph::graphOf(
        {op("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED")});
    const GraphRequest request =
        readGraphRequest(requestLine(std::vector{graph, graph}, {.padding = 2.5,
                                                                 .compression = graph::Compression::Off,
                                                                 .bestNs = 1234.5,
                                                                 .repeats = 30,
                                                                 .interleaved = true}));
    REQUIRE(request.graphs.size() == 2);
    CHECK(graph::readGraph(request.graphs[1], {}).identity() == graph.identity());
    CHECK(request.timing.padding == 2.5);
    CHECK(request.timing.compression == graph::Compression::Off);
    CHECK(readGraphRequest(R"({"graphs": []})").timing.compression == graph::Compression::On);
    CHECK(request.timing.bestNs == 1234.5);
    CHECK(request.timing.repeats == 30);
    CHECK(request.timing.interleaved);
    for (const char* wrong :
         {"", "[]", "{}", R"({"graphs": {}})", R"({"graphs": [], "repeats": 0})", R"({"graphs": [], "padding": 0.5})",
          R"({"graphs": [], "padding": 65})", R"({"graphs": [], "bestNs": -1})", R"({"graphs": [], "fast": true})",
          R"({"graphs": [], "interleaved": 1})", R"({"graphs": [], "compression": "off"})"}) {
        INFO(wrong);
        CHECK_THROWS_AS(readGraphRequest(wrong), Error);
    }

    const std::vector<GraphTime> times = {
        {5000, 4900, 5200}, {9000, 9000, 9100, true}, {.problem = "no", .refused = true}};
    const std::vector<GraphTime> read = timesIn(parseJson(jsonText(answerOf(times)), {}), 3);
    CHECK(read[0].ns == 5000);
    CHECK(read[0].low == 4900);
    CHECK(read[0].high == 5200);
    CHECK_FALSE(read[0].cut);
    CHECK(read[0].problem.empty());
    CHECK(read[1].cut);
    CHECK(read[2].ns == 0);
    CHECK(read[2].problem == "no");
    CHECK(read[2].refused);
    for (const char* wrong :
         {"null", "[]", "{}", R"({"times": 3})", R"({"times": [7]})", R"({"times": [{}]})", R"({"times": []})",
          R"({"times": [{"ns": -1}]})", R"({"times": [{"ns": "7"}]})", R"({"times": [{"ns": 7, "problem": "no"}]})",
          R"({"times": [{"ns": 7}, {"ns": 7}]})", R"({"times": [{"ns": 7, "refused": true}]})"}) {
        INFO(wrong);
        try {
            timesIn(json::parse(wrong), 1);
            FAIL("taken");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Device);
        }
    }
}
