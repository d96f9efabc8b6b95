#!/usr/bin/env python3
"""Writes the sample matrices of this folder (patterns of the papers, as Matrix Market files).

    python3 samples/make_matrices.py
"""
import gzip
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, n, places, comment):
    places = sorted(set(places))
    lines = ["%%MatrixMarket matrix coordinate pattern general", "% " + comment, f"{n} {n} {len(places)}"]
    lines += [f"{r + 1} {c + 1}" for r, c in places]
    text = ("\n".join(lines) + "\n").encode()
    path = os.path.join(HERE, name)
    if name.endswith(".gz"):
        with open(path, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:
            out.write(text)
    else:
        with open(path, "wb") as out:
            out.write(text)
    print(f"{name}: {n} x {n}, {len(places)} non-zeros")


def strided(n):
    s = math.isqrt(n)
    for i in range(n):
        yield from ((i, c) for c in range(max(0, i - s + 1), min(n, i + s)))
        yield from ((i, i + j * s) for j in range(1, (n - 1 - i) // s))
        yield from ((i, i - j * s) for j in range(1, i // s))


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
    return places


write("figure1.mtx", 8, [(2, 2), (2, 3), (3, 2), (3, 3), (5, 5), (5, 6), (6, 5), (6, 6), (1, 6), (7, 0)],
      "STile figure 1; entries 4 and 5, which the paper does not place, at (2,7) and (8,1)")
write("strided-1024.mtx.gz", 1024, strided(1024), "strided attention mask, stride 32")
write("crossing-2048.mtx.gz", 2048, crossing(2048, 7), "STile figure 12: dense blocks crossed by runs, seed 7")
