#!/usr/bin/env python3
"""Relational gather-matmul-scatter on graphs with typed edges and on sparse convolutions, beside what libraries do, each
case in one run on one GPU.

    tests/bench/relations_table.py PROGRAMS OUT.csv [--cases PATTERN] [--seconds S]

PROGRAMS is the folder of sparsescope-cli and sparsescope-gpu. A case is a matrix, a type and an extent of K and L; PATTERN
(a regular expression) picks some, as "graph .* f16 32". The same command goes on with the cases that OUT lacks, for S
seconds. At the end the ratios are summed up: the best baseline's time over ours, and memory beside two-stage's.
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

COLUMNS = ("case matrix rows sliceCols relations nnz dtype inner dense name kind variant measuredNs lowNs highNs verified "
           "relativeError memoryBytes padding predictedNs problem").split()
GRAPHS = {f"{preset}-like": ["typed-graph", "--preset", preset] for preset in ("aifb", "mutag", "bgs", "biokg", "am")}
SURFACES = {f"{kernel}-{voxels}": ["surface", "--kernel", kernel, "--voxels", str(voxels)]
            for kernel in ("submanifold", "down", "up") for voxels in (20000, 100000)}
PLANS = {"hyb": "rgms", "naive": "rgms(naive=true)", "hyb, multiply first": "rgms(multiply-first=true)"}


def all_cases():
    for kind, made, sizes in (("graph", GRAPHS, (32,)), ("convolution", SURFACES, (32, 64, 128, 256))):
        for size in sizes:
            for dtype in ("f16", "f32"):
                for name, pattern in made.items():
                    yield f"{kind} {name} {dtype} {size}", pattern, dtype, size


def measure(programs, folder, case, pattern, dtype, size):
    """Rows of a case; ours in float32 multiply first too, but are no tf32."""
    cli = os.path.join(programs, "sparsescope-cli")
    matrix = os.path.join(folder, case.split()[1] + ".npz")
    facts = os.path.join(folder, case.split()[1] + ".json")
    if not os.path.exists(matrix):
        subprocess.run([cli, "generate-matrix", *pattern, "-o", matrix], check=True, stdout=subprocess.DEVNULL)
        told = subprocess.run([cli, "info", matrix, "--json"], check=True, capture_output=True, text=True)
        with open(facts, "w") as file:
            file.write(told.stdout)
    told = subprocess.run([cli, "compare", matrix, "--op", "rgms", "--inner", str(size), "--dense", str(size), "--dtype", dtype,
                           "--planners", ",".join(PLANS.values()), "--run", "--json"], capture_output=True, text=True)
    head = {"case": case, "matrix": case.split()[1], "dtype": dtype, "inner": size, "dense": size}
    if told.returncode:
        return [{**head, "name": "hyb", "kind": "planner", "problem": told.stderr.strip()[-300:]}]
    with open(facts) as file:
        known = json.load(file)
    relations = len(known["statistics"]["slices"])
    head.update({"rows": known["rows"], "relations": relations, "sliceCols": known["cols"] // relations, "nnz": known["nnz"]})
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
        ours = [float(found[name]["measuredNs"]) for name in PLANS if name in found]
        theirs = {name: float(row["measuredNs"]) for name, row in found.items() if row["kind"] == "library"}
        if not ours or not theirs:
            continue
        hyb = min(float(found[name]["measuredNs"]) for name in PLANS if name in found and name != "naive")
        kind, matrix, dtype, size = case.split()
        entry = {"best": min(theirs.values()) / min(ours)}
        if "gather-gemm-scatter" in theirs:
            entry["gather"] = theirs["gather-gemm-scatter"] / min(ours)
        if "naive" in found:
            entry["naive"] = float(found["naive"]["measuredNs"]) / hyb
        if "two-stage" in found and "hyb" in found:
            entry["memory"] = float(found["hyb"]["memoryBytes"]) / float(found["two-stage"]["memoryBytes"])
        print(f"{case:<40} ours {min(ours) / 1000:8.1f} us  " + "  ".join(f"{name} {ns / 1000:.1f}" for name, ns in theirs.items()) +
              "  " + "  ".join(f"{name} {ratio:.2f}" for name, ratio in entry.items()))
        groups[kind, dtype, size].append(entry)
    for (kind, dtype, size), entries in groups.items():
        text = []
        for name in ("best", "gather", "naive", "memory"):
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
    parser.add_argument("--seconds", type=float, default=7 * 86400)
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    rows = []
    if os.path.exists(options.out):
        with open(options.out, newline="") as file:
            rows = list(csv.DictReader(file))
    done = {row["case"] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        for case, pattern, dtype, size in all_cases():
            if case in done or not re.search(options.cases, case) or time.monotonic() > deadline:
                continue
            for row in measure(options.programs, folder, case, pattern, dtype, size):
                rows.append({name: "" if row.get(name) is None else f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name])
                             for name in COLUMNS})
            part = options.out + ".part"
            with open(part, "w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
            os.replace(part, options.out)
    summed_up(rows)


if __name__ == "__main__":
    main()
