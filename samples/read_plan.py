#!/usr/bin/env python3
"""Reads a plan and prints what each format holds.

    python3 samples/read_plan.py PLAN.json

Needs NumPy.
"""
import json
import os
import sys

import numpy as np

REDUNDANT = np.uint32(0x80000000)


def main(path):
    with open(path) as file:
        plan = json.load(file)
    arrays = np.load(os.path.join(os.path.dirname(path), plan["arrays"]["file"]))
    owned = (arrays["entries"] & REDUNDANT) == 0
    assert np.array_equal(np.sort(arrays["entries"][owned]), np.arange(plan["matrix"]["nnz"])), "a non-zero is missing"
    ptr = arrays["tile_entry_ptr"]
    sums = np.concatenate([[0], np.cumsum(owned)])
    owned_per_tile = sums[ptr[1:]] - sums[ptr[:-1]]
    print(f"{plan['operator']['kind']} J={plan['operator']['dense']} {plan['operator']['dtype']}: {len(owned_per_tile)} tiles")
    for index, fmt in enumerate(plan["formats"]):
        tiles = arrays["tile_format"] == index
        places = fmt["parameters"]["rows"] * fmt["parameters"]["width"] * np.count_nonzero(tiles)
        print(f"{fmt['name']:6} {fmt['parameters']['rows']:4} x {fmt['parameters']['width']:<4} {np.count_nonzero(tiles):8} tiles "
              f"{owned_per_tile[tiles].sum():10} non-zeros {100 * owned_per_tile[tiles].sum() / max(places, 1):5.1f} % full")


if __name__ == "__main__":
    main(sys.argv[1])
