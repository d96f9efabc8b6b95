"""Commands of the program from Python: what they return, and how what goes wrong is told."""

import ast
import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from support import PACKAGE, SAMPLE, SESSION, Sparse, needs

import sparsescope
from sparsescope import program
from sparsescope.folder import Folder
from sparsescope.tables import table, table_of_rows


def columns(x):
    return {name: list(x[name]) for name in x}


class Commands(unittest.TestCase):
    def test_info(self):
        facts = sparsescope.info(SAMPLE)
        self.assertEqual((facts["rows"], facts["cols"], facts["nnz"]), (2048, 2048, 67040))
        self.assertEqual(sparsescope.info(SAMPLE, order="rcm")["order"], "rcm")

    def test_plan_and_its_tiles(self):
        plan = sparsescope.plan(SAMPLE, dense=64)
        self.assertEqual((plan.op, plan.dtype, plan.dense, plan.planner), ("spmm", "f16", 64, "stile"))
        self.assertEqual(plan.predicted_ns, plan.found["predictedNs"])
        tiles = columns(plan.tiles)
        self.assertEqual(len(tiles["format"]), plan.found["tiles"])
        self.assertEqual(sum(tiles["owned"]), 67040)
        self.assertEqual(tiles["format"].count("block"), plan.found["tilesByFormat"]["block"])
        self.assertGreater(sum(tiles["redundant"]), 0)
        self.assertIn("<Plan by stile: spmm f16, block, ell, predicted ", repr(plan))

    def test_options_reach_the_planner(self):
        plan = sparsescope.plan(SAMPLE, planner="fixed:sell", c=8, sigma=64, dense_split=[32], order="rcm")
        self.assertEqual(plan.json["formats"], [{"name": "sell", "parameters": {"c": 8, "sigma": 64}}])
        self.assertEqual(plan.json["options"]["order"], "rcm")
        alone = sparsescope.plan(SAMPLE, compete=False)
        self.assertEqual(alone.found["competitors"].keys() & {"plain CSR"}, set())
        self.assertEqual(program.option_list({"dense_split": [32, 64], "no_compete": True, "withdraw": False,
                                              "k": -1, "depth": None, "graph": Path("a.json")}),
                         ["--dense-split=32,64", "--no-compete", "--no-withdraw", "--k=-1", "--graph=a.json"])
        with self.assertRaisesRegex(sparsescope.UsageError, "c is a dict"):
            sparsescope.plan(SAMPLE, c={})

    def test_a_plan_is_checked_saved_and_loaded(self):
        A = Sparse(60, 50)
        plan = sparsescope.plan(A.triple(), dtype="f32")
        self.assertTrue(plan.check()["accepted"])
        self.assertIn("fusedSpmm", plan.source())
        folder = Folder()
        plan.save(folder.name + "/mine.json")
        loaded = sparsescope.load(folder.name + "/mine.json")
        self.assertEqual(columns(loaded.tiles), columns(plan.tiles))
        with self.assertRaisesRegex(sparsescope.UsageError, "the plan's matrix is not known"):
            loaded.check()
        self.assertTrue(sparsescope.load(folder.name + "/mine.json", A.triple()).check()["accepted"])
        with self.assertRaisesRegex(sparsescope.InputError, "mine.json"):
            sparsescope.load(folder.name + "/mine.json", Sparse(60, 50, seed=2).triple()).check()

    def test_compare(self):
        rows = columns(sparsescope.compare(SAMPLE, planners=["stile", "fixed:bsr(height=16,width=16)"], dense=128))
        self.assertEqual(len(rows["name"]), 2)
        self.assertEqual(rows["name"][0], "stile")
        self.assertTrue(all(ns > 1000 for ns in rows["predicted_ns"]))
        self.assertEqual(min(rows["of_best"]), 1)

    def test_a_recorded_session(self):
        session = sparsescope.load(SESSION)
        runs = columns(session.runs)
        self.assertEqual(runs["planner"], ["stile"])
        self.assertEqual(runs["verified"], [True])
        self.assertAlmostEqual(runs["median_ns"][0], 10239.999741315842)
        baselines = columns(session.baselines)
        right = [ns for ns, good in zip(baselines["median_ns"], baselines["verified"]) if good and ns > 0]
        self.assertEqual(runs["rival_ns"][0], min(right))
        self.assertAlmostEqual(runs["speedup"][0], min(right) / runs["median_ns"][0])
        tasks = columns(session.tasks(1))
        self.assertEqual(len(tasks["tile"]), 258)
        self.assertEqual(set(tasks["part"]), {0, 1})
        self.assertTrue(all(end > start for start, end in zip(tasks["start"], tasks["end"])))
        with self.assertRaisesRegex(sparsescope.UsageError, "there is no run 7"):
            session.tasks(7)
        plan = session.plans[1]
        self.assertEqual(len(columns(plan.tiles)["format"]), max(tasks["tile"]) + 1)
        self.assertEqual(sparsescope.info(session.matrix.path)["nnz"], 67040)
        self.assertEqual(plan.launch().nnz, 67040)

    def test_files_of_other_kinds_are_refused(self):
        folder = Folder()
        for name, text in (("a", "nothing"), ("b", "{}"), ("c", "{"), ("d", "SQLite format 3\0 and no more")):
            path = Path(folder.name) / name
            path.write_text(text)
            with self.assertRaisesRegex(sparsescope.InputError, f"{name}: "):
                sparsescope.load(path)
        with self.assertRaisesRegex(sparsescope.InputError, "cannot open"):
            sparsescope.load(folder.name + "/none")


