"""Plans on a GPU through torch and CuPy, against float64, torch.sparse and gradients of torch's own.

    python3 -m unittest -v gpu_test

It needs a GPU, torch with CUDA, this folder's support.py, the package and sparsescope-cli (SPARSESCOPE_CLI names it);
what is not there is skipped by name. The last lines tell what was measured.
"""

import atexit
import threading
import unittest

import numpy as np

from support import RELATIVE, Sparse, error, module, operand

import sparsescope

torch = module("torch")
cupy = module("cupy")

told = []  # what is printed at the end


def tell():
    if told:
        print("\n".join(["", "gpu_test:", *told]), flush=True)


atexit.register(tell)


def setUpModule():
    if torch is None:
        raise unittest.SkipTest("torch is not installed")
    if not torch.cuda.is_available():
        raise unittest.SkipTest("torch finds no GPU")
    told.append(f"  {torch.cuda.get_device_name()}, torch {torch.__version__}, "
                f"CuPy {cupy.__version__ if cupy else 'not installed'}, sparsescope {sparsescope.__version__}")


def on_gpu(x, dtype):
    return torch.from_numpy(np.ascontiguousarray(x)).to("cuda", dtype)


class Worst:
    """The worst error of each kind of case, told at the end."""

    seen = {}

    @classmethod
    def add(cls, what, value):
        cls.seen[what] = max(cls.seen.get(what, 0), value)


def tearDownModule():
    told.extend(f"  worst error of {what}: {value:.2g}" for what, value in Worst.seen.items())


class Case(unittest.TestCase):
    def good(self, what, result, expected, dtype, factor=1):
        self.assertEqual(tuple(result.shape), tuple(expected.shape))
        value = error(result, expected)
        Worst.add(f"{what} in {dtype}", value)
        self.assertLess(value, factor * RELATIVE[dtype])


