"""Train the detector: ``python -m training.train_detector SCENES --output vision/networks``.

Resumes from its own checkpoint; the learning rate follows one cosine over the samples or the
minutes asked for, whichever are over first.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import default_collate

from training.byte_counting import as_trained, count_in_bytes, note_steps, watch_ranges
from training.detector_network import DetectorNetwork, go_on_from
from training.parallel import (
    agreed,
    average_gradients,
    in_short_numbers,
    run_workers,
    share_weights,
)
from training.samples import DetectorSamples
from training.schedule import ProgressLog, set_rate
from training.shrink import shrink

SEED = 20260
WATCHED = 100
"""So many pictures tell the ranges with which counting in bytes begins."""
COVER_WEIGHT = 12.0
"""Cover is a mean over all pixels, heats are sums over few: unweighted it would teach nothing."""


def detector_loss(
    maps: torch.Tensor, target: torch.Tensor, weight: torch.Tensor
) -> tuple[torch.Tensor, list[float]]:
    """Return the loss and its parts: heats (focal loss as in CenterNet), cover, vectors."""
    heat, wanted, care = maps[:, :2], target[:, :2], weight[:, :2]
    probability = torch.sigmoid(heat)
    log_yes, log_no = nn.functional.logsigmoid(heat), nn.functional.logsigmoid(-heat)
    peak = (wanted > 0.999).float()
    focal = peak * (1 - probability) ** 2 * log_yes
    focal = focal + (1 - peak) * (1 - wanted) ** 4 * probability**2 * log_no
    # Each kind by its own count: dice are a hundred times rarer than tiles.
    sums, counts = (focal * care).sum(dim=(0, 2, 3)), peak.sum(dim=(0, 2, 3))
    heat_loss = -(sums / counts.clamp(min=4)).sum()
    told = weight[:, 2]
    cover = nn.functional.binary_cross_entropy_with_logits(maps[:, 2], target[:, 2], told)
    off = nn.functional.smooth_l1_loss(maps[:, 3:], target[:, 3:], beta=0.02, reduction="none")
    vectors = (off * weight[:, 3:]).sum() / (weight[:, 3:] > 0).float().sum().clamp(min=6)
    loss = heat_loss + COVER_WEIGHT * cover + 10 * vectors
    return loss, [heat_loss.item(), cover.item(), vectors.item()]


@dataclass(frozen=True)
class Plan:
    """How to train: on what, for how long, in what steps (``batch`` is that of one process)."""

    scenes: Sequence[Path]
    output: Path
    start: Path | None
    checkpoint: Path
    samples: int
    minutes: float
    batch: int
    rate: float
    workers: int
    in_bytes: bool


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path, nargs="+", help="folders; repeated ones count twice")
    parser.add_argument("--output", type=Path, default=Path("vision/networks"))
    parser.add_argument("--start", type=Path, help="an exported network to go on from")
    parser.add_argument("--checkpoint", type=Path, default=Path("detector.pt"))
    parser.add_argument("--samples", type=int, default=250_000, help="pictures to show in all")
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this long")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--workers", type=int, default=2, help="processes, one a core")
    parser.add_argument("--in-bytes", action="store_true", help="round as when it is used")
    plan = Plan(**vars(parser.parse_args()))
    run_workers(plan.workers, train, plan)


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes; the first one keeps the checkpoint and the log."""
    torch.manual_seed(SEED)
    network = DetectorNetwork()
    if plan.start is not None:
        go_on_from(network, plan.start)
    network = network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
    shown, epoch = 0, 0
    if plan.checkpoint.exists():
        state = torch.load(plan.checkpoint)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        shown, epoch = state["shown"], state["epoch"]
    elif plan.in_bytes:
        _find_ranges(network, plan)
    if plan.in_bytes:
        count_in_bytes(network)
    share_weights(network)
    began, first = time.monotonic(), shown
    log = ProgressLog(every=100)

    def progress() -> float:
        passed = (time.monotonic() - began) / (plan.minutes * 60)
        return agreed(max(passed, (shown - first) / (plan.samples - first)))

    now = progress()
    while now < 1:
        samples = DetectorSamples(plan.scenes)
        samples.epoch = epoch
        mine = torch.randperm(len(samples), generator=_seeded(epoch)).tolist()[rank :: plan.workers]
        network.train(plan.start is None)
        for start in range(0, len(mine) - len(mine) % plan.batch, plan.batch):
            batch = default_collate([samples[i] for i in mine[start : start + plan.batch]])
            set_rate(optimizer, plan.rate, shown - first, now, warm_up=3000)
            parts = _step(network, optimizer, batch)
            shown += plan.batch * plan.workers
            if rank == 0:
                log.add(shown, parts)
            now = progress()
            if now >= 1:
                break
            if rank == 0 and start % (plan.batch * 250) == 0:
                _keep(network, optimizer, shown, epoch, plan)
        epoch += 1
    if rank == 0:
        _keep(network, optimizer, shown, epoch, plan)


def _find_ranges(network: DetectorNetwork, plan: Plan) -> None:
    """Watch what flows through a network that goes on from trained weights."""
    samples = DetectorSamples(plan.scenes)
    chosen = torch.randperm(len(samples), generator=_seeded(0)).tolist()[:WATCHED]
    watch_ranges(network)
    with torch.no_grad():
        for index in chosen:
            network(samples[index][0][None])


def _seeded(epoch: int) -> torch.Generator:
    return torch.Generator().manual_seed(SEED + epoch)


def _keep(
    network: DetectorNetwork, optimizer: torch.optim.Optimizer, shown: int, epoch: int, plan: Plan
) -> None:
    """Write a checkpoint to go on from, and the network to use."""
    state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save({**state, "shown": shown, "epoch": epoch}, plan.checkpoint)
    export(network, plan.output / "detector.onnx")
    network.train(plan.start is None)
    if plan.in_bytes:
        note_steps(network, plan.output / "detector.onnx")
        count_in_bytes(network)


def _step(
    network: DetectorNetwork, optimizer: torch.optim.Optimizer, batch: list[torch.Tensor]
) -> list[float]:
    """Learn from one batch and return the parts of its loss."""
    picture, target, weight = batch
    with in_short_numbers():
        maps = network(picture.to(memory_format=torch.channels_last))
    loss, parts = detector_loss(maps.float(), target, weight)
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return parts


def export(network: DetectorNetwork, path: Path) -> None:
    """Write the network as ONNX for pictures of any size that is a multiple of 32."""
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
    as_trained(network)
    example = torch.zeros(1, 3, 480, 640)
    torch.onnx.export(
        network.to(memory_format=torch.contiguous_format),
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
        opset_version=17,
        dynamo=False,
    )
    shrink(path)
    network.to(memory_format=torch.channels_last)


if __name__ == "__main__":
    main()
