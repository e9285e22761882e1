// The report on a device: to read, to print, as the file that the command line writes, and as a text for an issue.

import { download } from "../share/download.js";
import { say } from "./says.js";

const NAMED = /^([a-z][a-z ]{1,15}): (.*)$/; // "supply: ..."
const BAR = /^ +(none|longer|to \S+) #/;
const FILE = "report.json";
const $ = (id) => document.getElementById(id);
const made = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });

export class Report {
  constructor() {
    $("report-print").onclick = () => print();
    $("report-save").onclick = () => download(FILE, this.file);
    $("report-copy").onclick = () => this.copy();
  }

  // found: what page_talk.py says, null for nothing. about: the board, and the version on it.
  show(found, about) {
    $("test-report").hidden = !found;
    if (!found) return;
    const { name } = about.board;
    this.file = found.report;
    this.title = `Report on ${name}`;
    const lines = `${found.lines.join("\n")}\n`;
    this.issue = `What I saw:\n\n\n${this.title}:\n\n\`\`\`\n${lines}\`\`\`\n\n${FILE}:\n\n\`\`\`json\n${this.file}\`\`\`\n`;
    $("report-title").textContent = this.title;
    $("report-lines").replaceChildren(...this.rows(found.lines));
    $("report-mail").href = `mailto:?subject=${encodeURIComponent(this.title)}&body=${encodeURIComponent(lines)}`;
  }

  // The lines as elements: one with a name as a term, and bars together.
  *rows(lines) {
    let bars;
    for (const line of lines) {
      if (BAR.test(line)) {
        if (!bars) yield (bars = made("pre", ""));
        bars.textContent += `${line}\n`;
        continue;
      }
      bars = null;
      const [, term, rest] = NAMED.exec(line) ?? [];
      if (!term) yield made("p", line);
      else {
        const row = made("p", "");
        row.append(made("b", `${term}: `), rest);
        yield row;
      }
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.issue);
      say("Copied: a text for an issue. Paste it there, and write what you saw.");
    } catch {
      $("report-text").hidden = false;
      $("report-text").value = this.issue;
      $("report-text").select();
      say("This browser does not let the page copy: copy the text below.");
    }
  }
}
