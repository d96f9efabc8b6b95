#!/usr/bin/env python3
"""STile section 5.6 over many recorded runs: predicted against saturated time of sub-tasks, by operator, data type and
format, with the worst of them.

    tests/bench/subtasks.py PROGRAMS SESSION...     reads what `sparsescope-cli export` writes of each session
"""
import collections
import csv
import json
import math
import os
import subprocess
import sys
import tempfile


def pearson(x, y):
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    sxx, syy = sum((a - mx) ** 2 for a in x), sum((b - my) ** 2 for b in y)
    return sxy / math.sqrt(sxx * syy) if sxx > 0 and syy > 0 else float("nan")


def sub_tasks(programs, session):
    """(operator, data type, format, shape, predicted ns, saturated ns) of each tile that was measured saturated."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.join(programs, "sparsescope-cli"), "export", session, "-o", folder], check=True, capture_output=True)
        for name in sorted(os.listdir(folder)):
            if not name.endswith("-tasks.csv"):
                continue
            with open(os.path.join(folder, name.replace("-tasks.csv", ".json"))) as file:
                op = json.load(file)["operator"]
            seen = set()
            with open(os.path.join(folder, name), newline="") as file:
                for row in csv.DictReader(file):
                    if row["saturated_ns"] and row["tile"] not in seen:
                        seen.add(row["tile"])
                        shape = row["format"] + (", atomic" if row["atomic"] == "1" else "")
                        yield op["kind"], op["dtype"], row["format"].split()[0], shape, float(row["predicted_ns"]), float(row["saturated_ns"])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    groups = collections.defaultdict(list)
    for session in sys.argv[2:]:
        for op, dtype, family, shape, predicted, measured in sub_tasks(sys.argv[1], session):
            groups[op, dtype, family].append((predicted, measured, shape, os.path.basename(session)))
    print("| operator | type | format | sub-tasks | Pearson's r | median error | 90th percentile | worst |\n|---|---|---|--:|--:|--:|--:|---|")
    total = 0
    for key, rows in sorted(groups.items()):
        errors = sorted((abs(p - m) / m, p, m, shape, session) for p, m, shape, session in rows)
        worst = errors[-1]
        r = pearson([p for p, *_ in rows], [m for _, m, *_ in rows])
        total += len(rows)
        print(f"| {' | '.join(key)} | {len(rows)} | {r:.4f} | {100 * errors[len(errors) // 2][0]:.1f} % | {100 * errors[len(errors) * 9 // 10][0]:.1f} % | "
              f"{worst[3]} of {worst[4]}: {worst[1]:.0f} ns predicted, {worst[2]:.0f} ns measured |")
    print(f"{total} sub-tasks")


if __name__ == "__main__":
    main()
