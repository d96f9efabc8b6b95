#!/usr/bin/env python3
"""Profiles matrices on the GPU and prints a table: our kernel against the baselines, verification, Pearson's r.

    tests/bench/profile_table.py PROGRAMS OUT MATRIX... [-- option of sparsescope-cli profile...]

PROGRAMS is the folder of sparsescope-cli; sessions and OUT/table.json go to OUT.
"""
import json
import os
import subprocess
import sys
import time

DTYPES = ("f16", "f32")
DENSE = (32, 128, 512)


def main(programs, out, *rest):
    split = rest.index("--") if "--" in rest else len(rest)
    matrices, options = rest[:split], list(rest[split + 1:])
    os.makedirs(out, exist_ok=True)
    rows, failures = [], 0
    print("| matrix | dtype | N | kernel us | best baseline us | name | ratio | predicted us | r saturated | r in situ | error | verified |")
    print("|---|---|--:|--:|--:|---|--:|--:|--:|--:|--:|---|", flush=True)
    for matrix in matrices:
        stem = os.path.basename(matrix).split(".")[0]
        for dtype in DTYPES:
            for dense in DENSE:
                session = os.path.join(out, f"{stem}-{dtype}-{dense}.sscope")
                command = [os.path.join(programs, "sparsescope-cli"), "profile", matrix, "--op", "spmm", "--dtype", dtype,
                           "--dense", str(dense), "-o", session, "--json", *options]
                begin = time.time()
                run = subprocess.run(command, capture_output=True, text=True)
                if run.returncode != 0:
                    failures += 1
                    print(f"| {stem} | {dtype} | {dense} | FAILED {run.returncode}: {run.stderr.strip()} |", flush=True)
                if not run.stdout.strip():
                    continue
                p = json.loads(run.stdout)
                name, best = min(p["baselines"].items(), key=lambda item: item[1], default=("none", float("nan")))
                shown = [f"{v:.3f}" if v is not None else "-" for v in (p["pearson"], p["pearsonInSitu"])]
                print(f"| {stem} | {dtype} | {dense} | {p['kernelNs'] / 1e3:.1f} | {best / 1e3:.1f} | {name.split(':')[-1]} "
                      f"| {best / p['kernelNs']:.2f} | {p['predictedNs'] / 1e3:.1f} | {shown[0]} | {shown[1]} "
                      f"| {p['relativeError']:.1e} | {'yes' if p['verified'] else 'NO'} |", flush=True)
                rows.append({"matrix": stem, "dtype": dtype, "dense": dense, "wallSeconds": time.time() - begin, **p})
    with open(os.path.join(out, "table.json"), "w") as file:
        json.dump(rows, file, indent=1)
    for row in rows[:1]:
        print(f"{row['device']}, driver {row['driver']}, CUDA {row['cuda']}; notes: {row['messages']}; problems: {row['problems']}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
