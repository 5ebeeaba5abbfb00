"""Who may do what from elsewhere on the network, and how that is kept from others.

`passes` lets phones in by a one-time token; `authority` makes the certificates with which browsers
allow a camera; `network` tells under which names this machine is reached.
"""
