"""Trains the table of word vectors. See README.md.

Usage: python3 train.py FOLDER SEED OUT.bin.gz [--without SOURCE,...]

FOLDER holds what vocabulary.ts and generalVectors.ts wrote. Needs numpy and scipy; one core, some minutes.
"""

import argparse
import gzip
import struct
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp

DIMENSIONS = 96
# Counting what stands together: Levy, Goldberg and Dagan 2015.
WINDOW = 6
SHIFT = 1.0
SUBSAMPLE = 2e-4
CONTEXT_SMOOTHING = 0.75
# What general English knows of a token beside what stands together in the texts here, as a start.
GENERAL = 0.5
# Contrastive training.
EPOCHS = 20
BATCH = 512
TEMPERATURE = 0.07
RATE = 0.05
WEIGHT_RATE = 0.3
# Share of the tokens that both sides of a pair have which one side loses: what is not said with the same words.
DROPPED = 0.8
# What a document says first counts more, as in WordVectors.documentDirection: after so many tokens one counts half.
HALVED_AFTER = 10
# Sources that would outweigh the others, and how many of their pairs an epoch sees.
MOST_PAIRS = {
    "wn": 60_000,
    "wnis": 40_000,
    "wnkind": 40_000,
    "x-de/php": 20_000,
    "x-es/php": 20_000,
    "x-es/python": 15_000,
    "x-ja/php": 25_000,
    "x-ru/php": 40_000,
    "x-zh/php": 25_000,
}


def cooccurrence(stream, size):
    """Weighted counts of tokens that stand within WINDOW of each other, as a symmetric sparse matrix."""
    texts = np.cumsum(stream == -1)
    counts = sp.csr_matrix((size, size), dtype=np.float32)
    for distance in range(1, WINDOW + 1):
        left, right = stream[:-distance], stream[distance:]
        together = (left >= 0) & (right >= 0) & (left != right) & (texts[:-distance] == texts[distance:])
        weight = np.full(together.sum(), (WINDOW - distance + 1) / WINDOW, np.float32)
        counts = counts + sp.coo_matrix((weight, (left[together], right[together])), (size, size)).tocsr()
    counts = (counts + counts.T).tocsr()
    counts.data[counts.data < 1] = 0
    counts.eliminate_zeros()
    return counts


def positive_pmi(counts):
    """Positive pointwise mutual information, rare counts discounted as Pantel and Lin 2002 do."""
    size = counts.shape[0]
    totals = np.asarray(counts.sum(1)).ravel()
    contexts = totals**CONTEXT_SMOOTHING
    entries = counts.tocoo()
    pmi = (
        np.log(np.maximum(entries.data, 1e-9))
        + np.log(contexts.sum())
        - np.log(totals[entries.row] + 1e-9)
        - np.log(contexts[entries.col] + 1e-9)
        - np.log(SHIFT)
    )
    rarer = np.minimum(totals[entries.row], totals[entries.col])
    pmi *= entries.data / (entries.data + 1) * (rarer / (rarer + 1))
    positive = pmi > 0
    return sp.csr_matrix(
        (pmi[positive].astype(np.float32), (entries.row[positive], entries.col[positive])), (size, size)
    )


def truncated_svd(matrix, rank, random, iterations=3, oversampling=20):
    """Left singular vectors and values by random projection (Halko, Martinsson and Tropp 2011)."""
    sample = matrix @ random.standard_normal((matrix.shape[1], rank + oversampling)).astype(np.float32)
    for _ in range(iterations):
        basis, _ = np.linalg.qr(sample)
        other, _ = np.linalg.qr(matrix.T @ basis)
        sample = matrix @ other
    basis, _ = np.linalg.qr(sample)
    left, values, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    return (basis @ left)[:, :rank], values[:rank]


def starting_vectors(folder, counts, random):
    stream = np.fromfile(folder / "stream.i32", dtype=np.int32)
    share = counts / counts.sum()
    keep = np.minimum(1, np.sqrt(SUBSAMPLE / np.maximum(share, 1e-12)))
    kept = np.ones(len(stream), bool)
    known = stream >= 0
    kept[known] = random.random(known.sum()) < keep[stream[known]]
    left, values = truncated_svd(
        positive_pmi(cooccurrence(stream[kept], len(counts))), DIMENSIONS, random
    )
    vectors = (left * np.sqrt(values)).astype(np.float32)
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6)


