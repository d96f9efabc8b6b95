#!/usr/bin/env python3
"""Writes crossing-2048.mtx.gz, the matrix that crossing-2048-h200.sscope was recorded with.

    python3 samples/make_crossing.py
"""
import gzip
import os
import random

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "crossing-2048.mtx.gz")


def crossing(n, seed):
    """Full 32 x 32 blocks on every fourth place along and beside the diagonal, crossed by 1 x 32 runs."""
    rng = random.Random(seed)
    blocks = n // 32
    places = [(b * 32 + r, (b + beside) * 32 + c)
              for b in range(0, blocks, 4) for beside in (-4, 0, 4) if 0 <= b + beside < blocks
              for r in range(32) for c in range(32)]
    for _ in range(round(len(places) * 0.3 / 0.7 / 32)):
        r, b = rng.randrange(n), rng.randrange(blocks)
        places += [(r, b * 32 + c) for c in range(32)]
    return sorted(set(places))


places = crossing(2048, 7)
lines = ["%%MatrixMarket matrix coordinate pattern general",
         "% STile figure 12: dense blocks crossed by runs, seed 7", f"2048 2048 {len(places)}"]
lines += [f"{r + 1} {c + 1}" for r, c in places]
with open(TARGET, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:
    out.write(("\n".join(lines) + "\n").encode())
print(f"crossing-2048.mtx.gz: {len(places)} non-zeros")