class Tables(unittest.TestCase):
    ROWS = [{"name": "a", "tileCount": 2, "ns": 1.5}, {"name": "b", "ns": 2, "good": True}]

    @needs("pandas")
    def test_with_pandas(self):
        import pandas
        frame = table_of_rows(self.ROWS)
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(list(frame.columns), ["name", "tile_count", "ns", "good"])
        self.assertEqual(float(frame.ns.sum()), 3.5)
        self.assertIsInstance(sparsescope.plan(Sparse(20, 20).triple()).tiles, pandas.DataFrame)

    def test_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            columns_of = table_of_rows(self.ROWS)
            self.assertEqual(list(columns_of), ["name", "tile_count", "ns", "good"])
            self.assertEqual(columns_of["ns"].dtype, np.float64)
            self.assertTrue(np.isnan(columns_of["tile_count"][1]))
            self.assertEqual(list(columns_of["good"]), [None, True])
            self.assertEqual(table({"n": [1, 2]})["n"].dtype, np.int64)
            self.assertEqual(sum(sparsescope.plan(SAMPLE).tiles["owned"]), 67040)


class Failures(unittest.TestCase):
    def program(self, text):
        """A program of the name that is looked for, and the variable that names it."""
        self.folder = Folder()
        path = Path(self.folder.name) / "sparsescope-cli"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return mock.patch.dict(os.environ, {"SPARSESCOPE_CLI": str(path)})

    def test_what_the_program_refuses(self):
        for kind, reason, call in (
                (sparsescope.UsageError, 'data type "f17" is none of', lambda: sparsescope.plan(SAMPLE, dtype="f17")),
                (sparsescope.UsageError, "SHAPE|shape|--no-such", lambda: sparsescope.plan(SAMPLE, no_such=1)),
                (sparsescope.InputError, "test_commands.py: ", lambda: sparsescope.info(__file__))):
            with self.subTest(reason=reason), self.assertRaisesRegex(kind, reason) as caught:
                call()
            self.assertNotIn("sparsescope-cli: ", str(caught.exception))

    def test_every_exit_status_is_an_exception(self):
        for status, kind in ((1, "UsageError"), (2, "InputError"), (3, "DeviceError"), (4, "VerificationError"),
                             (130, "Cancelled"), (70, "InternalError"), (99, "InternalError")):
            with self.program(f'[ "$1" = --version ] && {{ echo sparsescope-cli {sparsescope.__version__}; exit; }}\n'
                              f"echo 'sparsescope-cli: a reason' >&2\nexit {status}\n"):
                with self.assertRaisesRegex(getattr(sparsescope, kind), "^a reason$"):
                    sparsescope.info(SAMPLE)
        self.assertRegex(str(sparsescope.errors.error_of(-9, "")), "ended by signal 9")

    def test_where_the_program_is_looked_for(self):
        with mock.patch.dict(os.environ, {"SPARSESCOPE_CLI": "/none/sparsescope-cli"}):
            with self.assertRaisesRegex(sparsescope.UsageError, "SPARSESCOPE_CLI names /none/sparsescope-cli"):
                program.find()
        with self.program(f"echo sparsescope-cli {sparsescope.__version__}\n"):
            named = os.environ.pop("SPARSESCOPE_CLI")
            with mock.patch.object(program, "_beside", return_value=iter([])):
                with mock.patch.dict(os.environ, {"PATH": os.path.dirname(named)}):
                    self.assertEqual(program.find(), named)
                with mock.patch.dict(os.environ, {"PATH": "/none"}):
                    with self.assertRaisesRegex(sparsescope.UsageError, "is not found: neither beside this package"):
                        program.find()
            with mock.patch.object(program, "_beside", return_value=iter([Path(named)])):
                self.assertEqual(program.find(), named)

    def test_another_release_is_refused(self):
        with self.program("echo sparsescope-cli 9.7.0\n"):
            with self.assertRaisesRegex(sparsescope.UsageError, "is version 9.7.0, this package is "):
                sparsescope.info(SAMPLE)
        with self.program("echo hello\n"):
            with self.assertRaisesRegex(sparsescope.UsageError, "is not sparsescope-cli"):
                sparsescope.info(SAMPLE)

    def test_an_interrupt_ends_the_program(self):
        # As Ctrl-C meets a script: the child writes its id, waits, and says that it was told to end.
        with self.program(f'[ "$1" = --version ] && {{ echo sparsescope-cli {sparsescope.__version__}; exit; }}\n'
                          'trap "echo ended > $0.ended; exit 130" INT\necho begun > "$0.begun"\n'
                          "while :; do sleep 0.05; done\n"):
            name = os.environ["SPARSESCOPE_CLI"]
            script = textwrap.dedent(f"""
                import sys
                sys.path.insert(0, {str(PACKAGE)!r})
                import sparsescope
                try:
                    sparsescope.info({str(SAMPLE)!r})
                except KeyboardInterrupt:
                    print("interrupted")
                """)
            child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
            for _ in range(1200):
                if os.path.exists(name + ".begun"):
                    break
                time.sleep(0.05)
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.communicate(timeout=60)[0], "interrupted\n")
            self.assertTrue(os.path.exists(name + ".ended"))

    def test_nothing_temporary_is_left(self):
        plan = sparsescope.plan(Sparse(20, 20).triple())
        folders = [Path(plan.path).parent, Path(plan.matrix.path).parent]
        self.assertTrue(all(folder.exists() for folder in folders))
        del plan
        self.assertFalse(any(folder.exists() for folder in folders))


