"""axe-core in a page of Chromium: what it finds there that keeps somebody out."""

from tools.web import build

RUN = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join("; ")}`))"""


def faults_of_axe(page):
    """Return what axe finds in a page as it is now, a line for each rule; axe is brought along once for a document."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate((build.node_modules() / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    return page.evaluate(RUN)