class Forward(Case):
    def test_spmm_of_several_planners_types_and_widths(self):
        A = Sparse(500, 400, 0.06)
        for dtype in ("f16", "bf16", "tf32", "f32"):
            for planner, options in (("stile", {}), ("hyb", {}), ("cell", {}), ("fixed:csr", {"places": 64}),
                                     ("fixed:bsr", {}), ("fixed:coo", {})):
                for dense in (32, 33, 128):
                    with self.subTest(dtype=dtype, planner=planner, dense=dense):
                        plan = sparsescope.plan(A.triple(), dtype=dtype, dense=dense, planner=planner, **options)
                        op = plan.torch()
                        B = operand(400, dense)
                        for _ in range(2):
                            C = op(on_gpu(B, op._dtype))
                        self.assertTrue(C.is_cuda)
                        self.good("SpMM", C, A.dense() @ B, dtype)

    def test_spmm_as_torch_sparse_does(self):
        A = Sparse(2000, 1500, 0.02)
        op = sparsescope.plan(A.triple(), dtype="f32", dense=64).torch()
        B = on_gpu(operand(1500, 64), torch.float32)
        theirs = torch.sparse_csr_tensor(op.indptr, op.indices, op.values, A.shape) @ B
        self.good("SpMM, from torch.sparse,", op(B), theirs.cpu(), "f32")

    def test_sddmm(self):
        A = Sparse(300, 250, 0.08)
        for dtype in ("f16", "bf16", "tf32", "f32"):
            for dense, options in ((32, {}), (50, {}), (128, {"dense_split": 32})):
                with self.subTest(dtype=dtype, dense=dense):
                    op = sparsescope.plan(A.triple(), op="sddmm", dtype=dtype, dense=dense, **options).torch()
                    X, Y = operand(300, dense, 2), operand(250, dense, 3)
                    self.good("SDDMM", op(on_gpu(X, op._dtype), on_gpu(Y, op._dtype)), A.values * A.dots(X, Y), dtype)

    def test_products_that_a_library_computes(self):
        A = Sparse(300, 250, 0.08)
        for dtype in ("f16", "bf16", "f32"):
            with self.subTest(dtype=dtype):
                ask = {"dtype": dtype, "dense": 50, "planner": "fixed:dense"}
                spmm, sddmm = (sparsescope.plan(A.triple(), op=op, **ask) for op in ("spmm", "sddmm"))
                B, X = operand(250, 50, 2), operand(300, 50, 3)
                op = spmm.torch()
                self.good("SpMM, by torch,", op(on_gpu(B, op._dtype)), A.dense() @ B, dtype)
                self.good("SDDMM, by torch,", sddmm.torch()(on_gpu(X, op._dtype), on_gpu(B, op._dtype)),
                          A.values * A.dots(X, B), dtype)
                if cupy and dtype != "bf16":
                    op = spmm.cupy()
                    self.good("SpMM, by CuPy,", cupy.asnumpy(op(cupy.asarray(B, op._dtype))), A.dense() @ B, dtype)
                    self.good("SDDMM, by CuPy,", cupy.asnumpy(sddmm.cupy()(cupy.asarray(X, op._dtype),
                                                                           cupy.asarray(B, op._dtype))),
                              A.values * A.dots(X, B), dtype)

    def test_spmv(self):
        A = Sparse(500, 400, 0.06)
        for dtype, planner in (("f16", "stile"), ("bf16", "cell"), ("f32", "stile"), ("f32", "graph"),
                               ("f64", "graph")):
            with self.subTest(dtype=dtype, planner=planner):
                op = sparsescope.plan(A.triple(), op="spmv", dtype=dtype, planner=planner).torch()
                x = operand(400, 1)[:, 0]
                self.good("SpMV", op(on_gpu(x, op._dtype)), A.dense() @ x, dtype)

    def test_a_matrix_without_non_zeros(self):
        op = sparsescope.plan(([], [], [], (20, 30)), dtype="f32").torch()
        self.assertEqual(float(op(torch.ones(30, 32, device="cuda")).abs().sum()), 0)

    def test_a_saved_tensor(self):
        A = Sparse(100, 80)
        path = sparsescope.folder.Folder()
        torch.save(torch.from_numpy(A.dense()).to_sparse_csr(), path.name + "/a.pt")
        op = sparsescope.plan(sparsescope.load_torch(path.name + "/a.pt"), dtype="f32").torch()
        B = operand(80, 32)
        self.good("SpMM", op(on_gpu(B, torch.float32)), A.dense() @ B, "f32")


