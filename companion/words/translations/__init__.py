"""The catalogues of translations, one a language (GNU gettext's PO files).

``python -m companion.words.translations`` brings them up to date with the sentences in the program,
and with the code of a language begins its catalogue.
"""