def with_general(vectors, counts, folder):
    """Turns the vectors to where general English points (general.f32) and goes half of the way for the words it knows.

    Its mean and its first principal component, which say how frequent a word is, are taken off (Mu and Viswanath 2018);
    the turn is the orthogonal Procrustes solution (Schonemann 1966), frequent words counting more.
    """
    rows = np.fromfile(folder / "general.f32", dtype=np.float32).reshape(len(vectors), -1)
    known = np.flatnonzero(rows[:, 0])
    frequency, general = rows[known, :1], rows[known, 1:]
    general = general - (general * frequency).sum(0) / frequency.sum()
    _, _, axes = np.linalg.svd(general, full_matrices=False)
    general -= general @ axes[:1].T @ axes[:1]
    general /= np.linalg.norm(general, axis=1, keepdims=True)
    weight = np.sqrt(counts[known])[:, None]
    _, _, axes = np.linalg.svd(general * weight, full_matrices=False)
    general = general @ axes[:DIMENSIONS].T
    general /= np.linalg.norm(general, axis=1, keepdims=True)
    left, _, right = np.linalg.svd((vectors[known] * weight).T @ (general * weight))
    turned = vectors @ (left @ right)
    turned[known] = GENERAL * general + (1 - GENERAL) * turned[known]
    return (turned / (np.linalg.norm(turned, axis=1, keepdims=True) + 1e-6)).astype(np.float32)


class Pairs:
    """All pairs in one array: source, lengths of both sides, their tokens."""

    def __init__(self, folder, without):
        self.flat = np.fromfile(folder / "pairs.i32", dtype=np.int32)
        names = (folder / "sources.txt").read_text().split("\n")
        flat = self.flat.tolist()
        starts = []
        at = 0
        while at < len(flat):
            starts.append(at)
            at += 3 + flat[at + 1] + flat[at + 2]
        starts = np.array(starts)
        source = self.flat[starts]
        self.lengths = (self.flat[starts + 1], self.flat[starts + 2])
        self.starts = (starts + 3, starts + 3 + self.lengths[0])
        self.by_source = {
            name: np.flatnonzero(source == number)
            for number, name in enumerate(names)
            if name not in without
        }
        # Docstrings are one source here: each package alone would fill no batch.
        code = [places for name, places in self.by_source.items() if name.startswith("py/")]
        self.by_source = {name: p for name, p in self.by_source.items() if not name.startswith("py/")}
        if code:
            self.by_source["py"] = np.sort(np.concatenate(code))
        self.shared = np.zeros(len(flat), bool)
        for question, answer, asked, answered in zip(*(s.tolist() for s in self.starts + self.lengths)):
            common = set(flat[question : question + asked]) & set(flat[answer : answer + answered])
            if common:
                for place in range(question, answer + answered):
                    self.shared[place] = flat[place] in common

    def side(self, chosen, side, losing, random):
        """Row starts, tokens and what their places weigh of one side of the chosen pairs, without the shared tokens that
        it loses."""
        lengths = self.lengths[side][chosen]
        places = np.concatenate([np.arange(s, s + n) for s, n in zip(self.starts[side][chosen], lengths)])
        rows = np.repeat(np.arange(len(chosen)), lengths)
        lost = self.shared[places] & (losing[rows] == side) & (random.random(len(places)) < DROPPED)
        remaining = np.bincount(rows[~lost], minlength=len(chosen))
        nth = (places - np.repeat(self.starts[side][chosen], lengths)) * (side == 1)
        weights = (HALVED_AFTER / (HALVED_AFTER + nth[~lost])).astype(np.float32)
        return np.concatenate([[0], np.cumsum(remaining)]), self.flat[places[~lost]], weights

    def batches(self, random):
        """Half of the pairs beside pairs of their own source, which are harder to tell apart; half mixed."""
        batches = []
        rest = []
        for name, places in self.by_source.items():
            places = random.permutation(places)[: MOST_PAIRS.get(name)]
            half = len(places) // 2
            batches += [places[at : at + BATCH] for at in range(0, half - BATCH + 1, BATCH)]
            rest.append(places[half:])
        mixed = random.permutation(np.concatenate(rest))
        batches += [mixed[at : at + BATCH] for at in range(0, len(mixed) - BATCH + 1, BATCH)]
        return [batches[place] for place in random.permutation(len(batches))]