class Backward(Case):
    def reference(self, function, values, operands, weight):
        values = torch.from_numpy(values).requires_grad_()
        operands = [torch.from_numpy(x).requires_grad_() for x in operands]
        result = function(values, *operands)
        (result * torch.from_numpy(weight)).sum().backward()
        return result, [values.grad, *(x.grad for x in operands)]

    def check(self, what, A, op, function, operands, shape, dtype):
        weight = operand(1, int(np.prod(shape)), 9).reshape(shape)
        for values in (None, np.random.default_rng(4).integers(1, 65, A.nnz) / 64):
            result, gradients = self.reference(function, A.values if values is None else values, operands, weight)
            mine = [on_gpu(x, op._dtype).requires_grad_() for x in operands]
            if values is not None:
                op.values = on_gpu(values, op._dtype).requires_grad_()
            C = op(*mine)
            self.good(what, C, result, dtype)
            (C * on_gpu(weight, op._dtype)).sum().backward()
            if values is not None:
                self.good(f"{what}'s gradient to values", op.values.grad, gradients[0], dtype, 2)
            for x, gradient in zip(mine, gradients[1:]):
                self.good(f"{what}'s gradients", x.grad, gradient, dtype, 2)

    @staticmethod
    def dense(A, values):
        full = torch.zeros(A.shape, dtype=torch.float64)
        return full.index_put((torch.from_numpy(A.rows), torch.from_numpy(A.cols)), values)

    def test_spmm(self):
        A = Sparse(300, 250, 0.08)
        for dtype, dense in (("f32", 32), ("f32", 40), ("tf32", 64), ("bf16", 64), ("f16", 64)):
            with self.subTest(dtype=dtype, dense=dense):
                op = sparsescope.plan(A.triple(), dtype=dtype, dense=dense).torch()
                self.check("SpMM", A, op, lambda v, B: self.dense(A, v) @ B, [operand(250, dense)], (300, dense), dtype)

    def test_sddmm(self):
        A = Sparse(300, 250, 0.08)
        rows, cols = torch.from_numpy(A.rows), torch.from_numpy(A.cols)
        op = sparsescope.plan(A.triple(), op="sddmm", dtype="f32", dense=40).torch()
        self.check("SDDMM", A, op, lambda v, X, Y: v * (X[rows] * Y[cols]).sum(1),
                   [operand(300, 40, 2), operand(250, 40, 3)], (A.nnz,), "f32")

    def test_spmv(self):
        A = Sparse(300, 250, 0.08)
        for dtype, planner in (("f32", "stile"), ("f64", "graph")):
            with self.subTest(dtype=dtype, planner=planner):
                op = sparsescope.plan(A.triple(), op="spmv", dtype=dtype, planner=planner).torch()
                self.check("SpMV", A, op, lambda v, x: self.dense(A, v) @ x, [operand(250, 1)[:, 0]], (300,), dtype)

    def test_values_are_learned(self):
        A = Sparse(200, 150, 0.1)
        op = sparsescope.plan(A.triple(), dtype="f32", dense=64).torch()
        B = on_gpu(operand(150, 64), torch.float32)
        goal = on_gpu(A.dense(), torch.float32) @ B
        op.values = torch.nn.Parameter(torch.zeros(A.nnz, device="cuda"))
        steps = torch.optim.Adam([op.values], lr=0.05)
        losses = []
        for _ in range(200):
            steps.zero_grad()
            loss = (op(B) - goal).square().mean()
            loss.backward()
            steps.step()
            losses.append(float(loss))
        told.append(f"  learning values: the loss went from {losses[0]:.3g} to {losses[-1]:.3g}")
        self.assertLess(losses[-1], losses[0] / 100)


class Streams(Case):
    def setUp(self):
        self.A = Sparse(500, 400, 0.1)
        self.op = sparsescope.plan(self.A.triple(), dtype="f32", dense=64, planner="fixed:csr", places=64).torch()
        self.B = [operand(400, 64, seed) for seed in range(4)]

    def test_the_callers_stream_is_taken(self):
        side = torch.cuda.Stream()
        B = on_gpu(self.B[0], torch.float32)
        wrong = torch.zeros_like(B)
        self.op(B)
        torch.cuda.synchronize()
        with torch.cuda.stream(side):
            torch.cuda._sleep(200_000_000)  # on another stream the kernel would read what is not there yet
            wrong.copy_(B)
            C = self.op(wrong)
        side.synchronize()
        self.good("SpMM", C, self.A.dense() @ self.B[0], "f32")

    def test_several_streams_and_threads_at_once(self):
        failures = []

        def work(seed):
            try:
                stream = torch.cuda.Stream()
                with torch.cuda.stream(stream):
                    B = on_gpu(self.B[seed], torch.float32)
                    for _ in range(100):
                        C = self.op(B)
                stream.synchronize()
                self.good("SpMM", C, self.A.dense() @ self.B[seed], "f32")
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_a_cuda_graph_records_it(self):
        B = on_gpu(self.B[0], torch.float32)
        graph = torch.cuda.CUDAGraph()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            self.op(B)  # what it keeps for the stream is there before the record
        torch.cuda.current_stream().wait_stream(side)
        with torch.cuda.graph(graph, stream=side):
            C = self.op(B)
        B.copy_(on_gpu(self.B[1], torch.float32))
        graph.replay()
        torch.cuda.synchronize()
        self.good("SpMM", C, self.A.dense() @ self.B[1], "f32")


