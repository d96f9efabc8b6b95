#!/usr/bin/env python3
"""Dynamic plans on a GPU as one table: masks of every source and uniform ones, against their rivals and the oracle.

    tests/bench/masks_table.py PROGRAMS OUT.csv [CASE...]

PROGRAMS is the folder of sparsescope-cli. What OUT.csv holds already is not measured again. A row a competitor of a case:
"sparsescope" is the dynamic plan; times are medians of the masks, ratios geometric means over them. Uniform masks need
numpy.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

COLUMNS = ("case device op dtype dense masks competitor pairing total_us host_us cold_us replay_us index_us kernel_us "
           "zero_us convert_us select_us conversion_us gb ratio faster_on predicted_error pearson oracle_mean oracle_worst "
           "oracle_worst_mask spread error wrong problem").split()

MOE = "moe --tokens 4096 --hidden 768 --masks 2"


def cases():
    """Name, masks (a generator's words, or places that are there and the side), what profile is asked for."""
    few = "--repeats 10 --no-counters"
    for dtype in ("f16", "f32"):
        for percent in (50, 90, 95, 99):
            yield f"uniform {percent} {dtype}", (1 - percent / 100, 4096), f"--dense 4096 --dtype {dtype} {few}"
    own = f"--oracle --baseline cublas:dense,block {few}"
    yield "ragged", "ragged --sequences 32 --length 256 --hidden 1024 --masks 32", f"--dense 1024 {own}"
    yield "moe", "moe --tokens 2048 --hidden 512 --experts 16 --masks 32", f"--dense 1024 {own}"
    for pattern in ("longformer", "bigbird", "topk", "museformer"):
        yield f"attention {pattern}", f"attention --pattern {pattern} --tokens 2048 --masks 32", f"--dense 128 {own}"
    yield "attention sampled", "attention --tokens 2048 --masks 32", f"--op sddmm --dense 64 {own}"
    relu = "relu --rows 2048 --cols 2048 --group 32 --hot 0.1 --density 0.02 --masks 32"
    pruning = "pruning --rows 2048 --cols 2048 --block 32x1 --end 0.02 --masks 32"
    yield "relu", relu, f"--dense 2048 {own}"
    yield "pruning", pruning, f"--dense 2048 {own}"
    for every in (1, 4, 8):
        yield f"pruning anew {every}", pruning, f"--dense 2048 --reselect {every} --baseline cublas:dense {few}"
    yield "relu ordered", relu, f"--dense 2048 --index ordered --baseline cublas:dense {few}"
    for skew in (0, 1):
        for experts in (8, 32, 128, 256):
            yield f"experts {experts} z {skew}", f"{MOE} --experts {experts} --zipf {skew}", f"--dense 3072 {few}"
    yield "ragged long", "ragged --sequences 32 --length 512 --hidden 1024 --masks 2", f"--dense 4096 {few}"


def uniform(density, side, path):
    import numpy
    granules = numpy.random.default_rng(1).random((2, side // 32, side)) < density
    numpy.savez_compressed(path, shape=numpy.array([side, side], numpy.int64),
                           granularity=numpy.array([32, 1], numpy.int64), masks=granules, layout=numpy.array("either"))


def median(values):
    return sorted(values)[len(values) // 2] if values else 0


def geometric(values):
    import math
    good = [v for v in values if v and v > 0]
    return math.exp(sum(map(math.log, good)) / len(good)) if good else None


def shown(value):
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def rows_of(name, run):
    masks, plan = run["masks"], run["plan"]
    own = dict(case=name, device=run["conditions"]["device"], op=plan["operator"]["kind"],
               masks=len(masks["totalNs"]))
    rule = plan["rule"]
    pairing = rule.get("pairing")
    best = [t / b for t, b in zip(masks["totalNs"], masks["bestNs"]) if b > 0]
    microseconds = {f"{part}_us": median(masks[f"{part}Ns"]) / 1000
                    for part in "total host cold replay index kernel zero convert select".split()}
    yield dict(own, competitor="sparsescope", pairing=json.dumps(pairing) if pairing else "dense", ratio=1.0,
               **microseconds, gb=max(masks["peakBytes"]) / 1e9, spread=max(masks["spread"]), error=max(masks["error"]),
               wrong=run["wrong"], predicted_error=run["agreement"]["medianError"], pearson=run["agreement"]["pearson"],
               oracle_mean=geometric(best), oracle_worst=max(best, default=None),
               oracle_worst_mask=best.index(max(best)) if best else None)
    for rival in run["rivals"]:
        columns = rival["masks"]
        ours = masks["hostNs" if rival["waits"] else "totalNs"]
        ratios = [theirs / mine for theirs, mine in zip(columns.get("totalNs", []), ours)]
        yield dict(own, competitor=rival["name"], problem=rival["problem"], ratio=geometric(ratios),
                   faster_on=sum(r < 1 for r in ratios), total_us=median(columns.get("totalNs", [])) / 1000,
                   kernel_us=median(columns.get("kernelNs", [])) / 1000,
                   conversion_us=median(columns.get("conversionNs", [])) / 1000,
                   gb=max(columns.get("peakBytes", [0]), default=0) / 1e9,
                   error=max(columns.get("error", [0]), default=0))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    cli, out, wanted = os.path.join(sys.argv[1], "sparsescope-cli"), sys.argv[2], sys.argv[3:]
    rows = list(csv.DictReader(open(out, newline=""))) if os.path.exists(out) else []
    done = {row["case"] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        file, session = os.path.join(folder, "m.npz"), os.path.join(folder, "run.sscope")
        for name, masks, options in cases():
            if name in done or (wanted and not any(name.startswith(w) for w in wanted)):
                continue
            if isinstance(masks, tuple):
                uniform(*masks, file)
            else:
                subprocess.run([cli, "generate-masks", *masks.split(), "-o", file], check=True, capture_output=True)
            asked = options.split()
            ran = subprocess.run([cli, "profile", file, *asked, "--json", "-o", session], capture_output=True, text=True)
            if ran.returncode not in (0, 4):
                print(f"{name}: {ran.stderr.strip()}", file=sys.stderr)
                continue
            for row in rows_of(name, json.loads(ran.stdout)):
                row["dense"] = asked[asked.index("--dense") + 1]
                row["dtype"] = asked[asked.index("--dtype") + 1] if "--dtype" in asked else "f16"
                rows.append({column: shown(row.get(column)) for column in COLUMNS})
            with open(out + ".part", "w", newline="") as part:
                writer = csv.DictWriter(part, COLUMNS)
                writer.writeheader()
                writer.writerows(rows)
            os.replace(out + ".part", out)
            print(f"{name}: {rows[-1]['case']} done", file=sys.stderr)


main()
