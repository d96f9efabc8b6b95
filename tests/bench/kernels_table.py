#!/usr/bin/env python3
"""What `fastest` delivers against the best kernel of cuSPARSE, in one run on one GPU: SpMM with N = 32, 128 and 512 and SDDMM
with K = 32 and 128, in float16 and float32, SpMV in float32; cuBLAS beside them.

    tests/bench/kernels_table.py PROGRAMS OUT.csv WHAT... [--ops OP,...] [--processes P] [--gpus G] [--seconds S] [--no-run]

PROGRAMS is the folder of sparsescope-cli and sparsescope-gpu; WHAT is what `sparsescope-cli batch` takes: files, folders,
lists such as tests/bench/giants.txt, patterns in quotes. P processes share the matrices, and each of G GPUs one after another; each
keeps its rows in OUT.csv.N.sqlite, with which the same command goes on. After S seconds all are stopped. At the end OUT.csv
holds all rows, and the ratios (cuSPARSE's time over ours) of matrices with a thousand non-zeros or more are summed up, with
those that are lost.
"""
import argparse
import csv
import glob
import math
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict

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


def measure(share, table, gpu, options, deadline):
    """All cases of some matrices, one operator after another, until the deadline."""
    listed = table + ".txt"
    with open(listed, "w") as file:
        file.writelines(f"{os.path.abspath(one) if os.path.exists(one) else one}\n" for one in share)
    for op in options.ops:
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
        if row["nnz"] is None or row["nnz"] < LEAST or not row["measuredNs"] or row["verified"] != 1:
            continue
        case = row["op"], row["dtype"], row["dense"], row["matrix"]
        if row["kind"] == "planner":
            ours[case] = row["measuredNs"]
        else:
            library = row["name"].split(":")[0]
            theirs[case][library] = min(theirs[case].get(library, math.inf), row["measuredNs"])
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
    threads = [threading.Thread(target=measure, args=(every[i::options.processes], f"{options.out}.{i}.sqlite", i % options.gpus, options,
                                                       deadline))
               for i in range(min(options.processes, len(every)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One row for each case and kernel, whichever table has it.
    kept = {row["key"]: row for row in rows_of(sorted(glob.glob(glob.escape(options.out) + ".*.sqlite")))}
    rows = sorted(kept.values(), key=lambda row: (row["op"], row["dtype"], row["dense"], row["matrix"], row["kind"] != "planner",
                                                  row["name"]))
    with open(options.out + ".part", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(options.out + ".part", options.out)
    summed_up(rows)


if __name__ == "__main__":
    main()
