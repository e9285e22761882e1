"""A lesson as a package for a learning system: the page, the lesson and a manifest in one zip file, SCORM 1.2.

What reports to the system is reporting.js of the page. Source: ADL, "SCORM Version 1.2: The SCORM Content Aggregation
Model", 2001.
"""

import json
import re
import zipfile
from html import escape

from .build import INDEX

START = "start.html"
LEFT_OUT = re.compile(
    r".*\.uf2|(workshop|results)[-.].*|(guides|cards|device)/.*|offline\.js|built\.txt|lessons/.*\.(html|md)|markdown-.*"
)
_LESSONS = re.compile(r'(<select id="lesson-choice".*?>).*?(</select>)', re.DOTALL)  # of the page
_START = """<!doctype html>
<meta charset="utf-8">
<title>{title}</title>
<script>location.replace("index.html#lesson={name}");</script>
"""
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="glowgrid-{name}" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="glowgrid">
    <organization identifier="glowgrid">
      <title>{title}</title>
      <item identifier="item" identifierref="lesson"><title>{title}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="lesson" type="webcontent" adlcp:scormtype="sco" href="{start}">
{files}
    </resource>
  </resources>
</manifest>
"""
_WHEN = (1980, 1, 1, 0, 0, 0)  # of each file: the same lesson gives the same bytes


def write(target, page, name, title, document):
    """Write the package. page: the folder of the page; name, title, document (HTML): of the lesson."""
    files = {path.relative_to(page).as_posix(): path for path in sorted(page.rglob("*")) if path.is_file()}
    content = {place: path.read_bytes() for place, path in files.items() if not LEFT_OUT.fullmatch(place)}
    option = f'<option value="{name}">{escape(title)}</option>'
    index = content[INDEX].decode("utf-8")
    content[INDEX] = _LESSONS.sub(lambda found: found[1] + option + found[2], index).encode()
    content |= {place: _alone(data, option) for place, data in content.items() if place.startswith("languages/")}
    content[f"lessons/{name}.html"] = document.encode()
    content[START] = _START.format(title=escape(title), name=name).encode()
    listed = "\n".join(f'      <file href="{escape(place)}"/>' for place in content)
    manifest = _MANIFEST.format(name=name, title=escape(title), start=START, files=listed)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for place, data in {"imsmanifest.xml": manifest.encode(), **content}.items():
            package.writestr(zipfile.ZipInfo(place, _WHEN), data, zipfile.ZIP_DEFLATED)


def _alone(table, option):
    """Return the file of a language for a page with one lesson, which is in the teacher's own."""
    words = json.loads(table)
    body = _LESSONS.sub(lambda found: found[1] + option + found[2], words["bodies"]["index"])
    words["bodies"] = {"index": body}
    return json.dumps({**words, "lessons": []}, ensure_ascii=False, separators=(",", ":")).encode()
