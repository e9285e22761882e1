// The field in words: what the game is, whose turn it is, what came last, hint and coach.
//
//   const words = new Words(invite); // invite(): the other one of a shared match is to be invited again
//   parent.append(words.element);
//   words.show(state); // as host_sim/web/field/field_state.py makes it; with `preview`, words, of a game that is not yet
// begun, and `what`: what the page is; with `pause`: what is said while the match is interrupted;
// with `asks`, parts: what another page asks

import { hasFailed } from "./help.js";
import { capital, coloured, html, moveName, side } from "./sides.js";
import { parts, said, t, tn } from "../language/language.js";
import { signOf } from "./signs.js";

const LEGEND = [[["wins"], t("wins")], [["draws"], t("draws")], [["loses"], t("loses")], [["good", "even", "poor"], t("not known")]];
const WON_BY = { line: t("a line"), edges: t("joining edges"), bridge: t("a bridge"), fork: t("a fork"), ring: t("a ring") };
const SILENT = "no answer, is it connected?";
const SAID = { "": "", "the other one asks the engine": "", [SILENT]: t("No answer: look after the connection."), "the other one has not joined": t("The other one has not joined yet."), "the other one plays something else": t("The other one plays something else.") };
const LINES = ["puzzle", "turn", "helped", "turned", "tried", "last", "refusal", "hint", "coach", "swap"];

export class Words {
  constructor(invite) {
    this.element = html("div", "field-words");
    this.invite = Object.assign(html("button", "field-invite", t("Invite again")), { type: "button", onclick: invite });
    this.title = html("h2", "field-title");
    this.goal = html("p", "field-goal");
    this.legend = html("p", "field-legend");
    this.what = html("p", "field-what");
    this.lines = Object.fromEntries(LINES.map((name) => [name, html("p", `field-${name}`)]));
    const says = html("div", "field-says");
    says.setAttribute("aria-live", "polite");
    says.append(...Object.values(this.lines));
    this.element.append(this.title, says, this.goal, this.legend, this.what);
  }

  show(state) {
    const number = state.puzzle_of?.name.split("-").at(-1);
    this.title.textContent = number ? t("{0}, puzzle {1}", said(state.title), number) : said(state.title);
    this.title.classList.toggle("of-puzzle", Boolean(number));
    this.goal.replaceChildren(...goals(state));
    this.write("puzzle", ...(state.why ? coloured(said(state.why)) : [said(state.puzzle ?? "")]));
    this.write("turn", ...turn(state, this.invite));
    this.write("helped", ...(state.helped ? [t("The other one has asked the engine.")] : []));
    this.write("tried", ...(state.tried ? [t("Tried here: {0}.", said(state.tried))] : []));
    this.write("turned", ...(state.turned ?? []));
    const known = state.looking ?? state.moves.length;
    const last = state.moves[known - 1];
    const bumped = last?.tried && state.refusal.startsWith(`${last.name}:`); // no mistake: the move counts as a try
    this.write("last", ...(last ? parts("Move {0}: {1} {2}", known, side(last.side), last.tried ? found(last) : moveName(last)) : []));
    this.write("refusal", ...(state.refusal && !bumped ? [t("Not possible: {0}.", said(state.refusal))] : []));
    const { hint } = state;
    this.write("hint", ...(hint ? [hint.move ? t("Hint: {0} {1}.", t(hint.move), said(hint.says)) : t("Hint: {0}.", said(hint.says))] : []));
    const swap = state.swap_says ? ` ${t("Swap: {0}.", said(state.swap_says))}` : "";
    this.write("coach", ...(state.coach ? [...parts("Coach: {0}.", coloured(said(state.coach))), swap] : []));
    this.write("swap", ...(state.taken_over ? takenOver(state) : []));
    this.legend.textContent = legendOf(state.points);
    this.legend.hidden = !this.legend.textContent;
    this.what.textContent = state.what ?? "";
    this.element.classList.toggle("explains", Boolean(state.explains));
    this.element.classList.toggle("thinking", Boolean(state.thinking));
    const scrolls = this.element.scrollHeight > this.element.clientHeight + 1; // then the keyboard can do it too
    if (scrolls) this.element.tabIndex = 0;
    else this.element.removeAttribute("tabindex");
  }

