#!/usr/bin/env python3
"""Profiles matrices on the GPU and prints a table: the plan's kernel against the fastest of cuSPARSE, warm and cold, and
cuBLAS, the share of the limits that it reaches, verification, and how well the cost model predicted the default kernel.

    tests/bench/profile_table.py PROGRAMS OUT MATRIX... [--ops spmm,sddmm] [--dtypes f16,f32] [--dense 32,128,512]
                                 [-- option of sparsescope-cli profile...]

PROGRAMS is the folder of sparsescope-cli; OUT gets table.json and table.csv, and with --sessions the sessions.
"""
import argparse
import csv
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

COLUMNS = ("matrix op dtype dense kernel_us cold_us best best_us ratio best_cold_us ratio_cold dense_us predicted_us default_us "
           "prediction_error r_saturated error_saturated r_in_situ limit limit_share error verified plan other_us chosen").split()


def row_of(stem, op, dtype, dense, p):
    sparse = {k: v for k, v in p["baselines"].items() if k.startswith("cusparse:")}
    name, best = min(sparse.items(), key=lambda item: item[1], default=("none", float("nan")))
    cold = min((v for k, v in p["baselinesCold"].items() if k.startswith("cusparse:")), default=float("nan"))
    other = p.get("plainCsrNs", p.get("searchedNs"))
    chosen = [v["parameters"] for v in p["variants"] if v["chosen"]]
    # What binds with a warm cache: bytes count only when the cache is cold.
    limits = {k: v for k, v in p["limits"].items() if k in ("gather by 16 rows", "arithmetic")}
    limit, least = max(limits.items(), key=lambda item: item[1], default=("-", float("nan")))
    kernel = p["kernelNs"]
    return dict(zip(COLUMNS, (
        stem, op, dtype, dense, kernel / 1e3, p["coldNs"] / 1e3, name.split(":")[-1], best / 1e3, best / kernel, cold / 1e3,
        cold / p["coldNs"], p["baselines"].get("cublas:dense", float("nan")) / 1e3, p["predictedNs"] / 1e3, p["untunedNs"] / 1e3,
        abs(p["predictedNs"] / p["untunedNs"] - 1), p["pearson"], p["saturatedMedianError"], p["pearsonInSitu"], limit, least / kernel,
        p["relativeError"], p["verified"], "plain CSR" if "searchedNs" in p else "searched", other / 1e3 if other else float("nan"),
        "; ".join(chosen))))


def shown(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def write_table(folder, rows, raw):
    with open(os.path.join(folder, "table.json"), "w") as file:
        json.dump(raw, file)
    with open(os.path.join(folder, "table.csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows({c: shown(v) for c, v in row.items()} for row in rows)


def geometric_mean(values):
    values = [v for v in values if v and not math.isnan(v)]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("matrices", nargs="+")
    parser.add_argument("--ops", default="spmm,sddmm")
    parser.add_argument("--dtypes", default="f16,f32")
    parser.add_argument("--dense", default="32,128,512")
    parser.add_argument("--sessions", action="store_true")
    mine = sys.argv[1:]
    options = []
    if "--" in mine:
        options = mine[mine.index("--") + 1:]
        mine = mine[:mine.index("--")]
    a = parser.parse_args(mine)
    os.makedirs(a.out, exist_ok=True)
    rows, raw, failures = [], [], 0
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS), flush=True)
    for matrix, op, dtype, dense in itertools.product(a.matrices, a.ops.split(","), a.dtypes.split(","), a.dense.split(",")):
        stem = re.sub(r"\.(mtx|smtx|npz)(\.gz)?$", "", os.path.basename(matrix))
        session = os.path.join(a.out if a.sessions else tempfile.gettempdir(), f"{stem}-{op}-{dtype}-{dense}.sscope")
        begin = time.time()
        run = subprocess.run([os.path.join(a.programs, "sparsescope-cli"), "profile", matrix, "--op", op, "--dtype", dtype, "--dense",
                              dense, "-o", session, "--json", *options], capture_output=True, text=True)
        if run.returncode != 0:
            failures += 1
            print(f"| {stem} | {op} | {dtype} | {dense} | FAILED {run.returncode}: {run.stderr.strip()} |", flush=True)
        if not a.sessions and os.path.exists(session):
            os.remove(session)
        if not run.stdout.strip():
            continue
        p = json.loads(run.stdout)
        rows.append(row_of(stem, op, dtype, dense, p))
        raw.append({"matrix": stem, "op": op, "dtype": dtype, "dense": dense, "wallSeconds": time.time() - begin, **p})
        print("| " + " | ".join(shown(rows[-1][c]) for c in COLUMNS) + " |", flush=True)
        write_table(a.out, rows, raw)  # after every case, so that a run which is cut off leaves what it had
    for op, dtype in itertools.product(a.ops.split(","), a.dtypes.split(",")):
        of = [r for r in rows if r["op"] == op and r["dtype"] == dtype]
        if of:
            errors = sorted(r["prediction_error"] for r in of)
            print(f"{op} {dtype}: {len(of)} cases, geometric mean of ratios {geometric_mean(r['ratio'] for r in of):.3f}, "
                  f"cold {geometric_mean(r['ratio_cold'] for r in of):.3f}; {sum(r['ratio'] < 1 for r in of)} lost; "
                  f"median error of the prediction {100 * errors[len(errors) // 2]:.0f} %; {sum(not r['verified'] for r in of)} not verified")
    counted = [(k["bytes"] / k["predictedBytes"], k["flops"] / k["predictedFlops"]) for p in raw for k in p["kinds"] if k["bytes"] > 0]
    if counted:
        error = [sorted(abs(c[i] - 1) for c in counted)[len(counted) // 2] for i in (0, 1)]
        print(f"counted against predicted over {len(counted)} kinds of tile: median error of bytes {100 * error[0]:.1f} %, of FLOPs {100 * error[1]:.1f} %")
    for p in raw[:1]:
        print(f"{p['device']}, driver {p['driver']}, CUDA {p['cuda']}; notes: {p['messages']}; problems: {p['problems']}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
