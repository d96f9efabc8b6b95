#!/usr/bin/env python3
"""Writes a plan of one's own: every row of a Matrix Market file in ELL tiles of 8 rows, width by the longest row.

    sparsescope-cli info --json samples/crossing-2048.mtx.gz > info.json
    python3 samples/write_plan.py samples/crossing-2048.mtx.gz info.json my.plan.json
    sparsescope-cli check my.plan.json samples/crossing-2048.mtx.gz

Needs NumPy and the Python package xxhash (Debian: python3-numpy python3-xxhash).
"""
import gzip
import io
import json
import os
import sys

import numpy as np
import xxhash


def read_rows(path):
    """Row lengths of a general coordinate file, in CSR order."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as file:
        lines = [line for line in file if not line.startswith("%") and line.strip()]
    rows, cols, nnz = map(int, lines[0].split()[:3])
    at = np.array([line.split()[:2] for line in lines[1:]], dtype=np.int64) - 1
    assert len(at) == nnz and len(np.unique(at[:, 0] * cols + at[:, 1])) == nnz
    return rows, cols, np.bincount(at[:, 0], minlength=rows)


def content_hash(data):
    chunk = 1 << 20
    hashes = b"".join(xxhash.xxh3_64_intdigest(data[i:i + chunk]).to_bytes(8, "little") for i in range(0, len(data), chunk))
    return f"{xxhash.xxh3_64_intdigest(hashes, seed=len(data)):016x}"


def main(matrix, info, target):
    rows, cols, lengths = read_rows(matrix)
    tile_rows = 8
    widest = max(1, int(lengths.max()))
    width = 1 << (widest - 1).bit_length()
    start = np.concatenate([[0], np.cumsum(lengths)])
    row_ids, entries, row_ptr, entry_ptr = [], [], [0], [0]
    filled = np.flatnonzero(lengths)
    for first in range(0, len(filled), tile_rows):
        for r in filled[first:first + tile_rows]:
            row_ids.append(r)
            entries.extend(range(start[r], start[r + 1]))
        row_ptr.append(len(row_ids))
        entry_ptr.append(len(entries))
    tiles = len(row_ptr) - 1
    archive = io.BytesIO()
    np.savez_compressed(
        archive, tile_format=np.zeros(tiles, np.int32), tile_partition=np.zeros(tiles, np.int32),
        tile_level=np.ones(tiles, np.int32), tile_round=np.ones(tiles, np.int32), tile_cost=np.zeros(tiles),
        tile_row_ptr=np.array(row_ptr, np.int64), tile_col_ptr=np.zeros(tiles + 1, np.int64),
        tile_entry_ptr=np.array(entry_ptr, np.int64), row_ids=np.array(row_ids, np.int32),
        col_ids=np.zeros(0, np.int32), entries=np.array(entries, np.uint32))
    data = archive.getvalue()
    with open(info) as file:
        described = json.load(file)
    name = os.path.basename(target).removesuffix(".json") + "." + content_hash(data) + ".npz"
    with open(os.path.join(os.path.dirname(target), name), "wb") as file:
        file.write(data)
    plan = {
        "schema": "sparsescope-plan", "version": 1,
        "matrix": {key: described[key] for key in ("fingerprint", "rows", "cols", "nnz")},
        "operator": {"kind": "spmm", "dtype": "f16", "dense": 32, "densePart": 32},
        "planner": "write_plan.py", "options": {}, "calibration": "none", "predictedNs": 0.0, "competitors": [],
        "formats": [{"name": "ell", "parameters": {"rows": tile_rows, "width": width}}],
        "partitions": [{"parent": -1, "slice": 0, "rowBegin": 0, "rowEnd": rows, "colBegin": 0, "colEnd": cols, "device": 0}],
        "arrays": {"file": name, "hash": content_hash(data)},
    }
    with open(target, "w") as file:
        json.dump(plan, file, indent=2)
    print(f"{target}: {tiles} ELL tiles of {tile_rows} x {width}")


if __name__ == "__main__":
    main(*sys.argv[1:])
