// What do you have? Three questions about parts lead to the boards that can be made of them; tools/web/parts.py makes them of
// the board files.

const [ANY, OTHERS] = ["any", "others"];
const $ = (id) => document.getElementById(id);

export class Have {
  // onfits: called with the names of the boards that fit, and the chip of the Pico, "" if it is not known.
  constructor(onfits) {
    this.onfits = onfits;
    this.asked = [...document.querySelectorAll(".asked")];
    $("have").onchange = ({ target }) => this.answered(target.closest(".asked"));
    $("have-again").onclick = () => this.forget();
    $("have-parts").onclick = () => document.querySelector("article:not([hidden]) h3").scrollIntoView({ behavior: "smooth" });
    this.show();
  }

  get cards() {
    return [...document.querySelectorAll("#boards .card:not(.own)")];
  }

  // {question: the answer to it}
  get answers() {
    return Object.fromEntries(this.asked.map((asked) => [asked.dataset.asks, asked.querySelector(":checked").value]));
  }

  fitting(answers) {
    const fits = ({ dataset }) => Object.entries(answers).every(([question, answer]) => answer === ANY || dataset[question].split(" ").includes(answer));
    return this.cards.filter(fits);
  }

  // Fold the question that was answered, and open the next one.
  answered(asked) {
    this.show();
    const fit = this.fitting(this.answers);
    asked.open = false;
    const next = this.asked.find((each) => each !== asked && !each.classList.contains("known") && each.querySelector(":checked").value === ANY);
    if (next && fit.length) next.open = true;
    (next && fit.length ? next : asked).querySelector("summary").focus({ preventScroll: true });
    const chip = document.querySelector('.asked [data-chip]:checked')?.dataset.chip ?? "";
    if (fit.length) this.onfits(fit.map((card) => card.querySelector("input").value), chip);
  }

  forget() {
    for (const asked of this.asked) {
      asked.querySelector(`[value=${ANY}]`).checked = true;
      asked.open = asked === this.asked[0];
    }
    this.show();
  }

  show() {
    const { answers } = this;
    const fit = this.fitting(answers);
    for (const card of this.cards) card.hidden = !fit.includes(card);
    for (const asked of this.asked) this.showAnswer(asked, answers);
    const isAsked = Object.values(answers).some((answer) => answer !== ANY);
    $("have-again").hidden = !isAsked;
    $("choose").classList.toggle("none-fits", !fit.length);
    $("have-says").textContent = this.inWords(fit, isAsked);
    $("have-none").hidden = fit.length > 0;
    $("have-parts").hidden = !isAsked || fit.length !== 1;
  }

  // Show the answer beside its question, and which answers go with the others.
  showAnswer(asked, answers) {
    const question = asked.dataset.asks;
    const goes = [];
    for (const label of asked.querySelectorAll(".part")) {
      const { value, checked } = label.querySelector("input");
      const fits = value === ANY || (value !== OTHERS && this.fitting({ ...answers, [question]: value }).length > 0);
      label.classList.toggle("pale", !fits && value !== OTHERS && !checked);
      if (fits && value !== ANY) goes.push(label);
    }
    const chosen = asked.querySelector(".part:has(:checked)");
    const isOpen = answers[question] === ANY;
    asked.classList.toggle("known", isOpen && goes.length === 1);
    const shown = !isOpen ? chosen : goes.length === 1 ? goes[0] : null;
    asked.querySelector("summary b").textContent = shown?.querySelector("b").textContent ?? "";
  }

  inWords(fit, isAsked) {
    if (!fit.length) return "No board of this page is made of these.";
    if (!isAsked) return `All ${fit.length} boards:`;
    if (fit.length > 1) return `${fit.length} boards can be made of these: choose one.`;
    return `One board is made of these: ${fit[0].querySelector("b").textContent}.`;
  }
}
