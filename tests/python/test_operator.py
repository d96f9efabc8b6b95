"""Generated kernels, launched as launch.json says, with arrays of NumPy: results, changed values, refusals."""

import ctypes
import unittest

import numpy as np

import emulated
from support import RELATIVE, Sparse, error, operand

import sparsescope
from sparsescope import program
from sparsescope.driver import Parameters
from sparsescope.folder import Folder
from sparsescope.launch import Launch
from sparsescope.operator import DenseOperator, KernelOperator

arrays = emulated.NumpyArrays()


def operator(A, **asked):
    plan = sparsescope.plan(A.triple() if isinstance(A, Sparse) else A, **asked)
    return KernelOperator(plan, arrays), arrays.dtype(asked["dtype"])


@unittest.skipUnless(emulated.possible(), "there is no C++ compiler in the path")
class Products(unittest.TestCase):
    def setUp(self):
        self.A = Sparse(90, 70)
        self.other = np.random.default_rng(4).integers(1, 65, self.A.nnz) / 64  # values in place of the plan's

    def check(self, op, operands, expected, dtype, values=None):
        for _ in range(2):  # what has to be zero before a run is zero after it
            result = op._product(operands, 0, values, None if values is None else 1)
            self.assertEqual(result.shape, expected.shape)
            self.assertLess(error(result, expected), RELATIVE[dtype])

    def check_spmm(self, dense, dtype="f32", A=None, **asked):
        A = A or self.A
        op, kind = operator(A, op="spmm", dtype=dtype, dense=dense, **asked)
        B = operand(A.shape[1], dense).astype(kind)
        self.check(op, [B], A.dense() @ B, dtype)
        other = np.random.default_rng(4).integers(1, 65, A.nnz) / 64
        self.check(op, [B], A.dense(other) @ B, dtype, other.astype(kind))
        self.check(op, [B], A.dense() @ B, dtype)
        return op

    def test_spmm_where_rows_of_b_are_padded(self):
        op = self.check_spmm(33)
        self.assertEqual(op._launch.operands[0]["ld"], 64)

    def test_spmm_where_rows_are_split_among_tiles(self):
        op = self.check_spmm(32, "f16", Sparse(60, 400, 0.3), planner="fixed:csr", places=64)
        self.assertGreater(op._launch.memory["scratch"]["bytes"], 0)

    def test_spmm_where_a_printed_kernel_adds_rows_in_float32(self):
        op = self.check_spmm(32, "f16", Sparse(40, 300, 0.3), planner="fixed:coo", places=64)
        self.assertEqual([kernel["entry"] for kernel in op._launch.kernels][-1], "convertAddedRows")

    def test_spmm_where_rows_that_are_added_to_are_zeroed_first(self):
        op = self.check_spmm(32, "f32", Sparse(40, 300, 0.3), planner="fixed:coo", places=64)
        self.assertEqual(op._launch.kernels[0]["entry"], "zeroAddedRows")

    def test_sddmm(self):
        op, kind = operator(self.A, op="sddmm", dtype="f32", dense=40)
        X, Y = operand(90, 40, 2).astype(kind), operand(70, 40, 3).astype(kind)
        dots = self.A.dots(X, Y)
        self.check(op, [X, Y], self.A.values * dots, "f32")
        self.check(op, [X, Y], self.other * dots, "f32", self.other.astype(kind))

    def test_sddmm_whose_sum_is_split(self):
        op, kind = operator(self.A, op="sddmm", dtype="f32", dense=128, dense_split=32)
        self.assertEqual([f["number"] for f in op._launch.arguments["fields"] if f["name"] == "parts"], [4])
        X, Y = operand(90, 128, 2).astype(kind), operand(70, 128, 3).astype(kind)
        self.check(op, [X, Y], self.A.values * self.A.dots(X, Y), "f32")

    def test_spmv(self):
        op, kind = operator(self.A, op="spmv", dtype="f32")
        x = operand(70, 1).astype(kind)
        self.check(op, [x], self.A.dense() @ x[:, 0], "f32")
        self.check(op, [x], self.A.dense(self.other) @ x[:, 0], "f32", self.other.astype(kind))

    def test_spmv_of_a_graph_in_float64(self):
        op, kind = operator(self.A, op="spmv", dtype="f64", planner="graph")
        self.assertEqual(op._launch.parts[0]["memory"], "graph")
        x = operand(70, 1).astype(kind)
        self.check(op, [x], self.A.dense() @ x[:, 0], "f64")
        self.check(op, [x], self.A.dense(self.other) @ x[:, 0], "f64", self.other)

    def test_products_that_a_library_computes(self):
        A, other = self.A, self.other.astype(np.float32)
        for op, operands, of in (("spmm", [operand(70, 33)], lambda values, B: A.dense(values) @ B),
                                 ("sddmm", [operand(90, 33, 2), operand(70, 33, 3)],
                                  lambda values, X, Y: values * A.dots(X, Y))):
            with self.subTest(op=op):
                plan = sparsescope.plan(A.triple(), op=op, dtype="f32", dense=33, planner="fixed:dense")
                given = [x.astype(np.float32) for x in operands]
                dense = DenseOperator(plan, arrays)
                self.assertEqual(len(dense._checked(given)[0]), len(given))
                self.check(dense, given, of(A.values, *operands), "f32")
                self.check(dense, given, of(self.other, *operands), "f32", other)
                self.check(dense, given, of(A.values, *operands), "f32")

    def test_relations(self):
        folder = Folder()
        path = folder.name + "/graph.npz"
        program.run("generate-matrix", "typed-graph", "--rows", 50, "--relations", 3, "--nnz", 200, "-o", path)
        op, kind = operator(path, op="rgms", planner="rgms", dtype="f32", dense=32, inner=20)
        launch = op._launch
        nodes = launch.cols // 3
        X, W = operand(nodes, 20, 2).astype(kind), operand(60, 32, 3).astype(kind)
        relation, node = np.divmod(launch.indices, nodes)
        messages = np.einsum("pk,pkl->pl", X[node].astype(float), W.reshape(3, 20, 32)[relation].astype(float))
        expected = np.zeros((launch.rows, 32))
        np.add.at(expected, launch.row_indices(), launch.values[:, None] * messages)
        self.check(op, [X, W], expected, "f32")
        # Weights may be an array of three axes.
        self.assertEqual(op._checked([X, W.reshape(3, 20, 32)])[0][1].shape, (60, 32))

    def test_the_kernel_that_a_profile_found_fastest(self):
        asked = sparsescope.plan(self.A.triple(), op="spmm", dtype="f32", dense=32, planner="fixed:csr", places=64)
        plan = sparsescope.load(asked.path, self.A.triple())
        self.assertIn("gathers = 4;", plan.source())
        plan.kernel = {"codegen": "ir", "parameters": "threads=256,gathers=2"}
        self.assertIn("threads = 256;", plan.source())
        self.assertIn("gathers = 2;", plan.source())
        B = operand(70, 32).astype(np.float32)
        self.check(KernelOperator(plan, arrays), [B], self.A.dense() @ B, "f32")
        with self.assertRaisesRegex(sparsescope.UsageError, "no kernel of this plan with the parameters gathers=3"):
            plan.source(parameters="gathers=3")

    def test_a_matrix_without_non_zeros(self):
        A = ([], [], [], (20, 30))
        op, kind = operator(A, op="spmm", dtype="f32", dense=32)
        self.check(op, [operand(30, 32).astype(kind)], np.zeros((20, 32)), "f32")

    def test_two_streams_do_not_share_what_kernels_write(self):
        op, kind = operator(self.A, op="spmm", dtype="f32", dense=32, planner="fixed:csr", places=64)
        B = operand(70, 32).astype(kind)
        held = op._gpu(0)
        self.check(op, [B], self.A.dense() @ B, "f32")
        one, other = (held.stream(handle).work["counters"] for handle in (0, 7))
        self.assertNotEqual(arrays.address(one), arrays.address(other))
        self.assertIs(held.stream(7), held.stream(7))


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.op, _ = operator(Sparse(30, 20), op="spmm", dtype="f32", dense=32)

    def refused(self, reason, *operands):
        with self.assertRaisesRegex(sparsescope.UsageError, reason):
            self.op._checked(operands)

    def test_operands_that_do_not_fit(self):
        B = operand(20, 32).astype(np.float32)
        self.op._checked([B])
        self.refused("spmm takes B: 1 operands, not 2", B, B)
        self.refused("B is a list, not a NumPy array", B.tolist())
        self.refused("B is float64, the plan computes in float32", B.astype(np.float64))
        self.refused("B is 30 x 32, the plan needs 20 x 32", operand(30, 32).astype(np.float32))
        self.refused("B is 20, the plan needs 20 x 32", B[:, 0].copy())
        self.refused("B is not contiguous", operand(32, 20).astype(np.float32).T)

    def test_values_that_do_not_fit_a_dense_plan(self):
        plan = sparsescope.plan(Sparse(30, 20).triple(), dtype="f32", planner="fixed:dense")
        self.assertTrue(plan.is_dense)
        op = DenseOperator(plan, arrays)
        with self.assertRaisesRegex(sparsescope.UsageError, "B is 20 x 33, the plan needs 20 x 32"):
            op._checked([operand(20, 33).astype(np.float32)])


