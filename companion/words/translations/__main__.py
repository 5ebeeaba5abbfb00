"""Bring the catalogues up to date with the sentences in the program."""

from companion.words.language import ENGLISH, LANGUAGES
from companion.words.translations.catalogues import bring_up_to_date

for language in LANGUAGES:
    if language != ENGLISH:
        print(f"{language}: {bring_up_to_date(language)} sentences to be translated")
