"""The cells of samples/sparsescope.ipynb, run one after another as Jupyter does."""

import ast
import contextlib
import io
import json
import os
import unittest

from support import SAMPLES

NOTEBOOK = SAMPLES / "sparsescope.ipynb"


def value_of(code, names):
    """Runs a cell; returns the value of its last line, where that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names) if last else None


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertTrue(all(cell.get("outputs", []) == [] for cell in notebook["cells"]))
        names, printed, before = {}, io.StringIO(), os.getcwd()
        os.chdir(SAMPLES)
        try:
            with contextlib.redirect_stdout(printed):
                values = [value_of(cell, names) for cell in cells]
        finally:
            os.chdir(before)
        self.assertEqual(values[0], (2048, 2048, 67040))
        self.assertIn("Plan by stile: spmm f16", repr(values[1]))
        self.assertEqual(sum(names["owned"].values()), 67040)
        self.assertEqual(list(names["predicted"]),
                         ["stile", "hyb", "cell", "fixed:csr", "fixed:bsr(height=16,width=16)"])
        self.assertTrue(all(us > 1 for us in names["predicted"].values()))
        self.assertEqual(list(names["runs"]["verified"]), [True])
        self.assertEqual(len(names["tasks"]["sm"]), 258)
        self.assertRegex(printed.getvalue(), "needs an NVIDIA GPU|torch.Size\\(\\[2048, 128\\]\\)")


if __name__ == "__main__":
    unittest.main()
