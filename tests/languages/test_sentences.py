"""No word stays English in a sentence that Python makes, on the page and in the terminal: in a language nobody speaks."""

import json
import re
import subprocess

import pseudo
import pytest
from three_tiers import webassembly_or_skip

from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session
from host_sim.languages.language import Language
from host_sim.web.field.explaining import Tree
from host_sim.web.worker import page_state
from source import ROOT
from tools.languages import catalog as catalogs

WORD = re.compile(r"[^\W\d_]{2,}")
PROPER = {"min", "max", "Hex", "Coq"} - {"Hex"}
