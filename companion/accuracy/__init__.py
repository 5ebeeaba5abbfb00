"""The accuracy of the reader as a report: a table by family of photo, and a page."""
