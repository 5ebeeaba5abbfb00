"""The trained networks: where tiles and dice lie, what a cell holds, what a die shows.

Each network is an ONNX file with a model card of the same name beside it.

ONNX Runtime, which runs them, would write an identifier of the device into the user's cache and
send its maker what it runs, beginning when it is imported. The environment variable that forbids
both is set here, since this is imported before any module that imports the runtime. (ONNX Runtime,
``Privacy.md``, "Disabling Telemetry".)
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
