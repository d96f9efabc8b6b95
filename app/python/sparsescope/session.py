"""A session: matrix, plans and runs that were recorded (samples/session-schema.md says what its file holds)."""

import json
import os
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np

from . import program
from .errors import InputError, UsageError
from .folder import Folder
from .matrix import Matrix
from .plan import Plan
from .tables import table, table_of_rows

_NEWEST = 7
_APPLICATION = 0x53534350
_TASKS = {"task_tile": "<i4", "task_part": "<i4", "task_sm": "<i4", "task_start": "<i8", "task_end": "<i8",
          "task_in_situ_ns": "<f8"}


class Session:
    """What a session file holds, as tables: DataFrames, or without pandas dicts of NumPy arrays."""

    def __init__(self, path, folder=None):
        self.path = os.fspath(path)
        self._folder = folder  # temporary; removed with this object
        (application,), (version,) = self._rows("PRAGMA application_id") + self._rows("PRAGMA user_version")
        if application != _APPLICATION:
            raise InputError(f"{self.path}: is no session")
        if version > _NEWEST:
            raise InputError(f"{self.path}: has version {version}, this package reads up to {_NEWEST}")

    def __repr__(self):
        return f"Session({self.path!r})"

    def _rows(self, query, *values):
        try:
            with closing(sqlite3.connect(f"{Path(self.path).resolve().as_uri()}?mode=ro", uri=True)) as database:
                return database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: {error}") from None

    @property
    def matrix(self):
        return Matrix(self.path)  # the programs take a session as the matrix that it holds

    @property
    def plans(self):
        """Its plans, by the number that `runs` calls them."""
        folder = Folder()
        program.run("export", self.path, "-o", folder.name)
        ids = [row[0] for row in self._rows("SELECT id FROM plan ORDER BY id")]
        paths = {i: Path(folder.name) / f"plan-{i}.json" for i in ids}
        kernels = {}
        for _, plan, _, _, _, facts in self._runs():
            ns = facts.get("kernel", {}).get("medianNs")
            if facts.get("verified") and facts.get("parameters") and ns and ns < kernels.get(plan, (np.inf,))[0]:
                kernels[plan] = ns, {key: facts[key] for key in ("codegen", "parameters")}
        return {i: Plan(path, self.matrix, folder=folder, kernel=kernels.get(i, (0, {}))[1])
                for i, path in paths.items() if path.exists()}

    def _runs(self):
        titles = any(column[1] == "title" for column in self._rows("PRAGMA table_info(plan)"))
        for one in self._rows(
                f"SELECT run.id, plan.id, plan.{'title' if titles else 'planner'}, device.name, run.date, run.json "
                "FROM run JOIN plan ON plan.id = run.plan JOIN device ON device.id = run.device ORDER BY run.id"):
            try:
                yield (*one[:5], json.loads(one[5]))
            except ValueError as error:
                raise InputError(f"{self.path}: run {one[0]}: {error}") from None

    @property
    def runs(self):
        """A row for each measured plan: what was measured and predicted, and the fastest kernel of a library that was
        right, with how many times as long it took."""
        rows = []
        for run, plan, title, device, date, facts in self._runs():
            operator, kernel = facts.get("operator", {}), facts.get("kernel", {})
            rivals = [(b["timing"]["medianNs"], b["name"]) for b in facts.get("baselines", [])
                      if b.get("verified") and b.get("timing", {}).get("medianNs", 0) > 0]
            best, rival = min(rivals, default=(None, None))
            rows.append({"run": run, "plan": plan, "title": title or facts.get("planner"),
                         "planner": facts.get("planner"), "op": operator.get("kind"), "dtype": operator.get("dtype"),
                         "dense": operator.get("dense"), "device": device, "date": date,
                         "medianNs": kernel.get("medianNs"), "lowNs": kernel.get("lowNs"),
                         "highNs": kernel.get("highNs"), "coldNs": facts.get("cold", {}).get("medianNs"),
                         "predictedNs": facts.get("predictedNs"), "verified": facts.get("verified"),
                         "relativeError": facts.get("relativeError"), "rival": rival, "rivalNs": best,
                         "speedup": best / kernel["medianNs"] if best and kernel.get("medianNs") else None})
        return table_of_rows(rows, names=("run", "plan", "title", "medianNs"))

    @property
    def baselines(self):
        """A row for each kernel of a library in each run."""
        rows = []
        for run, plan, _, _, _, facts in self._runs():
            for b in facts.get("baselines", []):
                timing = b.get("timing", {})
                rows.append({"run": run, "plan": plan, "name": b.get("name"), "medianNs": timing.get("medianNs"),
                             "lowNs": timing.get("lowNs"), "highNs": timing.get("highNs"),
                             "preprocessNs": b.get("preprocessNs"), "verified": b.get("verified"),
                             "relativeError": b.get("relativeError"), "problem": b.get("problem")})
        return table_of_rows(rows, names=("run", "plan", "name", "medianNs"))

    def tasks(self, run):
        """A row for each sub-task of a run: tile, part of the dense loop, SM, clocks, ns."""
        rows = self._rows(f"SELECT {', '.join(_TASKS)} FROM run WHERE id = ?", run)
        if not rows:
            raise UsageError(f"{self.path}: there is no run {run}")
        try:
            return table({name[5:]: np.frombuffer(zlib.decompress(blob) if blob else b"", kind).copy()
                          for (name, kind), blob in zip(_TASKS.items(), rows[0])})
        except (ValueError, zlib.error) as error:
            raise InputError(f"{self.path}: sub-tasks of run {run}: {error}") from None

    def save(self, path):
        """Copies the session to this file."""
        shutil.copyfile(self.path, path)
