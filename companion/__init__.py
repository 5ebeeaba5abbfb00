"""The companion: the command line and the web page that people at the table use.

The only package that knows a network, a database, a clock or a language. What a photo shows is
`vision`'s business, what a board means is `rules`'; a view or a command parses, calls one thing
and renders.
"""
