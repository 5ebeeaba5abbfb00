"""Training of the reader's networks on made-up photos; needs the ``train`` extra (PyTorch).

Nothing else in the project imports this package.
"""

# Turns off what ONNX Runtime tells its maker, before any module here imports the runtime.
import vision.networks  # noqa: F401
