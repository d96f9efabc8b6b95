// Programs of SparseTIR's language, single expressions, and schedules.
#include "engine/ir/lower.h"
#include "engine/ir/schedule.h"
#include "engine/plan/operators/operator.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/target.h"
#include "tests/support/program_text.h"
#include "tests/support/random_program.h"

namespace sparsescope::fuzz {

std::vector<std::string> programSeeds()
{
    std::vector<std::string> seeds;
    for (const OperatorKind kind : operatorKinds()) {
        const ir::Program program = ir::parse(definitionOf(kind).program, "operator");
        for (const int stage : {1, 2, 3})
            seeds.push_back(ir::print(ir::lowered(program, stage)).text);
    }
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
        seeds.push_back(ir::print(ir::RandomProgram(seed, 1 + static_cast<int>(seed % 3)).make()).text);
    return seeds;
}

void runProgram(std::string_view input)
{
    const ir::Program program = ir::parse(input, "p.tir");
    require(ir::lostInText(program).empty(), "a program that was read does not survive its text");
    ir::Program lowered;
    try {
        lowered = ir::lowered(program, 3);
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input)
            throw;
        return;
    }
    require(ir::lostInText(lowered).empty(), "a program that was lowered does not survive its text");
}

std::vector<std::string> expressionSeeds()
{
    std::vector<std::string> seeds = {"-9223372036854775808", "find(A[i, :], j) >= 0 && A[p, find(A[:], i)] != 1"};
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const ir::Program program = ir::RandomProgram(seed, 3).make();
        ir::forEachNode(program.body, [&](const ir::Node& node) {
            for (const ir::ExprPtr& expr : ir::expressionsOf(node))
                seeds.push_back(ir::print(expr));
        });
    }
    return seeds;
}

void runExpression(std::string_view input)
{
    const ir::ExprPtr expr = ir::parseExpr(input, "expression");
    for (const int stage : {1, 3})
        require(ir::same(ir::parseExpr(ir::print(expr, stage), "printed"), expr),
                "an expression that was read does not survive its text");
}

namespace {

// Tiles of ELL rows and of CSR rows, and SDDMM on CSR.
const std::vector<ir::Program>& scheduledPrograms()
{
    static const std::vector<ir::Program> programs = [] {
        const std::string head = "program p stage 1\nparam m, n, ld, tiles_1\ntile ROWS_1, PLACES_1\n"
                                 "axis T_1 = dense_fixed(tiles_1)\naxis I = dense_fixed(m)\n"
                                 "axis J_ = dense_fixed(n)\naxis K = dense_fixed(ld)\n";
        const std::string rest =
            "buffer A_1(T_1, I_1, J_1): f32\nbuffer B(J_, K): f32\nbuffer C(I, K): f32\n"
            "iter spmm_1 [T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k { C[i, k] += A_1[t, i, j] * B[j, k] }\n";
        return std::vector{ir::parse(head +
                                         "axis I_1 = sparse_fixed(T_1, m, 8, I_1_indices) holes\n"
                                         "axis J_1 = sparse_fixed(I_1, n, 4, J_1_indices)\n" +
                                         rest,
                                     "ell"),
                           ir::parse(head +
                                         "axis I_1 = sparse_fixed(T_1, m, ROWS_1, I_1_indices)\n"
                                         "axis J_1 = sparse_variable(I_1, n, PLACES_1, J_1_indptr, J_1_indices)\n" +
                                         rest,
                                     "csr"),
                           ir::parse(definitionOf(OperatorKind::SDDMM).program, "sddmm")};
    }();
    return programs;
}

ir::ScheduleContext contextOfPrograms()
{
    ir::ScheduleContext context;
    context.constants = {{"part", 32}, {"e", 4}};
    context.multiples = {{"ld", 32}};
    return context;
}

} // namespace

std::vector<std::string> scheduleSeeds()
{
    std::vector<std::string> seeds = {
        "lower\nspmm_1: ko, kx, kv = split k part/e e\nspmm_1: reorder ko kx j kv\nspmm_1: io, iy = split i 4\n"
        "bind t blockIdx.x\nbind ko blockIdx.y\nbind iy threadIdx.y\nbind kx threadIdx.x\n"
        "sum = cache_write C local kx\ncache_read J_1_indices local j\nb = cache_read B local j\nlower\nvectorize kv\n",
        "sparse_fuse [I, J]\nlower\nko, ki = split k 4\nrfactor ki\nbind ki threadIdx.x\nfactor_out A // twice\n",
        "tunable share = 2 | 4\nlower\nspmm_1: ko, ki = split k 4\nspmm_1: reorder ko j ki\n"
        "cols = cache_read J_1_indices local j\nb = cache_read B shared j\nprefetch cols 2\nprefetch b 1\n"
        "spmm_1: specialize ROWS_1 share 8\nspmm_1_le8: split i share\ncompute_at b_le8 ki\n",
        "sparse_fuse [I, J]\nlower\nprecompute rank(J_indptr, ij)\nko, kx = split k 8\nreorder kx ko\n"
        "s = cache_write C local ij\nreverse_compute_at s kx\n",
        "sparse_reorder [T_1, K, I_1, J_1]\natomic\nlower\ndecompose_reduction\nfuse k i\nunroll j\n"};
    for (const ir::Program& program : scheduledPrograms()) {
        std::string all = "lower\n";
        for (const std::string& step : ir::legal(ir::lowered(program, 2), contextOfPrograms()))
            all += step + "\n";
        seeds.push_back(all);
    }
    return seeds;
}

void runSchedule(std::string_view input)
{
    const std::vector<ir::Step> steps = ir::parseSchedule(input, "s.sched");
    for (const ir::Program& program : scheduledPrograms()) {
        const ir::Scheduled all = ir::scheduled(program, steps, contextOfPrograms());
        require(all.problem.empty() == (all.programs.size() == steps.size() + 1),
                "a step was neither taken nor refused");
        const ir::Program& last = all.programs.back();
        require(ir::lostInText(last).empty(), "a program that was scheduled does not survive its text");
        require(ir::problemOf(ir::lowered(last, 3)).empty(), "a program that was scheduled cannot be lowered");
    }
}

} // namespace sparsescope::fuzz