class Refusals(Case):
    @classmethod
    def setUpClass(cls):
        cls.op = sparsescope.plan(Sparse(60, 50).triple(), dtype="f32", dense=32).torch()

    def test_operands(self):
        B = torch.ones(50, 32, device="cuda")
        for kind, reason, x in ((sparsescope.DeviceError, "B is on cpu", B.cpu()),
                                (sparsescope.UsageError, "B is torch.float16, the plan computes in torch.float32",
                                 B.half()),
                                (sparsescope.UsageError, "B is 50 x 31, the plan needs 50 x 32",
                                 B[:, :31].contiguous()),
                                (sparsescope.UsageError, "not contiguous", torch.ones(32, 50, device="cuda").T)):
            with self.subTest(reason=reason), self.assertRaisesRegex(kind, reason):
                self.op(x)

    def test_values(self):
        for x in (torch.ones(3, device="cuda"), torch.ones(self.op._launch.nnz, device="cuda").half()):
            with self.assertRaisesRegex(sparsescope.UsageError, "values are"):
                self.op.values = x
        with self.assertRaisesRegex(sparsescope.DeviceError, "values are on cpu"):
            self.op.values = torch.ones(self.op._launch.nnz)

    def test_what_the_compiler_and_the_driver_refuse(self):
        device = sparsescope.driver.device(0)
        with self.assertRaisesRegex(sparsescope.InternalError, "does not compile"):
            device.functions('extern "C" __global__ void f() { nonsense; }', [{"entry": "f", "shared": 0}])
        functions = device.functions('extern "C" __global__ void f() {}', [{"entry": "f", "shared": 0}])
        with self.assertRaisesRegex(sparsescope.DeviceError, "cuLaunchKernel: invalid argument"):
            device.call(functions["f"], {"blocks": 1, "threads": 4096, "shared": 0}, [], [], 0).launch({})
        with self.assertRaisesRegex(sparsescope.DeviceError, "cuModuleGetFunction"):
            device.functions('extern "C" __global__ void f() {}', [{"entry": "g", "shared": 0}])

    def test_two_gpus(self):
        if torch.cuda.device_count() < 2:
            self.skipTest("there is one GPU")
        A = Sparse(60, 50)
        B = operand(50, 32)
        for gpu in ("cuda:1", "cuda:0"):
            C = self.op(torch.from_numpy(B).to(gpu, torch.float32))
            self.assertEqual(str(C.device), gpu)
            self.good("SpMM", C, A.dense() @ B, "f32")


class Cupy(Case):
    def setUp(self):
        if cupy is None:
            self.skipTest("CuPy is not installed")
        self.A = Sparse(300, 250, 0.08)

    def test_spmm_with_values_that_change(self):
        for dtype, dense in (("f16", 32), ("f32", 40), ("tf32", 64)):
            op = sparsescope.plan(self.A.triple(), dtype=dtype, dense=dense).cupy()
            B = operand(250, dense)
            given = cupy.asarray(B.astype(op._dtype))
            self.good("SpMM by CuPy", cupy.asnumpy(op(given)), self.A.dense() @ B, dtype)
            values = np.random.default_rng(4).integers(1, 65, self.A.nnz) / 64
            op.values = cupy.asarray(values.astype(op._dtype))
            self.good("SpMM by CuPy", cupy.asnumpy(op(given)), self.A.dense(values) @ B, dtype)

    def test_sddmm_and_spmv(self):
        X, Y = operand(300, 40, 2).astype(np.float32), operand(250, 40, 3).astype(np.float32)
        op = sparsescope.plan(self.A.triple(), op="sddmm", dtype="f32", dense=40).cupy()
        result = cupy.asnumpy(op(cupy.asarray(X), cupy.asarray(Y)))
        self.good("SDDMM by CuPy", result, self.A.values * self.A.dots(X, Y), "f32")
        op = sparsescope.plan(self.A.triple(), op="spmv", dtype="f64", planner="graph").cupy()
        x = operand(250, 1)[:, 0]
        self.good("SpMV by CuPy", cupy.asnumpy(op(cupy.asarray(x))), self.A.dense() @ x, "f64")

    def test_the_current_stream_is_taken_and_types_are_checked(self):
        op = sparsescope.plan(self.A.triple(), dtype="f32", dense=32).cupy()
        B = operand(250, 32)
        with cupy.cuda.Stream(non_blocking=True) as stream:
            C = op(cupy.asarray(B.astype(np.float32)))
            stream.synchronize()
        self.good("SpMM by CuPy", cupy.asnumpy(C), self.A.dense() @ B, "f32")
        with self.assertRaisesRegex(sparsescope.UsageError, "B is float64, the plan computes in float32"):
            op(cupy.asarray(B))
        with self.assertRaisesRegex(sparsescope.UsageError, "CuPy has no bf16"):
            sparsescope.plan(self.A.triple(), dtype="bf16").cupy()

    def test_a_matrix_of_cupyx(self):
        scipy = module("scipy")
        if scipy is None:
            self.skipTest("SciPy is not installed")
        from cupyx.scipy import sparse
        A = sparse.csr_matrix(cupy.asarray(self.A.dense()))
        self.assertEqual(sparsescope.info(A)["nnz"], self.A.nnz)


