#!/usr/bin/env python3
"""What `fastest` delivers against the best kernel of cuSPARSE, each case in one run on one GPU: SpMM with N = 32, 128 and 512 and SDDMM
with K = 32 and 128, in float16 and float32, SpMV in float32; cuBLAS beside them.

    tests/bench/kernels_table.py PROGRAMS OUT.csv[.gz] WHAT... [--ops OP,...] [--processes P] [--gpus G] [--seconds S] [--no-run]

PROGRAMS is the folder of sparsescope-cli and sparsescope-gpu; WHAT is what `sparsescope-cli batch` takes: files, folders,
lists such as tests/bench/giants.txt, patterns in quotes. P processes share the matrices, and each of G GPUs one after
another; each keeps its rows in OUT.N.sqlite. The same command goes on with these, and with what OUT holds of a matrix and
an operator as a whole. After S seconds all are stopped. At the end OUT holds all rows, and the ratios (cuSPARSE's time
over ours) of matrices with a thousand non-zeros or more are summed up, with those that are lost.
"""
import argparse
import csv
import glob
import gzip
import math
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict

COLUMNS = ("matrix rows cols nnz longestRow op dtype dense name kind calibration repeats tune predictedNs measuredNs lowNs highNs "
           "verified relativeError densePart bytes stored padding tiles formats variant device driver note problem").split()
CASES = {"spmm": ["--dtypes", "f32,f16", "--dense", "32,128,512"], "sddmm": ["--dtypes", "f32,f16", "--dense", "32,128"],
         "spmv": ["--dtypes", "f32"]}
LEAST = 1000  # non-zeros
LOST = 0.97


def matrices(what):
    """Every file of a folder, every line of a list, whatever else as it is."""
    for one in what:
        if os.path.isdir(one):
            yield from sorted(os.path.join(one, name) for name in os.listdir(one)
                              if name.endswith((".mtx", ".mtx.gz", ".smtx", ".smtx.gz", ".npz")))
        elif one.endswith(".txt"):
            folder = os.path.dirname(one)
            for line in open(one):
                line = line.strip()
                if line and not line.startswith("#"):
                    file = os.path.join(folder, line)
                    yield file if os.path.exists(file) else line
        else:
            yield one


def opened(path, mode):
    return gzip.open(path, mode + "t", newline="") if path.endswith(".gz") else open(path, mode, newline="")


def held(rows):
    """Matrices, as rows call them, and operators of which no case is missing."""
    cases = Counter((row["matrix"], row["op"]) for row in rows if row["kind"] == "planner" and (row["measuredNs"] or row["problem"]))
    every = {op: len(options[1].split(",")) * (len(options[3].split(",")) if len(options) > 3 else 1)
             for op, options in CASES.items()}
    return {case for case, count in cases.items() if count >= every[case[1]]}


def measure(share, table, gpu, options, done, deadline):
    """All cases of some matrices, one operator after another, until the deadline."""
    listed = table + ".txt"
    for op in options.ops:
        # A pattern is called by all of its parameters, those that were not given behind those that were.
        left = [one for one in share
                if not any(op == of and (name in (one, os.path.basename(one)) or name.startswith(one + " ")) for name, of in done)]
        if not left:
            continue
        with open(listed, "w") as file:
            file.writelines(f"{os.path.abspath(one) if os.path.exists(one) else one}\n" for one in left)
        command = [f"{options.programs}/sparsescope-cli", "batch", listed, "--op", op, *CASES[op], "--planners", "fastest",
                   "-o", table] + ([] if options.no_run else ["--run"])
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "CUDA_VISIBLE_DEVICES": str(gpu)})
        try:
            _, told = process.communicate(timeout=max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # what it has is kept
            process.communicate()
            break
        if process.returncode:
            print(f"{op}: {told.strip()}", file=sys.stderr)
    if os.path.exists(listed):
        os.remove(listed)


def rows_of(tables):
    for table in tables:
        with sqlite3.connect(f"file:{table}?mode=ro", uri=True) as database:
            database.row_factory = sqlite3.Row
            yield from (dict(row) for row in database.execute("SELECT * FROM batch"))


def summed_up(rows):
    """Prints a line for each operator, type and extent, and what is lost."""
    ours, theirs = {}, defaultdict(dict)
    for row in rows:
        if int(row["nnz"] or 0) < LEAST or not row["measuredNs"] or str(row["verified"]) != "1":
            continue
        case = row["op"], row["dtype"], int(row["dense"] or 0), row["matrix"]
        ns = float(row["measuredNs"])
        if row["kind"] == "planner":
            ours[case] = ns
        else:
            library = row["name"].split(":")[0]
            theirs[case][library] = min(theirs[case].get(library, math.inf), ns)
    ratios = defaultdict(list)
    for case, ns in ours.items():
        if "cusparse" in theirs[case]:
            ratios[case[:3]].append((theirs[case]["cusparse"] / ns, min(theirs[case].values()) / ns, case[3]))
    for (op, dtype, dense), found in sorted(ratios.items()):
        mean = math.exp(sum(math.log(ratio) for ratio, _, _ in found) / len(found))
        lost = sorted((best, matrix) for _, best, matrix in found if best < LOST)
        print(f"{op} {dtype} {dense}: {mean:.3f} over {len(found)} matrices; below {LOST} of cuSPARSE and cuBLAS: {len(lost)}")
        for best, matrix in lost:
            print(f"    {best:.3f} {matrix}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("what", nargs="+")
    parser.add_argument("--ops", type=lambda text: text.split(","), default=list(CASES))
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=7 * 86400)
    parser.add_argument("--no-run", action="store_true", help="predictions alone, where there is no GPU")
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    every = list(matrices(options.what))
    before = []
    if os.path.exists(options.out):
        with opened(options.out, "r") as file:
            before = list(csv.DictReader(file))
    done = held(before)
    threads = [threading.Thread(target=measure, args=(every[i::options.processes], f"{options.out}.{i}.sqlite",
                                                      i % options.gpus, options, done, deadline))
               for i in range(min(options.processes, len(every)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One row for each case and kernel, a measured one before all others.
    columns = ("op", "dtype", "dense", "matrix", "kind", "name")
    kept = {}
    for row in before + list(rows_of(sorted(glob.glob(glob.escape(options.out) + ".*.sqlite")))):
        case = tuple(str(row[c]) for c in columns)
        if case not in kept or row["measuredNs"]:
            kept[case] = row
    rows = sorted(kept.values(), key=lambda row: (row["op"], row["dtype"], int(row["dense"] or 0), row["matrix"], row["kind"] != "planner",
                                                  row["name"]))
    part = options.out.removesuffix(".gz") + ".part" + (".gz" if options.out.endswith(".gz") else "")
    with opened(part, "w") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: f"{value:.6g}" if isinstance(value, float) else value for name, value in row.items()}
                         for row in rows)
    os.replace(part, options.out)
    summed_up(rows)


if __name__ == "__main__":
    main()
