"""Bring the catalogues up to date with the sentences in the program, or begin one."""

import sys

from calibration.languages import ENGLISH, LANGUAGES
from companion.words.translations.catalogues import bring_up_to_date

for language in sys.argv[1:] or [code for code in LANGUAGES if code != ENGLISH]:
    print(f"{language}: {bring_up_to_date(language)} sentences to be translated")
