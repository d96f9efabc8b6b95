#!/usr/bin/env python3
"""A cost model of one's own: reads tiles as CSV, a line each, and writes what a sub-task of each takes, in ns.

    sparsescope-cli compare samples/crossing-2048.mtx.gz --cost-model samples/own/price_tiles.py
"""
import csv
import sys

for tile in csv.DictReader(sys.stdin):
    gathered = (float(tile["bBytes"]) + float(tile["touchedBytes"])) / 100  # the L1 cache has most of these
    moved = float(tile["aBytes"]) + float(tile["cBytes"]) + 2 * float(tile["atomicBytes"])
    idle = 4 * float(tile["padding"])
    print(180 + gathered + moved / 40 + idle / 100)
