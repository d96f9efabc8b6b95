// Published times: read from a table, matched to a matrix, kept in a session.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/measure/published.h"
#include "engine/session/database.h"
#include "engine/session/session.h"
#include "tests/engine/plan_fixtures.h"

using namespace sparsescope;

namespace {

const std::string titles = "matrix,op,dense,dtype,gpu,us,source\n";

MatrixPtr named(const std::string& name)
{
    MatrixSource source;
    source.name = name;
    return std::make_shared<const Matrix>(2, 3, std::vector<std::int64_t>{0, 2, 3}, std::vector<std::int32_t>{0, 2, 1},
                                          std::vector<double>{}, source);
}

std::string refusal(const std::string& text)
{
    const TemporaryFolder folder;
    writeText(folder / "p.csv", text);
    try {
        readPublished(folder / "p.csv");
    } catch (const Error& e) {
        const std::string what = e.what();
        return what.substr(what.find("p.csv"));
    }
    return "accepted";
}

} // namespace

TEST_CASE("published times: read in any unit, matched by the matrix's name and the operator")
{
    const TemporaryFolder folder;
    writeText(folder / "p.csv", titles + "Williams/cant,spmm,32,f16,A100,12.5,\"Paper, table 4\"\n"
                                         "cant.mtx,spmm,64,f16,A100,20,Paper\n"
                                         "cant,spmm,32,f16,H100,7,Paper\n"
                                         "cora,spmm,32,f16,A100,3,Paper\n"
                                         "cant,spmv,,f32,A100,2,Paper\n");
    const MatrixPtr cant = named("cant.mtx.gz");
    const PublishedHere here = publishedOf(*cant, readPublished(folder / "p.csv"));
    REQUIRE(here.times.size() == 4);
    CHECK(here.told == "4 of 5 published times are of this matrix; the others: cora");
    const auto times = publishedFor(spmm(DataType::Float16, 32), here.times);
    REQUIRE(times.size() == 2);
    CHECK(times[0].ns == 7000); // the fastest first
    CHECK(textOf(times[1]) == "published, Paper, table 4, A100");
    CHECK(publishedFor(spmm(DataType::Float32, 32), here.times).empty());
    writeText(folder / "p.csv", "source,gpu,gflops,dtype,dense,op,matrix,year\nP,V100,4,f16,32,spmm,cant,2020\n");
    CHECK(publishedOf(*cant, readPublished(folder / "p.csv")).times[0].ns ==
          Approx(2.0 * static_cast<double>(cant->nnz()) * 32 / 4));
}

TEST_CASE("published times: a bad line is refused with its number and the reason")
{
    CHECK(refusal("matrix,op,dense,dtype,gpu,source\n") == "p.csv:1: has none of the columns ns, us, ms, gflops");
    CHECK(refusal("matrix,op,dense,dtype,gpu,source,us,ns\n") ==
          "p.csv:1: has more than one of the columns ns, us, ms, gflops");
    CHECK(refusal("matrix,op,dense,dtype,us,source\n") == "p.csv:1: has no column \"gpu\"");
    CHECK(refusal(titles) == "p.csv: holds no times");
    const std::string good = "a,spmm,32,f16,A100,1,P\n";
    CHECK(refusal(titles + good + "a,spmm,32,f16,A100,fast,P\n") == "p.csv:3: us: \"fast\" is no number");
    CHECK(refusal(titles + good + "a,spmm,32,f16,A100,0,P\n") == "p.csv:3: us: is 0, not above 0 and at most 1e+15");
    CHECK(refusal(titles + good + "a,spmm,32,f16,A100,nan,P\n") ==
          "p.csv:3: us: is nan, not above 0 and at most 1e+15");
    CHECK(refusal(titles + good + "a,spmm,,f16,A100,1,P\n") ==
          "p.csv:3: dense: is missing, and the operator has this extent");
    CHECK(refusal(titles + good + "a,spmv,2,f16,A100,1,P\n") == "p.csv:3: dense: is 2, not 1");
    CHECK_THAT(refusal(titles + good + "a,spmn,2,f16,A100,1,P\n"), Catch::StartsWith("p.csv:3: op: "));
    CHECK_THAT(refusal(titles + good + "a,spmm,2,f17,A100,1,P\n"), Catch::StartsWith("p.csv:3: dtype: "));
    CHECK(refusal(titles + good + "a,spmm,32,f16,,1,P\n") ==
          "p.csv:3: us: gpu takes 1 to 200 bytes of UTF-8 in one line");
    CHECK(refusal(titles + good) == "accepted");
}

TEST_CASE("published times: a session keeps them, in the version that has them, and believes none")
{
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = named("cant.mtx");
    session::writeSession(session, folder / "none.sscope");
    session.published = {{"cant", spmm(DataType::Float16, 32), "A100", "Paper", 12.5, 0},
                         {"cant", {OperatorKind::RGMS, DataType::Float32, 32, 16}, "A100", "Paper", 3, 0}};
    session::writeSession(session, folder / "s.sscope");
    CHECK(session::requireVersion(session::sessionSchema(), folder / "none.sscope") < 8);
    CHECK(session::requireVersion(session::sessionSchema(), folder / "s.sscope") == 8);
    CHECK(session::readSession(folder / "s.sscope", noProgress()).published == session.published);
    {
        session::Database database(folder / "s.sscope", session::Database::Mode::Append, "s");
        database.run("UPDATE published SET ns = -1");
        database.settle();
    }
    CHECK_THROWS_WITH(session::readSession(folder / "s.sscope", noProgress()),
                      Catch::Contains("published: is -1, not above 0"));
}
