#!/usr/bin/env python3
"""STile's claims anew: its ready sweeps (tables 6 and 7, figure 13) on a GPU, beside what the paper reports, as one table;
figure 13 over the family of patterns that figure 12 may mean.

    tests/bench/claims_table.py PROGRAMS OUT.csv [MATRIX...] [-- option of sparsescope-cli sweep...]

PROGRAMS is the folder of sparsescope-cli. What OUT.csv holds already is not measured again. Without a GPU give
`-- --no-run`: predictions alone.
"""
import csv
import itertools
import json
import os
import subprocess
import sys
import tempfile

COLUMNS = ("matrix rows nnz op dtype sweep value predicted_us measured_us search_s levels tiles padding redundant atomic "
           "predicted_over_default measured_over_default search_over_default paper_latency paper_search problem").split()

# Side of blocks, spacing, blocks beside the diagonal, length of runs, share of runs, share of runs down.
FAMILY = [(32, 4, 1, 32, 0.3, 0), (32, 1, 1, 32, 0.3, 0), (64, 1, 1, 32, 0.3, 0), (64, 1, 1, 4, 0.3, 0), (64, 1, 1, 1, 0.1, 0),
          (64, 1, 1, 1, 0.2, 0), (64, 1, 1, 1, 0.3, 0), (64, 1, 1, 1, 0.45, 0), (64, 1, 2, 1, 0.3, 0), (128, 1, 1, 1, 0.3, 0),
          (16, 1, 4, 1, 0.3, 0), (64, 2, 1, 1, 0.3, 0), (64, 4, 1, 1, 0.3, 0), (64, 1, 1, 4, 0.3, 0.5), (64, 1, 1, 4, 0.3, 1)]


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True)


class Table:
    def __init__(self, path):
        self.path = path
        self.rows = list(csv.DictReader(open(path, newline=""))) if os.path.exists(path) else []

    def has(self, **case):
        return any(all(row[k] == str(v) for k, v in case.items()) for row in self.rows)

    def add(self, rows):
        self.rows += rows
        with open(self.path + ".part", "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        os.replace(self.path + ".part", self.path)


def shown(value):
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def sweep(cli, table, name, file, facts, op, dtype, ready, options):
    case = dict(matrix=name, op=op, dtype=dtype, sweep=ready)
    if table.has(**case):
        return
    done = run(cli, "sweep", file, "--op", op, "--dtype", dtype, "--ready", ready, "--json", *options)
    if done.returncode != 0:
        print(f"{name} {op} {dtype} {ready}: {done.stderr.strip()}", file=sys.stderr)
        return
    rows = []
    for point in json.loads(done.stdout)["points"]:
        over = point.get("overDefault", {})
        ns, measured = point.get("predictedNs"), point.get("measuredNs")
        values = (name, facts["rows"], facts["nnz"], op, dtype, ready, next(iter(point["values"].values())),
                  ns and ns / 1e3, measured and measured / 1e3, point.get("searchSeconds"), point.get("levels"), point.get("tiles"),
                  point.get("paddingRatio"), point.get("redundantRatio"), point.get("atomicShare"), over.get("predicted"),
                  over.get("measured"), over.get("searchTime"), over.get("paperLatency"), over.get("paperSearchTime"),
                  point.get("problem", ""))
        rows.append({c: shown(v) for c, v in zip(COLUMNS, values)})
    table.add(rows)
    text = ", ".join(f"{r['value']} {r['predicted_over_default']} ({r['measured_over_default'] or '-'}; paper "
                     f"{r['paper_latency'] or '-'})" for r in rows)
    print(f"{name} {op} {dtype} {ready}: predicted (measured; paper) {text}", flush=True)


def main():
    arguments, options = sys.argv[1:], ["--run"]
    if "--" in arguments:
        options += arguments[arguments.index("--") + 1:]
        arguments = arguments[:arguments.index("--")]
    if "--no-run" in options:
        options = [o for o in options if o not in ("--run", "--no-run")]
    cli, table = os.path.join(arguments[0], "sparsescope-cli"), Table(arguments[1])
    with tempfile.TemporaryDirectory() as folder:
        def facts(file):
            return json.loads(run(cli, "info", file, "--json").stdout)

        for block, spacing, beside, length, share, down in FAMILY:
            parameters = ["--rows", "32768", "--block", block, "--spacing", spacing, "--beside", beside, "--run", length, "--runs",
                          share, "--down", down]
            name = "crossing " + " ".join(str(p).removeprefix("--") for p in parameters)
            if all(table.has(matrix=name, dtype=dtype, sweep="multi-level") for dtype in ("f16", "f32")):
                continue
            file = os.path.join(folder, "crossing.mtx")
            run(cli, "generate-matrix", "crossing", *map(str, parameters), "-o", file)
            for dtype in ("f16", "f32"):
                sweep(cli, table, name, file, facts(file), "spmm", dtype, "multi-level", options)
        files = []
        for pattern in ("logsparse", "strided"):
            files.append(os.path.join(folder, pattern + ".mtx"))
            run(cli, "generate-matrix", pattern, "-o", files[-1])
        for file in files + arguments[2:]:
            name = os.path.basename(file).split(".")[0]
            for op, ready in itertools.chain(itertools.product(("spmm", "sddmm"), ("levels", "formats")),
                                             (("spmm", "withdrawal"), ("spmm", "local-search"))):
                sweep(cli, table, name, file, facts(file), op, "f16", ready, options)


main()
