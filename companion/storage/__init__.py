"""The companion's SQLite file: its schema, and reading and writing it in one piece."""
