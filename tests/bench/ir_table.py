#!/usr/bin/env python3
"""Kernels printed from programs against the hand-written templates, on a GPU, both in one run: SpMM in CSR, ELL,
hyb(1,k), BSR and SR-BCRS, these also in the blocks of tensor cores, and SDDMM in CSR.

    tests/bench/ir_table.py PROGRAMS OUT.csv MATRIX...

PROGRAMS is the folder of sparsescope-cli and sparsescope-gpu; a MATRIX is a file, or a pattern in quotes ("crossing
--rows 16384"). What OUT.csv holds already is not measured again; the ratios (template / printed) are summed up at the end.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

COLUMNS = "matrix rows nnz op dtype dense format template_us ir_us ratio verified problem".split()
FORMATS = {"csr": ["--planner", "fixed:csr"], "ell": ["--planner", "fixed:ell"],
           "hyb(1,k)": ["--planner", "hyb", "--column-parts", "1"], "bsr": ["--planner", "fixed:bsr"],
           "srbcrs": ["--planner", "fixed:srbcrs"],
           "bsr 16x16": ["--planner", "fixed:bsr", "--height", "16", "--width", "16"],
           "srbcrs 16,16": ["--planner", "fixed:srbcrs", "--t", "16", "--q", "16"]}
CASES = [("spmm", dtype, dense, name) for dense in (32, 128) for dtype in ("f32", "f16") for name in FORMATS
         if dtype == "f16" or "16" not in name]  # tensor cores multiply 16 bits
CASES += [("sddmm", dtype, dense, "csr") for dense in (32, 128) for dtype in ("f32", "f16")]


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


def measured(programs, matrix, case, folder):
    op, dtype, dense, name = case
    plan = os.path.join(folder, "plan.json")
    made = run(f"{programs}/sparsescope-cli", "plan", matrix, "--op", op, "--dtype", dtype, "--dense", str(dense),
               *FORMATS[name], "-o", plan)
    if made.returncode:
        return {"problem": made.stderr.strip()}
    times = {}
    for codegen in ("template", "ir"):
        session, files = os.path.join(folder, "run.sscope"), os.path.join(folder, "files")
        ran = run(f"{programs}/sparsescope-gpu", "profile", "--matrix", matrix, "--plan", plan, "-o", session, "--brief",
                  "--no-tune", "--codegen", codegen)
        if ran.returncode:
            return {"problem": ran.stderr.strip()}
        run(f"{programs}/sparsescope-cli", "export", session, "-o", files)
        timing = next(csv.DictReader(open(os.path.join(files, "run-1-timings.csv"), newline="")))
        times[codegen] = float(timing["median_ns"])
        if timing["verified"] != "true":
            return {"verified": False, "problem": f"the {codegen} kernel is wrong"}
    return {"template_us": round(times["template"] / 1000, 3), "ir_us": round(times["ir"] / 1000, 3),
            "ratio": round(times["template"] / times["ir"], 4), "verified": True}


def main():
    programs, out, matrices = sys.argv[1], sys.argv[2], sys.argv[3:]
    rows = list(csv.DictReader(open(out, newline=""))) if os.path.exists(out) else []
    done = {(r["matrix"], r["op"], r["dtype"], r["dense"], r["format"]) for r in rows}
    with tempfile.TemporaryDirectory() as folder:
        for given in matrices:
            name, matrix = os.path.basename(given), given
            if not os.path.exists(given):
                matrix = os.path.join(folder, "made.mtx")
                made = run(f"{programs}/sparsescope-cli", "generate-matrix", *given.split(), "-o", matrix)
                if made.returncode:
                    sys.exit(made.stderr)
            info = json.loads(run(f"{programs}/sparsescope-cli", "info", matrix, "--json").stdout)
            for case in CASES:
                op, dtype, dense, form = case
                if (name, op, dtype, str(dense), form) in done:
                    continue
                row = dict(matrix=name, rows=info["rows"], nnz=info["nnz"], op=op, dtype=dtype, dense=dense, format=form)
                row.update(measured(programs, matrix, case, folder))
                rows.append(row)
                print(*(row.get(k, "") for k in COLUMNS), flush=True)
                with open(out, "w", newline="") as file:
                    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                    writer.writeheader()
                    writer.writerows(rows)
    ratios = {}
    for r in rows:
        if r.get("ratio"):
            ratios.setdefault((r["op"], r["dtype"], str(r["dense"]), r["format"]), []).append(float(r["ratio"]))
    for case, some in sorted(ratios.items()):
        print(*case, f"geometric mean {math.exp(sum(map(math.log, some)) / len(some)):.3f}, least {min(some):.3f}, "
              f"{len(some)} matrices")
    every = [r for some in ratios.values() for r in some]
    if every:
        print(f"all: geometric mean {math.exp(sum(map(math.log, every)) / len(every)):.3f}, least {min(every):.3f}")


main()