  // Set a line if it says something else: what is set is read out.
  write(name, ...parts) {
    const line = this.lines[name];
    const text = parts.map((part) => part.textContent ?? part).join("");
    if (line.textContent !== text) line.replaceChildren(...parts);
    line.hidden = !text;
  }
}

function goals({ goal, about, hides }) {
  if (hides || !goal.some(Boolean)) return coloured(said(about)); // who sees what is a rule, too
  const same = new Set(goal).size === 1;
  const after = (text, at) => (at === goal.length - 1 ? `: ${said(text)}` : same ? ", " : `: ${said(text)}. `);
  return goal.flatMap((text, at) => [side(at + 1), after(text, at)]);
}

function turn({ over, winner, win_type, to_move, thinking, seats, files = [], swap, swap_to: there, looking, moves, preview, explains, pause, asks, puzzle, away = [], together = "" }, invite) {
  if (preview) return preview;
  if (explains) return [said(explains)];
  if (looking !== undefined) return [t("Looking at move {0} of {1}.", looking, moves.length)];
  if (asks) return asks;
  if (over && !winner) return [t("A draw.")];
  if (win_type === "resignation") return parts("{0} has won by resignation.", side(winner));
  if (over) return win_type ? parts("{0} has won by {1}.", side(winner), WON_BY[win_type] ?? said(win_type)) : parts("{0} has won.", side(winner));
  if (pause) return [pause];
  if (hasFailed(puzzle)) return []; // "try again" says all
  const mine = seats.map((_, at) => at + 1).filter((each) => !away.includes(each));
  if (away.length) {
    const [you, mover] = [parts("Together: you are {0}.", side(mine[0])), parts("{0} is to move.", side(to_move))];
    const says = SAID[together] ?? `${capital(said(together))}.`;
    if (together === SILENT) return [...you, " ", ...mover, " ", says, " ", invite];
    return [...you, " ", ...(says ? [says] : mover)];
  }
  const level = files[to_move - 1] ? files[to_move - 1] : seats[to_move - 1] ? t("level {0}", seats[to_move - 1]) : "";
  const you = seats.filter((seat) => !seat).length === 1 ? [...parts("You are {0}.", side(seats.indexOf(0) + 1)), " "] : [];
  const mover = level ? [side(to_move), ` (${level})`] : side(to_move);
  if (thinking) return [...you, ...parts("{0} is thinking.", mover)];
  if (!swap) return [...you, ...parts("{0} is to move.", mover)];
  const mayTake = level ? parts("{0} is to move, or takes the first stone over, as {1}.", mover, there) : parts("{0} is to move, or takes the first stone over, as {1}: press that stone.", mover, there);
  return [...you, ...mayTake];
}

const found = ({ name }) => t("finds a hidden stone on {0}, and moves again", name);

// What the swap rule means for the first stone.
const takenOver = ({ to_move }) => parts("Swap rule: {0} may take the first stone over, so a strong one loses.", side(3 - to_move));

// What the marks that are shown mean, by the first of each kind with a number: "+3 wins in 3 moves (all sides')".
function legendOf(points) {
  const free = points.filter(({ mark, side: taken, unneeded }) => mark && !taken && !unneeded);
  const texts = LEGEND.flatMap(([kinds, means]) => {
    const shown = free.filter(({ mark }) => kinds.includes(mark));
    if (!shown.length) return [];
    const example = shown.find((point) => signOf(point).length > 1);
    const plain = shown.some((point) => signOf(point).length === 1) && `${signOf({ mark: kinds[0] })} ${means}`;
    if (!example) return [plain];
    const { plies, percent } = example;
    if (percent !== undefined) return [`${signOf(example)} ${t("wins about {0} of 100 games, an estimate", percent)}`];
    const counted = tn(plies, "in {0} move", "in {0} moves (all sides')");
    return [`${plain ? `${plain}, ` : ""}${signOf(example)} ${plain ? "" : `${means} `}${counted}`];
  });
  if (points.some(({ unneeded }) => unneeded)) texts.push(t("shaded does not matter"));
  return texts.join("   ");
}
