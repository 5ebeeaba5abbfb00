"""Running the networks, on ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime

from vision.arrays import Float32s

NETWORKS = Path(__file__).parent
"""The folder of the trained networks, each an ONNX file with its model card beside it."""


class Network:
    """A network of one input and one output, loaded once. Any number of threads may run it."""

    def __init__(self, model: Path) -> None:
        """Load it from an ONNX file."""
        options = onnxruntime.SessionOptions()
        # Threads that wait by spinning would take the second core from whatever else runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # What these two keep for the next run of the same size grows with every new size.
        options.enable_mem_pattern = False
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Float32s) -> Float32s:
        """Return the network's output for a batch, whose first axis counts its members."""
        (output,) = self._session.run(None, {self._input: np.ascontiguousarray(batch, np.float32)})
        return np.asarray(output, np.float32)
