"""The companion page and the HTTP API beside it."""

from companion.web.application import create_app

__all__ = ["create_app"]
