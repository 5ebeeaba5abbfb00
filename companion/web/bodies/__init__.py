"""What requests bring as JSON: a typed model each, by which they are read and described.

`body` reads them and says in a sentence what is wrong with one; the other modules hold the models.
"""
