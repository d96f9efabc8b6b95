"""Matrices of other libraries become the file that the programs read, place by place."""

import unittest

import numpy as np

from support import SAMPLE, Sparse, module, needs

import sparsescope
from sparsescope import InputError, Matrix, UsageError
from sparsescope.folder import Folder

torch = module("torch")


def read(matrix):
    """All of it, and how many non-zeros are stored."""
    with np.load(matrix.path) as archive:
        assert bytes(archive["format"]) == b"csr"
        indptr, cols, values, shape = (archive[name] for name in ("indptr", "indices", "data", "shape"))
    A = np.zeros(shape)
    A[np.repeat(np.arange(shape[0]), np.diff(indptr)), cols] = values
    return A, len(cols)


class Matrices(unittest.TestCase):
    def setUp(self):
        self.A = Sparse(12, 9, 0.3)

    def same(self, given, nnz=None):
        A, stored = read(Matrix.of(given))
        self.assertTrue(np.array_equal(A, self.A.dense()))
        self.assertEqual(stored, self.A.nnz if nnz is None else nnz)

    def test_numpy_and_triples(self):
        self.same(self.A.dense())
        self.same(self.A.triple())
        self.same(tuple(x[::-1] for x in self.A.triple()[:3]) + (self.A.shape,))
        without_values, _ = read(Matrix.of((self.A.rows, self.A.cols, None, self.A.shape)))
        self.assertTrue(np.array_equal(without_values, self.A.dense() != 0))
        A, _ = read(Matrix.of(([0, 2], [3, 1], [5.0, 7.0])))
        self.assertEqual(A.shape, (3, 4))

    def test_duplicates_are_added_and_zeros_are_kept(self):
        A, stored = read(Matrix.of(([1, 0, 1, 0], [2, 0, 2, 1], [1.5, 0.0, 2.0, 1.0], (2, 3))))
        self.assertTrue(np.array_equal(A, [[0, 1, 0], [0, 0, 3.5]]))
        self.assertEqual(stored, 3)

    def test_what_is_no_matrix_is_refused_with_the_reason(self):
        for kind, reason, given in (
                (UsageError, "a list is no matrix", [[1, 2]]),
                (UsageError, "a tuple is no matrix", (1, 2)),
                (InputError, "3 axes", np.zeros((2, 2, 2))),
                (InputError, "row 5 is not from 0 to 2", ([5], [0], [1.0], (3, 3))),
                (InputError, "column -1 is not from 0 to 2", ([0], [-1], [1.0], (3, 3))),
                (InputError, "2 rows, 1 columns and 1 values", ([0, 1], [0], [1.0])),
                (InputError, "rows are float64, not whole numbers", ([0.5], [0], [1.0])),
                (InputError, "values are complex128, not real", ([0], [0], [1j])),
                (InputError, "not \\(3, -1\\)", ([], [], [], (3, -1))),
                (InputError, "none.mtx: cannot open", "none.mtx")):
            with self.subTest(reason=reason), self.assertRaisesRegex(kind, reason):
                Matrix.of(given)

    def test_a_path_is_taken_as_it_is(self):
        self.assertEqual(Matrix.of(SAMPLE).path, str(SAMPLE))
        self.assertEqual(sparsescope.info(SAMPLE)["nnz"], 67040)

    def test_the_programs_read_the_same_matrix(self):
        facts = sparsescope.info(self.A.triple())
        self.assertEqual((facts["rows"], facts["cols"], facts["nnz"]), (12, 9, self.A.nnz))
        # The fingerprint is of pattern and values: the same by whatever way it came.
        self.assertEqual(sparsescope.info(self.A.dense())["fingerprint"], facts["fingerprint"])

    @needs("scipy")
    def test_scipy(self):
        from scipy import sparse
        full = sparse.coo_matrix(self.A.dense())
        for name in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr"):
            with self.subTest(name):
                given = full.asformat(name)
                before = given.copy()
                self.same(given, nnz=given.tocoo().nnz)
                self.assertEqual(abs(given - before).sum(), 0)
        self.same(sparse.csr_array(self.A.dense()))
        blocks = sparse.csr_matrix(self.A.dense()).tobsr((3, 3))
        self.same(blocks, nnz=blocks.data.size)

    @needs("torch")
    def test_torch(self):
        dense = torch.from_numpy(self.A.dense())
        self.same(dense)
        for name, given in (("coo", dense.to_sparse()), ("csr", dense.to_sparse_csr()), ("csc", dense.to_sparse_csc()),
                            ("half", dense.to_sparse().half()), ("bfloat16", dense.to_sparse().bfloat16()),
                            ("gradient", dense.clone().requires_grad_().to_sparse())):
            with self.subTest(name):
                self.same(given)
        for name in ("to_sparse_bsr", "to_sparse_bsc"):
            with self.subTest(name):
                given = getattr(dense, name)((3, 3))
                self.same(given, nnz=given.values().numel())
        twice = torch.sparse_coo_tensor([[1, 0, 1], [2, 0, 2]], [1.5, 4.0, 2.0], (2, 3))
        self.assertTrue(np.array_equal(read(Matrix.of(twice))[0], [[4, 0, 0], [0, 0, 3.5]]))
        with self.assertRaisesRegex(InputError, "1 axes"):
            Matrix.of(torch.ones(3))
        with self.assertRaisesRegex(InputError, "hybrid"):
            Matrix.of(torch.sparse_coo_tensor([[0]], [[1.0, 2.0]], (1, 2)))

    @needs("torch")
    def test_saved_tensors(self):
        kept = Folder()
        folder = kept.name
        dense = torch.from_numpy(self.A.dense())
        torch.save(dense.to_sparse_csr(), folder + "/a.pt")
        torch.save({"weight": dense.to_sparse(), "bias": torch.ones(3)}, folder + "/b.pt")
        torch.save({"one": dense.to_sparse(), "two": dense.to_sparse()}, folder + "/c.pt")
        for matrix in (sparsescope.load_torch(folder + "/a.pt"), sparsescope.load_torch(folder + "/b.pt"),
                       sparsescope.load_torch(folder + "/c.pt", "two")):
            self.assertTrue(np.array_equal(read(matrix)[0], self.A.dense()))
        with open(folder + "/d.pt", "w") as file:
            file.write("nothing")
        for reason, path in (("one, two", "/c.pt"), ("cannot be read", "/d.pt"), ("cannot open", "/e.pt")):
            with self.assertRaisesRegex(InputError, reason):
                sparsescope.load_torch(folder + path)


if __name__ == "__main__":
    unittest.main()
