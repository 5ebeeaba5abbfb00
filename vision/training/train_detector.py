"""Train the detector: ``python -m vision.training.train_detector SCENES --output vision/models``.

Resumes from its own checkpoint; the learning rate follows one cosine over the samples or the
minutes asked for, whichever are over first.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import torch
from torch import nn
from torch.utils.data import DataLoader

from vision.training.detector_network import DetectorNetwork
from vision.training.samples import DetectorSamples
from vision.training.schedule import ProgressLog, set_rate
from vision.training.shrink import shrink

SEED = 20260


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
    cover = nn.functional.binary_cross_entropy_with_logits(maps[:, 2], target[:, 2])
    off = nn.functional.smooth_l1_loss(maps[:, 3:], target[:, 3:], beta=0.02, reduction="none")
    vectors = (off * weight[:, 3:]).sum() / (weight[:, 3:] > 0).float().sum().clamp(min=6)
    loss = heat_loss + cover + 10 * vectors
    return loss, [heat_loss.item(), cover.item(), vectors.item()]


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("--output", type=Path, default=Path("vision/models"))
    parser.add_argument("--checkpoint", type=Path, default=Path("detector.pt"))
    parser.add_argument("--samples", type=int, default=80_000, help="pictures to show in all")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this long")
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)  # the far tails of the focal loss are slow without it
    cv2.setNumThreads(1)
    network = DetectorNetwork().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-4)
    shown, epoch = 0, 0
    if arguments.checkpoint.exists():
        state = torch.load(arguments.checkpoint)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        shown, epoch = state["shown"], state["epoch"]
    began = time.monotonic()
    log = ProgressLog(every=50)

    def progress() -> float:
        passed = (time.monotonic() - began) / (arguments.minutes * 60)
        return float(max(passed, shown / arguments.samples))

    while progress() < 1:
        samples = DetectorSamples(arguments.scenes)
        samples.epoch = epoch
        loader = DataLoader(samples, arguments.batch, shuffle=True, num_workers=2, drop_last=True)
        network.train()
        for batch in loader:
            set_rate(optimizer, arguments.rate, shown, progress(), warm_up=3000)
            log.add(shown, _step(network, optimizer, batch))
            shown += arguments.batch
            if progress() >= 1:
                break
        epoch += 1
        state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save({**state, "shown": shown, "epoch": epoch}, arguments.checkpoint)
        export(network, arguments.output / "detector.onnx")


def _step(
    network: DetectorNetwork, optimizer: torch.optim.Optimizer, batch: list[torch.Tensor]
) -> list[float]:
    """Learn from one batch and return the parts of its loss."""
    picture, target, weight = batch
    with torch.autocast("cpu", dtype=torch.bfloat16):
        maps = network(picture.to(memory_format=torch.channels_last))
    loss, parts = detector_loss(maps.float(), target, weight)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return parts


def export(network: DetectorNetwork, path: Path) -> None:
    """Write the network as ONNX for pictures of any size that is a multiple of 32."""
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
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
