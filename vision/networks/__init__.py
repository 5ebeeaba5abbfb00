"""The trained networks: where tiles and dice lie, what a cell holds, what a die shows.

Each network is an ONNX file with a model card of the same name beside it.
"""
