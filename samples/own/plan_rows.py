#!/usr/bin/env python3
"""A planner of one's own: rows, longest first, in ELL tiles whose width is the power of two above their lengths.

    sparsescope-cli plan samples/crossing-2048.mtx.gz --planner program:samples/own/plan_rows.py --with widest=16

It is given a folder with request.json and matrix.npz (SciPy's CSR) and writes plan.json with its arrays there
(samples/own-parts.md). What it says on standard error is shown while it runs. Needs NumPy.
"""
import json
import os
import sys

import numpy as np

PLACES = 256  # of a tile: what one thread block computes


def main(folder):
    with open(os.path.join(folder, "request.json")) as file:
        request = json.load(file)
    indptr = np.load(os.path.join(folder, request["matrix"]["file"]))["indptr"].astype(np.int64)
    widest = int(request["options"].get("widest", 32))
    if widest < 1 or widest > PLACES or widest & (widest - 1):
        sys.exit(f"option widest takes a power of two up to {PLACES}, not {widest}")

    # Rows longer than the widest tile are cut into pieces, which are all full but the last.
    lengths = np.diff(indptr)
    pieces = -(-lengths // widest)
    row = np.repeat(np.arange(len(lengths)), pieces)
    number = np.arange(len(row)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    begin = indptr[row] + number * widest
    held = np.minimum(indptr[row + 1] - begin, widest)
    width = 1 << np.ceil(np.log2(np.maximum(held, 1))).astype(np.int64)
    order = np.lexsort((number, row, -width))  # widest first, pieces of a row one after another
    row, begin, held, width = row[order], begin[order], held[order], width[order]
    print(f"{len(row)} rows of at most {widest} non-zeros", file=sys.stderr)

    formats, tile_format, row_ptr = [], [], [0]
    for w in np.unique(width)[::-1]:
        formats.append({"name": "ell", "parameters": {"rows": PLACES // int(w), "width": int(w)}})
        last = row_ptr[-1] + np.count_nonzero(width == w)
        while row_ptr[-1] < last:
            row_ptr.append(min(row_ptr[-1] + PLACES // int(w), last))
            tile_format.append(len(formats) - 1)
    ends = np.concatenate([[0], np.cumsum(held)])
    entries = np.repeat(begin - ends[:-1], held) + np.arange(ends[-1])  # positions in the CSR arrays
    tiles = len(tile_format)
    np.savez(
        os.path.join(folder, "plan.npz"),
        tile_format=np.array(tile_format, np.int32), tile_partition=np.zeros(tiles, np.int32),
        tile_level=np.ones(tiles, np.int32), tile_round=np.array(tile_format, np.int32) + 1,
        tile_cost=np.zeros(tiles), tile_row_ptr=np.array(row_ptr, np.int64),
        tile_col_ptr=np.zeros(tiles + 1, np.int64), tile_entry_ptr=ends[row_ptr].astype(np.int64),
        row_ids=row.astype(np.int32), col_ids=np.zeros(0, np.int32), entries=entries.astype(np.uint32))

    op, matrix = request["operator"], request["matrix"]
    part = min((p for p in op.pop("denseParts") if p >= op["dense"]), default=op["dense"])  # all of a short dense loop
    plan = {
        "schema": "sparsescope-plan", "version": 1, "matrix": matrix, "operator": {**op, "densePart": part},
        "planner": "plan_rows.py", "options": {}, "calibration": "", "predictedNs": 0.0, "competitors": [],
        "formats": formats, "arrays": {"file": "plan.npz"},
        "partitions": [{"parent": -1, "slice": 0, "rowBegin": 0, "rowEnd": matrix["rows"], "colBegin": 0,
                        "colEnd": matrix["cols"], "device": 0}],
    }
    with open(os.path.join(folder, request["plan"]), "w") as file:
        json.dump(plan, file, indent=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
