// Whose memory is whose while programs run; and programs that nobody would write.
#include "tests/engine/ir/run_fixtures.h"
#include "tests/support/cases.h"
#include "tests/support/random_program.h"

using namespace sparsescope;
using namespace sparsescope::ir;

TEST_CASE("local memory is a thread's")
{
    const std::string local = "array L[2]: f32 in local\n";
    // Threads come back to what they left, loop after loop.
    CHECK(refusalOf(arrays + local + R"(
for x: S in 8 @threadIdx.x { L[0] = x }
for x: S in 8 @threadIdx.x { C[x] = L[0] })")
              .empty());
    CHECK(ran(arrays + local + R"(
L[1] = 7
for x: S in 8 @threadIdx.x { L[0] = 10 * x + 3 }
for x: S in 8 @threadIdx.x { C[x] = L[0] + L[1] })")
              .launch.arrays["C"]
              .values == std::vector<double>{10, 20, 30, 40, 50, 60, 70, 80});
    CHECK(refusalIn(R"(
for x: S in 2 @threadIdx.x { if x == 0 { L[0] = 1 } }
for x: S in 2 @threadIdx.x { C[x] = L[0] })",
                    "C[x]", local) == "L[0]: is local: thread x 1 reads what thread x 0 wrote");
    CHECK(refusalIn(R"(
for x: S in 2 @threadIdx.x { L[0] = x }
C[0] = L[0])",
                    "C[0]", local) == "L[0]: is local: all threads reads what thread x 0 wrote");
    CHECK(refusalIn(R"(
for b: S in 2 @blockIdx.x { if b == 0 { L[0] = 1 } C[b] = L[0] })",
                    "C[b]", local) == "L[0]: is read, and nobody wrote it");
    CHECK(refusalIn("L[2] = 3", "L[2] = 3", local) == "L[2]: is out of bounds: element 2 of 2");
    // A sum across threads is one thread's.
    CHECK(ran(arrays + local + R"(
L[0] = 0
for x: R in 8 @threadIdx.x { L[0] += B[x] }
C[0] = L[0])")
              .launch.arrays["C"]
              .values[0] == 36);
    CHECK(refusalOf(arrays + local + R"(
for x: R in 8 @threadIdx.x { L[0] = 0 L[0] += B[x] C[x] = L[0] })")
              .empty()); // each thread's own, which it set itself
    CHECK(refusalIn("for x: S in 2 @threadIdx.x { for y: S in 2 @threadIdx.x { C[0] = 1 } }", "for y") ==
          "y: is bound to threadIdx.x, as a loop around it is");
    CHECK(refusalIn("for x: S in 1025 @threadIdx.x { C[0] = 1 }", "for x") ==
          "a block has at most 1024 threads, and this loop 1025");
}

TEST_CASE("shared memory is read behind a barrier, and overwritten behind one")
{
    const std::string shared = "array S[8]: f32 in shared\n";
    CHECK(ran(arrays + shared + R"(
for x: S in 8 @threadIdx.x { S[x] = B[x] }
for x: S in 8 @threadIdx.x { C[x] = S[7 - x] })")
              .launch.arrays["C"]
              .values == std::vector<double>{8, 7, 6, 5, 4, 3, 2, 1});
    // Within a loop over threads, a barrier holds up those that agree in it.
    CHECK(refusalOf(arrays + shared + R"(
for y: S in 2 @threadIdx.y {
  for x: S in 4 @threadIdx.x { S[y*4 + x] = B[x] }
  for x: S in 4 @threadIdx.x { C[y*4 + x] = S[y*4 + 3 - x] } })")
              .empty());
    CHECK(refusalIn(R"(
for y: S in 2 @threadIdx.y {
  for x: S in 4 @threadIdx.x { S[y*4 + x] = B[x] }
  for x: S in 4 @threadIdx.x { C[y*4 + x] = S[4 - y*4 + x] } })",
                    "C[y", shared) == "S[4]: is read, and nobody wrote it");
    CHECK(refusalIn(R"(
for x: S in 8 @threadIdx.x {
  S[x] = B[x]
  C[x] = S[x - x % 2] })",
                    "C[x]",
                    shared) == "S[0]: is shared: thread x 1 reads what thread x 0 wrote since the last barrier");
    CHECK(refusalIn(R"(
for x: S in 8 @threadIdx.x { S[x] = B[x] }
for x: S in 7 @threadIdx.x {
  C[x] = S[x + 1]
  S[x] = 0 })",
                    "S[x] = 0",
                    shared) == "S[1]: is shared: thread x 1 overwrites what thread x 0 read since the last barrier");
    CHECK(
        refusalOf(arrays + shared + "for x: S in 8 @threadIdx.x { S[0] = B[3] C[x] = S[0] }").empty()); // all the same
    CHECK(refusalIn(R"(
for b: S in 2 @blockIdx.x { if b == 0 { S[0] = 1 } C[b] = S[0] })",
                    "C[b]", shared) == "S[0]: is read, and nobody wrote it");
}

TEST_CASE("random programs on random arrays run or are refused, and nothing else")
{
    int ran = 0, refused = 0;
    for (int i = 0; i < cases(600); ++i) {
        const Program program = RandomProgram(static_cast<std::uint64_t>(i), 1 + i % 3).make();
        std::mt19937_64 random(static_cast<std::uint64_t>(i));
        const auto number = [&](std::int64_t least, std::int64_t most) {
            return std::uniform_int_distribution<std::int64_t>(least, most)(random);
        };
        const auto bindAll = [&](BoundNames& names, const std::vector<std::string>& numbers) {
            for (const std::string& name : numbers)
                names.values[name] = number(0, 9) == 0 ? number(-3, std::int64_t{1} << 62) : number(0, 5);
            const auto add = [&](const std::string& name) {
                BoundArray& array = names.arrays[name];
                array.values.resize(static_cast<std::size_t>(number(0, 30)));
                for (double& value : array.values)
                    value = static_cast<double>(number(-1, 6));
                if (number(0, 2) > 0)
                    std::sort(array.values.begin(), array.values.end());
                for (std::size_t e = 0; number(0, 1) == 0 && e < array.values.size(); ++e)
                    array.entries.push_back(number(-1, 4));
                array.written = number(0, 3) > 0;
            };
            for (const Buffer& buffer : program.buffers)
                add(buffer.name);
            for (const Array& array : program.arrays)
                add(array.name);
            for (const Axis& axis : program.axes) {
                add(axis.indptr);
                add(axis.indices);
            }
        };
        Bindings bindings;
        bindAll(bindings.launch, program.params);
        bindings.tiles["tiles"].resize(static_cast<std::size_t>(number(0, 3)));
        for (BoundNames& tile : bindings.tiles["tiles"])
            bindAll(tile, program.tiles);
        try {
            if (countSteps(program, bindings, 2000) < 2000) {
                interpret(program, bindings, noProgress());
                ++ran;
            }
        } catch (const Error& e) {
            INFO(e.what());
            CHECK(e.kind() == ErrorKind::Input);
            ++refused;
        }
    }
    CHECK(ran > 0);
    CHECK(refused > 0);
}
