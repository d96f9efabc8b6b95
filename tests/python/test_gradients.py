"""The differentiable operators with kernels on the CPU, against gradients that torch computes in float64."""

import unittest

import numpy as np

import emulated
from support import RELATIVE, Sparse, error, module, needs, operand

import sparsescope

torch = module("torch")


@needs("torch")
@unittest.skipUnless(emulated.possible(), "there is no C++ compiler in the path")
class Gradients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from sparsescope.torch_operator import operator_of
        cls.A = Sparse(60, 50, 0.15)
        cls.make = staticmethod(
            lambda plan, **given: operator_of(plan, **given, arrays=emulated.torch_arrays()))

    def dense(self, values):
        A = torch.zeros(self.A.shape, dtype=torch.float64)
        return A.index_put((torch.from_numpy(self.A.rows), torch.from_numpy(self.A.cols)), values)

    def check(self, op, expected, operands, dtype, values=None):
        """Output and gradients of an operator and of the same in float64, for operands that may have gradients."""
        kind = op._dtype
        mine = [torch.from_numpy(x).to(kind).requires_grad_() for x in operands]
        theirs = [torch.from_numpy(x).requires_grad_() for x in operands]
        given = torch.from_numpy(self.A.values if values is None else values)
        reference_values = given.clone().requires_grad_()
        if values is not None:
            op.values = given.to(kind).requires_grad_()
        result, reference = op(*mine), expected(reference_values, *theirs)
        self.assertLess(error(result, reference), RELATIVE[dtype])
        weight = torch.from_numpy(operand(1, reference.numel(), 9)).reshape(reference.shape)
        (result * weight.to(kind)).sum().backward()
        (reference * weight).sum().backward()
        for a, b in zip(mine, theirs):
            self.assertEqual(a.grad.shape, b.grad.shape)
            self.assertLess(error(a.grad, b.grad), 2 * RELATIVE[dtype])
        if values is None:
            return
        self.assertLess(error(op.values.grad, reference_values.grad), 2 * RELATIVE[dtype])
        # An optimizer's step is seen: what is written into the tensor, without a new assignment.
        with torch.no_grad():
            op.values.mul_(2)
        self.assertLess(error(op(*mine), 2 * reference), RELATIVE[dtype])

    def changed(self):
        return np.random.default_rng(4).integers(1, 65, self.A.nnz) / 64

    def sampled(self, values, X, Y):
        return values * (X[torch.from_numpy(self.A.rows)] * Y[torch.from_numpy(self.A.cols)]).sum(1)

    def test_spmm(self):
        op = self.make(sparsescope.plan(self.A.triple(), dtype="f32", dense=40))
        self.check(op, lambda v, B: self.dense(v) @ B, [operand(50, 40)], "f32")
        self.check(op, lambda v, B: self.dense(v) @ B, [operand(50, 40)], "f32", self.changed())

    def test_spmm_in_bfloat16(self):
        op = self.make(sparsescope.plan(self.A.triple(), dtype="bf16", dense=32))
        self.check(op, lambda v, B: self.dense(v) @ B, [operand(50, 32)], "bf16", self.changed())

    def test_spmm_with_plans_that_are_given(self):
        transposed = (self.A.cols, self.A.rows, self.A.values, self.A.shape[::-1])
        ask = {"dtype": "f32", "dense": 32}
        op = self.make(sparsescope.plan(self.A.triple(), **ask),
                       transposed=sparsescope.plan(transposed, planner="fixed:csr", **ask),
                       sampled=sparsescope.plan(self.A.triple(), op="sddmm", **ask))
        self.check(op, lambda v, B: self.dense(v) @ B, [operand(50, 32)], "f32", self.changed())
        self.assertEqual(op.other("transposed").plan.planner, "fixed:csr")

    def test_plans_that_do_not_belong_to_the_matrix_are_refused(self):
        plan = sparsescope.plan(self.A.triple(), dtype="f32", dense=32)
        with self.assertRaisesRegex(sparsescope.UsageError, "given as transposed is .*'spmm', 'f32', 32, 60, 50"):
            self.make(plan, transposed=plan)
        mirrored = (49 - self.A.cols, self.A.rows, self.A.values, self.A.shape[::-1])
        with self.assertRaisesRegex(sparsescope.UsageError, "of another pattern"):
            self.make(plan, transposed=sparsescope.plan(mirrored, dtype="f32", dense=32))

    def test_sddmm(self):
        op = self.make(sparsescope.plan(self.A.triple(), op="sddmm", dtype="f32", dense=40))
        operands = [operand(60, 40, 2), operand(50, 40, 3)]
        self.check(op, self.sampled, operands, "f32")
        self.check(op, self.sampled, operands, "f32", self.changed())

    def test_spmv(self):
        op = self.make(sparsescope.plan(self.A.triple(), op="spmv", dtype="f32"))
        self.check(op, lambda v, x: self.dense(v) @ x, [operand(50, 1)[:, 0]], "f32")
        self.check(op, lambda v, x: self.dense(v) @ x, [operand(50, 1)[:, 0]], "f32", self.changed())

    def test_products_that_torch_computes(self):
        for op, of, operands in (("spmm", lambda v, B: self.dense(v) @ B, [operand(50, 40)]),
                                 ("sddmm", self.sampled, [operand(60, 40, 2), operand(50, 40, 3)])):
            with self.subTest(op=op):
                plan = sparsescope.plan(self.A.triple(), op=op, dtype="f32", dense=40, planner="fixed:dense")
                self.check(self.make(plan), of, operands, "f32")
                self.check(self.make(plan), of, operands, "f32", self.changed())
                with self.assertRaisesRegex(sparsescope.UsageError, "torch computes the gradients"):
                    self.make(plan, transposed=plan)

    def test_a_gradient_by_a_dense_plan(self):
        transposed = (self.A.cols, self.A.rows, self.A.values, self.A.shape[::-1])
        ask = {"dtype": "f32", "dense": 40, "planner": "fixed:dense"}
        op = self.make(sparsescope.plan(self.A.triple(), dtype="f32", dense=40),
                       transposed=sparsescope.plan(transposed, **ask),
                       sampled=sparsescope.plan(self.A.triple(), op="sddmm", **ask))
        self.check(op, lambda v, B: self.dense(v) @ B, [operand(50, 40)], "f32", self.changed())

    def test_values_and_pattern_are_those_of_the_matrix(self):
        op = self.make(sparsescope.plan(self.A.triple(), dtype="f16", dense=32))
        self.assertEqual(op.values.dtype, torch.float16)
        self.assertTrue(np.array_equal(op.values.double().numpy(), self.A.values))
        self.assertTrue(np.array_equal(op.indices.numpy(), self.A.cols))
        self.assertTrue(np.array_equal(np.diff(op.indptr.numpy()), np.bincount(self.A.rows, minlength=60)))
        for bad in (op.values[:5], op.values.float(), [1.0]):
            with self.assertRaisesRegex(sparsescope.UsageError, "values are"):
                op.values = bad

    def test_values_are_stored_anew_only_when_they_changed(self):
        op = self.make(sparsescope.plan(self.A.triple(), dtype="f32", dense=32))
        B = torch.ones(50, 32)
        op.values = torch.ones(self.A.nnz)
        stores = []
        op._arrays.scatter = lambda *them: (stores.append(1), type(op._arrays).scatter(op._arrays, *them))
        for _ in range(3):
            op(B)
        self.assertEqual(len(stores), 1)
        op.values[0] = 3
        self.assertEqual(float(op(B)[self.A.rows[0], 0]), 2 + np.count_nonzero(self.A.rows == self.A.rows[0]))
        self.assertEqual(len(stores), 2)
        with torch.inference_mode():
            op.values = torch.full((self.A.nnz,), 2.0)
            self.assertEqual(float(op(B).sum()), 2 * 32 * self.A.nnz)
            op.values.fill_(4)
            self.assertEqual(float(op(B).sum()), 4 * 32 * self.A.nnz)

    def test_a_tensor_of_the_cpu_is_refused(self):
        op = sparsescope.plan(self.A.triple(), dtype="f32", dense=32).torch()
        with self.assertRaisesRegex(sparsescope.DeviceError, "B is on cpu; the kernel runs on an NVIDIA GPU"):
            op(torch.ones(50, 32))


if __name__ == "__main__":
    unittest.main()
