"""What all tests need: the package of this checkout, matrices, and products in float64."""

import sys
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "app" / "python"
SAMPLES = ROOT / "samples"
if PACKAGE.exists():  # elsewhere the package is where the tests are started, or installed
    sys.path.insert(0, str(PACKAGE))

SAMPLE = SAMPLES / "crossing-2048.mtx.gz"
SESSION = SAMPLES / "crossing-2048-h200.sscope"

# By the operator's data type: errors that are accepted, of the norm.
RELATIVE = {"f16": 2e-3, "bf16": 1.6e-2, "tf32": 2e-3, "f32": 1e-5, "f64": 1e-13}


def module(name):
    """A module, or None; a test asks with @needs."""
    try:
        return __import__(name)
    except ImportError:
        return None


def needs(name):
    return unittest.skipUnless(module(name), f"{name} is not installed")


class Sparse:
    """A random matrix: its triple in CSR order, and all of it in float64. Every seventh row is empty, row 5 is full."""

    def __init__(self, rows, cols, density=0.1, seed=1):
        random = np.random.default_rng(seed)
        there = random.random((rows, cols)) < density
        there[3::7] = False
        if rows > 5:
            there[5] = True
        self.shape = (rows, cols)
        self.rows, self.cols = np.nonzero(there)
        # Multiples of 1/64, which every type holds.
        self.values = random.integers(1, 65, len(self.rows)) / 64 * random.choice([-1, 1], len(self.rows))
        self.nnz = len(self.rows)

    def triple(self):
        return self.rows, self.cols, self.values, self.shape

    def dense(self, values=None):
        A = np.zeros(self.shape)
        A[self.rows, self.cols] = self.values if values is None else values
        return A

    def dots(self, X, Y):
        return np.einsum("pk,pk->p", X[self.rows].astype(np.float64), Y[self.cols].astype(np.float64))


def operand(rows, cols, seed=1):
    """Multiples of 1/16, which every type holds."""
    return np.random.default_rng(seed).integers(-16, 17, (rows, cols)) / 16


def error(result, expected):
    """||result - expected|| / ||expected||"""
    result, expected = (np.asarray(x.detach().double().cpu() if hasattr(x, "detach") else x, np.float64)
                        for x in (result, expected))
    return float(np.linalg.norm(result - expected) / max(np.linalg.norm(expected), 1e-30))
