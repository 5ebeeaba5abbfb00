"""The companion as a program of the desktop: a window of its own, and an entry in the menu."""
