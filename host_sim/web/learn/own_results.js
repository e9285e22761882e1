// A pupil's results of a lesson, in a dialog: score, answers, and a link with them, as a QR code and to copy. The name that is typed
// is in the link and nowhere else.
//
//   const results = new OwnResults({ answers, forget });   forget(): begin the lesson again
//   results.show("5. Double threats", next)                next(): to the lesson after it, undefined without one

import encodeQR from "qr";
import { html } from "../field/sides.js";
import { t } from "../language/language.js";
import { answersOf, inWords, isTried, scoreInWords } from "../results/in_words.js";
import { linkOf } from "../results/result_link.js";
import { scoreOf } from "./scoring.js";

const QUIET = 4; // modules around the code, as its standard asks
const MOST = 1200; // letters of a link: the modules of a longer one are too small for a camera
const $ = (part) => document.getElementById(`own-results${part && `-${part}`}`);

export class OwnResults {
  constructor({ answers, forget }) {
    this.answers = answers;
    $("").onkeydown = (event) => event.stopPropagation(); // the keys of the handheld rest
    $("name").oninput = () => this.write();
    $("copy").onclick = () => this.copy();
    $("close").onclick = () => $("").close();
    $("next").onclick = () => {
      $("").close();
      this.next();
    };
    $("forget").onclick = () => {
      if (!confirm(t("Forget your answers to this lesson, and begin it again?"))) return;
      $("").close();
      forget();
    };
  }

  show(title, next) {
    this.next = next;
    const { tasks } = this.answers.result();
    $("lesson").textContent = title;
    $("score").textContent = `${scoreInWords(scoreOf(tasks))}.`;
    $("next").hidden = !next;
    $("name").value = "";
    $("link").hidden = true;
    $("tasks").replaceChildren(...tasks.map(lineOf));
    this.write();
    $("").showModal();
    $("").scrollTo(0, 0);
  }

  get link() {
    return linkOf({ ...this.answers.result(), name: $("name").value.trim() }, location.href);
  }

  write() {
    const { link } = this;
    $("link").value = link;
    $("said").textContent = link.length > MOST ? t("The link is too long for a code: copy it.") : "";
    $("code").replaceChildren(...(link.length > MOST ? [] : [pictureOf(link)]));
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link);
      $("said").textContent = t("Copied. Paste the link where your teacher gets it.");
    } catch {
      $("link").hidden = false;
      $("link").select();
      $("said").textContent = t("This browser lets no page copy here. The link is in the line above, marked: copy it from there.");
    }
  }
}

function lineOf(task) {
  const line = html("li", task.solved ? "right" : isTried(task) ? "wrong" : "", `${inWords(task)}${isTried(task) ? `: ${answersOf(task)}` : ""}`);
  line.dataset.step = t("Step {0}:", task.step); // the style shows it
  return line;
}

function pictureOf(link) {
  const drawn = encodeQR(link, "svg", { ecc: "low", border: QUIET });
  return Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: t("QR code of the link") });
}
