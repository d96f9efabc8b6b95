#!/usr/bin/env python3
"""Relational gather-matmul-scatter on graphs with typed edges and on sparse convolutions, beside what libraries do, each
case in one run on one GPU.

    tests/bench/relations_table.py PROGRAMS OUT.csv [--cases PATTERN] [--processes P] [--seconds S]

PROGRAMS is the folder of sparsescope-cli and sparsescope-gpu. A case is a matrix, a type and an extent of K and L; PATTERN
(a regular expression) picks some, as "graph .* f16 32". P cases are prepared at once, of which one at a time is measured.
The same command goes on with the cases that OUT lacks, for S seconds. At the end ratios are summed up, each against hyb,
tuned: the times of the best baseline, of gather-gemm-scatter and of naive; its memory over two-stage's; what was predicted
over its time.
"""
import argparse
import csv
import json
import math
import os
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed

COLUMNS = ("case matrix rows sliceCols relations nnz dtype inner dense name kind variant measuredNs lowNs highNs verified "
           "relativeError memoryBytes padding predictedNs problem").split()
GRAPHS = {f"{preset}-like": ["typed-graph", "--preset", preset] for preset in ("aifb", "mutag", "bgs", "biokg", "am")}
SURFACES = {f"{kernel}-{voxels}": ["surface", "--kernel", kernel, "--voxels", str(voxels)]
            for kernel in ("submanifold", "down", "up") for voxels in (20000, 100000)}
PLANS = {"hyb": "rgms", "naive": "rgms(naive=true)", "hyb, multiply first": "rgms(multiply-first=true)"}


def all_cases():
    for kind, made, dtype, size in (("graph", GRAPHS, "f16", 32), ("graph", GRAPHS, "f32", 32), ("convolution", SURFACES, "f16", 32),
                                    ("convolution", SURFACES, "f16", 64), ("convolution", SURFACES, "f16", 128),
                                    ("convolution", SURFACES, "f16", 256), ("convolution", SURFACES, "f32", 64)):
        for name, pattern in made.items():
            yield f"{kind} {name} {dtype} {size}", pattern, dtype, size


def facts_of(programs, folder, name, pattern):
    """Makes the matrix."""
    cli = os.path.join(programs, "sparsescope-cli")
    matrix = os.path.join(folder, name + ".npz")
    subprocess.run([cli, "generate-matrix", *pattern, "-o", matrix], check=True, stdout=subprocess.DEVNULL)
    known = json.loads(subprocess.run([cli, "info", matrix, "--json"], check=True, capture_output=True, text=True).stdout)
    relations = len(known["statistics"]["slices"])
    return {"rows": known["rows"], "relations": relations, "sliceCols": known["cols"] // relations, "nnz": known["nnz"]}


def measure(programs, folder, facts, case, dtype, size):
    """Rows of a case."""
    cli = os.path.join(programs, "sparsescope-cli")
    name = case.split()[1]
    matrix = os.path.join(folder, name + ".npz")
    facts[name].result()  # once it is there
    told = subprocess.run([cli, "compare", matrix, "--op", "rgms", "--inner", str(size), "--dense", str(size), "--dtype", dtype,
                           "--planners", ",".join(PLANS.values()), "--run", "--json"], capture_output=True, text=True)
    head = {"case": case, "matrix": name, "dtype": dtype, "inner": size, "dense": size, **facts[name].result()}
    if told.returncode:
        return [{**head, "name": "hyb", "kind": "planner", "problem": told.stderr.strip()[-300:]}]
    names = {planner: name for name, planner in PLANS.items()}
    rows = []
    for row in json.loads(told.stdout)["rows"]:
        rows.append({**head, **row, "name": names.get(row["name"], row["name"]), "padding": row.get("paddingRatio")})
    return rows


def summed_up(rows):
    cases = defaultdict(dict)
    for row in rows:
        if row["measuredNs"] and row["verified"] == "True":
            cases[row["case"]][row["name"]] = row
    groups = defaultdict(list)
    for case, found in cases.items():
        ours = {name: float(found[name]["measuredNs"]) for name in PLANS if name in found}
        theirs = {name: float(row["measuredNs"]) for name, row in found.items() if row["kind"] == "library"}
        if "hyb" not in ours or not theirs:
            continue
        hyb = ours["hyb"]
        kind, _, dtype, size = case.split()
        entry = {"best": min(theirs.values()) / hyb}
        if "gather-gemm-scatter" in theirs:
            entry["gather"] = theirs["gather-gemm-scatter"] / hyb
        if "naive" in ours:
            entry["naive"] = ours["naive"] / hyb
        if "two-stage" in found:
            entry["memory"] = float(found["hyb"]["memoryBytes"]) / float(found["two-stage"]["memoryBytes"])
        entry["predicted"] = float(found["hyb"]["predictedNs"]) / hyb
        print(f"{case:<40} " + "  ".join(f"{name} {ns / 1000:.1f}" for name, ns in (ours | theirs).items()) + "  us; ratios " +
              "  ".join(f"{name} {ratio:.2f}" for name, ratio in entry.items()))
        groups[kind, dtype, size].append(entry)
    for (kind, dtype, size), entries in groups.items():
        text = []
        for name in ("best", "gather", "naive", "memory", "predicted"):
            values = [entry[name] for entry in entries if name in entry]
            if values:
                mean = math.exp(sum(map(math.log, values)) / len(values))
                text.append(f"{name} {mean:.2f} ({min(values):.2f} to {max(values):.2f})")
        print(f"{kind} {dtype} {size}, {len(entries)} matrices: " + ", ".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("--cases", default="", help="a regular expression")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=7 * 86400)
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    rows = []
    if os.path.exists(options.out):
        with open(options.out, newline="") as file:
            rows = list(csv.DictReader(file))
    done = {row["case"] for row in rows}
    order = [case for case, _, _, _ in all_cases()]
    left = [one for one in all_cases() if one[0] not in done and re.search(options.cases, one[0])]
    patterns = {case.split()[1]: pattern for case, pattern, _, _ in left}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.processes) as pool:
        facts = {name: pool.submit(facts_of, options.programs, folder, name, pattern) for name, pattern in patterns.items()}

        def in_time(case, dtype, size):
            return measure(options.programs, folder, facts, case, dtype, size) if time.monotonic() < deadline else []

        for measured in as_completed([pool.submit(in_time, case, dtype, size) for case, _, dtype, size in left]):
            rows += [{name: "" if row.get(name) is None else f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name])
                      for name in COLUMNS} for row in measured.result()]
            part = options.out + ".part"
            with open(part, "w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(sorted(rows, key=lambda row: order.index(row["case"])))
            os.replace(part, options.out)
    summed_up(rows)


if __name__ == "__main__":
    main()
