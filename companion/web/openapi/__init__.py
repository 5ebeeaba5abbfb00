"""The OpenAPI document of the HTTP API: what `docs/http_api.md` says, for programs.

`document` puts it together, `paths` has the requests and answers, `schemas` what they are made of.
"""

from companion.web.openapi.document import openapi_document

__all__ = ["openapi_document"]