class Measured(Case):
    def test_profile_and_compare(self):
        A = Sparse(500, 400, 0.06)
        session = sparsescope.profile(A.triple(), planner="stile", dtype="f32", counters=False)
        runs = session.runs
        self.assertEqual(list(runs["verified"]), [True])
        self.assertGreater(float(runs["median_ns"][0]), 0)
        plan = list(session.plans.values())[0]
        self.assertIn("threads=", plan.kernel["parameters"])
        B = operand(400, 32)
        self.good("SpMM of a session's plan", plan.torch()(on_gpu(B, torch.float32)), A.dense() @ B, "f32")
        told.append(f"  profile: {float(runs['median_ns'][0]) / 1000:.1f} us, {runs['rival'][0]} takes "
                    f"{float(runs['speedup'][0]):.2f} times as long")
        rows = sparsescope.compare(A.triple(), planners=["stile", "fixed:csr"], dtype="f32", run=True)
        self.assertIn("stile", list(rows["name"]))

    def test_how_long_a_call_takes(self):
        A = Sparse(4000, 4000, 0.01)
        op = sparsescope.plan(A.triple(), dtype="f32", dense=128).torch()
        B = on_gpu(operand(4000, 128), torch.float32)
        sparse = torch.sparse_csr_tensor(op.indptr, op.indices, op.plan_values(0), A.shape)
        op.values = op.plan_values(0)
        told.append(f"  SpMM of {A.nnz} non-zeros, J = 128, float32: {self.time(lambda: op(B)):.1f} us a call, "
                    f"torch.sparse {self.time(lambda: sparse @ B):.1f} us")
        small = Sparse(200, 200, 0.05)
        one = sparsescope.plan(small.triple(), dtype="f32", dense=32).torch()
        X = on_gpu(operand(200, 32), torch.float32)
        Y = X.clone().requires_grad_()
        theirs = torch.sparse_csr_tensor(one.indptr, one.indices, one.plan_values(0), small.shape)
        told.append(f"  SpMM of {small.nnz} non-zeros, J = 32, bound by the host: {self.time(lambda: one(X)):.1f} us "
                    f"a call, for gradients {self.time(lambda: one(Y)):.1f}, torch.sparse "
                    f"{self.time(lambda: theirs @ X):.1f}")
        self.good("SpMM", op(B), sparse.cpu().double().to_dense() @ B.cpu().double(), "f32")

    @staticmethod
    def time(call, repeats=200):
        for _ in range(10):
            call()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(repeats):
            call()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1000 / repeats


if __name__ == "__main__":
    unittest.main()
