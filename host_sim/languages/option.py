"""`--language` of the commands that speak to players and pupils."""

from typing import Annotated

import typer

from ..cli.errors import Refused
from .language import ENGLISH, codes, spoken

Spoken = Annotated[
    str,
    typer.Option("--language", help="The language of what is said, such as de; else that of the system, or English."),
]


def language_of(code):
    """Return the Language that is asked for, or that of the system; Refused where it is not here."""
    if code and code not in (known := [ENGLISH, *codes()]):
        raise Refused(f"--language {code}: expected {' or '.join(known)}")
    return spoken(code or None)
