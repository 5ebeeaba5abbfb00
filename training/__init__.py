"""Training of the reader's networks on made-up photos; needs the ``train`` extra (PyTorch).

Nothing else in the project imports this package.
"""
