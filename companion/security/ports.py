"""At which ports phones reach the companion, unless they are taken."""

HTTP_PORT, HTTPS_PORT = 8080, 8443