class Encoder:
    """A text is the normalised sum over its tokens of weight times vector, times what their places weigh; vectors and
    weights learn by Adagrad."""

    def __init__(self, vectors, counts):
        self.vectors = vectors
        share = counts / counts.sum()
        self.log_weights = np.log(1e-3 / (1e-3 + share) + 1e-3).astype(np.float32)
        self.vector_history = np.full((len(counts), 1), 1e-3, np.float32)
        self.weight_history = np.full(len(counts), 1e-2, np.float32)

    def encode(self, starts, tokens, places):
        weights = sp.csr_matrix(
            (np.exp(self.log_weights[tokens]) * places, tokens, starts), (len(starts) - 1, len(self.vectors))
        )
        sums = weights @ self.vectors
        norms = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
        return weights, sums / norms, norms

    def learn(self, encoded, gradient, starts, tokens, rate):
        weights, directions, norms = encoded
        gradient = (gradient - directions * (directions * gradient).sum(1, keepdims=True)) / norms
        used, inverse = np.unique(tokens, return_inverse=True)
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        of_vectors = sp.csr_matrix((weights.data, (inverse, rows)), (len(used), len(starts) - 1)) @ gradient
        each = weights.data * np.einsum("ij,ij->i", gradient[rows], self.vectors[tokens])
        of_weights = np.bincount(inverse, weights=each, minlength=len(used)).astype(np.float32)
        self.vector_history[used] += (of_vectors**2).mean(1, keepdims=True)
        self.vectors[used] -= rate * of_vectors / np.sqrt(self.vector_history[used])
        self.weight_history[used] += of_weights**2
        self.log_weights[used] -= WEIGHT_RATE * rate * of_weights / np.sqrt(self.weight_history[used])


def train(pairs, encoder, random):
    """In-batch softmax in both directions (van den Oord and others 2018), the rate falling to nothing."""
    began = time.time()
    batches = pairs.batches(random)
    steps = EPOCHS * len(batches)
    step = 0
    losses = []
    while step < steps:
        for chosen in batches:
            rate = RATE * (1 - step / steps) + 1e-4
            losing = random.integers(0, 2, len(chosen))
            sides = [pairs.side(chosen, side, losing, random) for side in (0, 1)]
            encoded = [encoder.encode(*side) for side in sides]
            (_, questions, _), (_, answers, _) = encoded
            scores = questions @ answers.T / TEMPERATURE
            by_row = np.exp(scores - scores.max(1, keepdims=True))
            by_row /= by_row.sum(1, keepdims=True)
            by_column = np.exp(scores - scores.max(0, keepdims=True))
            by_column /= by_column.sum(0, keepdims=True)
            losses.append(-np.log(by_row.diagonal() + 1e-9).mean())
            gradient = (by_row + by_column) / 2
            gradient[np.diag_indices(len(chosen))] -= 1
            gradient /= len(chosen) * TEMPERATURE
            moved = (gradient @ answers, gradient.T @ questions)
            for one, change, side in zip(encoded, moved, sides):
                encoder.learn(one, change.astype(np.float32), *side[:2], rate)
            step += 1
            if step % 500 == 0:
                print(f"{step}/{steps} loss {np.mean(losses[-500:]):.3f} {time.time() - began:.0f} s", flush=True)
        batches = pairs.batches(random)


def pack(words, vectors, log_weights):
    """The file that src/search/semantic/wordVectors.ts reads: 4 bits a value, tokens in the order of their bytes."""
    order = sorted(range(len(words)), key=lambda place: words[place].encode())
    vectors, log_weights = vectors[order], log_weights[order]
    most = np.abs(vectors).max(1, keepdims=True)
    scale, least = most / 7, np.full((len(words), 1), np.inf)
    for share in np.linspace(0.4, 1, 13):
        step = most * share / 7
        error = ((np.clip(np.round(vectors / step), -7, 7) * step - vectors) ** 2).sum(1, keepdims=True)
        better = error < least
        scale, least = np.where(better, step, scale), np.where(better, error, least)
    values = np.clip(np.round(vectors / scale), -7, 7).astype(int) + 8
    logs = log_weights + np.log(scale.ravel())
    low, high = float(logs.min()), float(logs.max())
    levels = np.round((logs - low) / (high - low) * 255).astype(np.uint8)
    text = "\n".join(words[place] for place in order).encode()
    return (
        b"SEM1"
        + struct.pack("<III", len(words), DIMENSIONS, len(text))
        + text
        + struct.pack("<ff", low, high)
        + levels.tobytes()
        + ((values[:, 0::2] << 4) | values[:, 1::2]).astype(np.uint8).tobytes()
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", default="", help="sources to leave out, with commas between")
    given = parser.parse_args()
    rows = [line.split("\t") for line in (given.folder / "vocabulary.tsv").read_text().split("\n")]
    words = [row[0] for row in rows]
    counts = np.array([float(row[1]) for row in rows])
    random = np.random.default_rng(given.seed)
    pairs = Pairs(given.folder, set(given.without.split(",")))
    vectors = with_general(starting_vectors(given.folder, counts, random), counts, given.folder)
    texts = np.array([float(row[2]) for row in rows])
    encoder = Encoder(vectors, texts)
    train(pairs, encoder, random)
    packed = pack(words, encoder.vectors, encoder.log_weights)
    # No time in the header: the same seed makes the same file.
    given.out.write_bytes(gzip.compress(packed, 9, mtime=0))
    print(f"{given.out}: {len(packed)} bytes, {given.out.stat().st_size} compressed")


if __name__ == "__main__":
    main()
