// The listings of the Learn page are what they look like: run on the arrays that are shown they give y, and the steps
// by hand touch what they touch.
#include "engine/core/error.h"
#include "tests/engine/learn_fixtures.h"
#include "tests/engine/learn_listing_run.h"

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

constexpr int lanes = 8;

// Body(encoded, listing, columns) for every mapping of every format, with some parameters and numbers of columns each.
template <class Body>
void forListings(const std::vector<std::pair<std::string, MatrixPtr>>& matrices, const Body& body)
{
    for (const auto& [name, matrix] : matrices)
        for (const LearnKind& kind : learnKinds(*matrix))
            for (const LearnMapping& mapping : kind.mappings)
                for (const LearnFormat& format : formatsOf(kind, mapping.name)) {
                    INFO(name << ", " << kind.name << " " << format.parameters.dump() << ", " << mapping.name);
                    const Encoded e = encoded(matrix, format, DataType::Float32);
                    const Columns how = columnsOf(e);
                    for (const std::int64_t columns : how == Columns::Tensor  ? std::vector{lanes}
                                                      : how == Columns::Lanes ? std::vector{3, lanes}
                                                                              : std::vector{1, 3}) {
                        INFO(columns << " columns");
                        try {
                            body(e, listingOf(e, columns, lanes), columns);
                        } catch (const Error& error) {
                            FAIL_CHECK(error.what());
                        }
                    }
                }
}

} // namespace

TEST_CASE("Every listing, run on the arrays that are shown, gives y, whatever rows are empty, long or beyond a block")
{
    for (const auto& matrices : {smallMatrices(), hardMatrices()})
        forListings(matrices, [](const Encoded& e, const std::vector<CodeLine>& code, std::int64_t columns) {
            const ListingRun run = runListing(e, code, lanes, columns);
            CHECK(run.output == run.expected);
            for (const auto& [name, number] : e.numbers) // which would stand for the variable in the hint
                for (const CodeLine& line : code)
                    CHECK(line.text.find("int " + name + " =") == std::string::npos);
            // Pointing at an element lights the lines that touch it.
            for (std::size_t line = 0; line < code.size(); ++line)
                for (const std::string& array : run.touchedBy[line])
                    CHECK(std::count(code[line].reads.begin(), code[line].reads.end(), array) == 1);
        });
}

TEST_CASE("The lanes that are stepped by hand touch what the listing touches, in the line that is marked")
{
    forListings(hardMatrices(), [](const Encoded& e, const std::vector<CodeLine>& code, std::int64_t columns) {
        const WarpProgram program = warpProgram(e, lanes, columns);
        Touched read, written;
        for (const WarpStep& step : program.steps) {
            bool named = step.accesses.empty();
            for (const Access& access : step.accesses) {
                const std::string& array = program.memories[static_cast<std::size_t>(access.memory)].name;
                (access.write ? written : read).emplace(array, access.element);
                const std::vector<std::string>& reads = code[static_cast<std::size_t>(step.line)].reads;
                named = named || std::find(reads.begin(), reads.end(), array) != reads.end();
            }
            if (!named)
                FAIL_CHECK("\"" << step.text << "\" marks line " << step.line);
        }
        const ListingRun run = runListing(e, code, lanes, columns);
        CHECK(written == run.written);
        CHECK(read == run.read);
    });
}

TEST_CASE("A listing that is wrong is found out")
{
    const auto fault = [](const char* format, const std::string& from, const std::string& to) -> std::string {
        const Encoded e = encoded(namedMatrix("figure1"), {format}, DataType::Float32);
        std::vector<CodeLine> code = listingOf(e);
        bool changed = false;
        for (CodeLine& line : code)
            if (const std::size_t at = line.text.find(from); at != std::string::npos) {
                line.text.replace(at, from.size(), to);
                changed = true;
            }
        REQUIRE(changed);
        try {
            const ListingRun run = runListing(e, code, lanes, 1);
            return run.output == run.expected ? "nothing is wrong" : "another y";
        } catch (const Error& error) {
            return error.what();
        }
    };
    CHECK(fault("csr", "float", "float") == "nothing is wrong");
    CHECK(fault("csr", "values[p] *", "") == "another y");
    CHECK(fault("ell", "values[k * rows + i]", "values[i * width + k]") == "another y");
    CHECK_THAT(fault("csr", "i > 0 ? rowEnd[i - 1] : 0", "rowEnd[i - 1]"), Catch::Contains("rowEnd[-1] of 8"));
    CHECK_THAT(fault("ell", "if (i >= rows) return;", ""),
               Catch::Contains("[8] of 8") || Catch::Contains("[16] of 16"));
    CHECK(fault("dcsr", "// y is 0 before", "") == "another y"); // rows that hold nothing are not written
    CHECK_THAT(fault("dcsr", "y[rowIdx[i]]", "y[0]"), Catch::Contains("y[0] is written twice"));
    CHECK_THAT(fault("bsr", "&& k < cols", "&& k < heights"), Catch::Contains("heights is neither an array"));
}