class Launches(unittest.TestCase):
    def test_arguments_stand_where_the_file_says(self):
        launch = Launch.__new__(Launch)
        launch.arguments = {"bytes": 24, "fields": [
            {"name": "values", "at": 0, "bytes": 8, "memory": "graph", "begin": 16},
            {"name": "taskCount", "at": 8, "bytes": 4, "number": -1},
            {"name": "ld", "at": 16, "bytes": 8, "number": 32}]}
        self.assertEqual(launch.parameters({"entry": "fused"}, {"graph": 4096}),
                         ([(4112).to_bytes(8, "little") + b"\xff" * 4 + bytes(4) + (32).to_bytes(8, "little")], []))
        helper = {"entry": "zero", "parameters": [{"name": "C", "memory": "C", "begin": 0}, {"name": "n", "number": 5}]}
        self.assertEqual(launch.parameters(helper, {"C": 64}),
                         ([(64).to_bytes(8, "little"), (5).to_bytes(8, "little")], []))
        parameters, places = launch.parameters(helper, {})
        self.assertEqual(places, [(0, 0, "C", 0)])
        held = Parameters(parameters, places)
        held.fill({"C": 64})
        self.assertEqual([ctypes.c_uint64.from_address(held.list[i]).value for i in range(2)], [64, 5])

    def test_every_non_zero_is_stored_once(self):
        A = Sparse(90, 70)
        launch = sparsescope.plan(A.triple(), dtype="f16").launch()
        stored = np.concatenate([positions for *_, positions in launch.scattered()])
        self.assertTrue(np.array_equal(np.sort(stored), np.arange(A.nnz)))
        self.assertTrue(np.array_equal(launch.values, A.values))
        self.assertTrue(np.array_equal(launch.row_indices(), A.rows))
        order = launch.transposed()
        self.assertTrue(np.array_equal(A.dense().T[A.dense().T != 0], launch.values[order]))


if __name__ == "__main__":
    unittest.main()