class Package(unittest.TestCase):
    def test_numpy_alone_is_imported(self):
        loaded = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import sparsescope; "
             "print(*{name.split('.')[0] for name in sys.modules})"], capture_output=True, text=True, check=True)
        for name in ("scipy", "pandas", "torch", "cupy"):
            self.assertNotIn(name, loaded.stdout.split())
        self.assertIn("numpy", loaded.stdout.split())

    def test_every_module_says_what_it_is_and_no_line_is_wide(self):
        for path in (*PACKAGE.rglob("*.py"), *Path(__file__).parent.glob("*.py")):
            text = path.read_text(encoding="utf-8")
            with self.subTest(path.name):
                self.assertTrue(ast.get_docstring(ast.parse(text)))
                self.assertLessEqual(max(map(len, text.splitlines())), 120)

    def test_the_window_is_given_the_files(self):
        started = []
        plan = sparsescope.plan(Sparse(20, 20).triple())
        with mock.patch.object(program, "start_window", side_effect=lambda *files: started.append(files)):
            sparsescope.show(plan)
            sparsescope.show(SESSION)
            sparsescope.show(sparsescope.load(SESSION))
        self.assertEqual(started, [(plan.matrix.path, plan.path), (str(SESSION),), (str(SESSION),)])


if __name__ == "__main__":
    unittest.main()
