// What can be done with the match, as buttons with words: each taps keys of the console for the person.

import { demonstrates, now, press, session, tapPoint } from "../console/console.js";
import { hasFailed } from "../field/help.js";
import { capital, sideName } from "../field/sides.js";
import { said, t } from "../language/language.js";

const ROLES = ["undo", "hint", "back"]; // that have a key, or an entry of the pause
const PLACES = ["entries", "puzzle", "ends", "roles"]; // where the buttons are
const LEAVING = ["menu", "new match"]; // entries that come last
const WORDS = { neighbours: t("show neighbours"), "no draw": t("why no draw"), "wins within": t("coach: wins within") };
const BESIDE = { "try again": "again", "next puzzle": "next", "once more": "more" }; // entries with a button of their own
const GUIDED = { words: t("A guided first game"), tap: { keys: [] } }; // any tap ends the demonstration
const $ = (id) => document.getElementById(id);

export class Actions {
  constructor(keypad) {
    this.keypad = keypad;
    for (const role of ROLES) $(role).onclick = () => press("tap", keypad.toTap(role));
    $("coach").onclick = () => press("tap", keypad.toTake("coach"));
    $("again").onclick = () => press("tap", keypad.toTake("try again"));
    $("next").onclick = () => press("tap", keypad.toTake("next puzzle"));
    $("swap").onclick = () => tapPoint(now.position.points.findIndex(({ last }) => last));
    $("now").onclick = () => press("tap", { keys: now.said.now ?? [] });
  }

  // What the console says, and the position on it, have changed.
  show() {
    const { said: says, position } = now;
    const { keypad } = this;
    const focused = PLACES.some((id) => $(id).contains(document.activeElement));
    const entries = says.entries ?? [];
    const controls = (position?.controls ?? []).map(([words, role, times = 1, on]) => ({ words: said(words), on, entry: words, tap: repeated(keypad.toTap(role), times) }));
    const solving = Boolean(says.puzzle);
    const silent = !position?.advised || position.over; // neither hint nor coach
    const useless = { hint: silent, undo: position?.may_take_back === false };
    for (const role of ROLES) $(role).disabled = !keypad.toTap(role).keys.length || Boolean(useless[role]);
    $("coach").disabled = !keypad.toTake("coach").keys.length || silent;
    $("coach").ariaPressed = String(Boolean(position?.coached));
    $("swap").hidden = !position?.swap || position.paused || Boolean(position.seats[position.to_move - 1]) || position.away.includes(position.to_move);
    $("now").disabled = !says.now?.length;
    $("again").hidden = !solving || !hasFailed(says.puzzle);
    $("next").hidden = !solving || ($("again").hidden && says.puzzle !== "Solved." && !position?.puzzle_of);
    $("roles").hidden = !position || entries.length > 0 || controls.length > 0;
    for (const id of ["hint", "coach", "now"]) $(id).hidden = Boolean(position?.over) && !solving; // there is nothing to ask
    const isBeside = (button) => button && !button.closest("[hidden]");
    const alone = entries.filter((entry) => !isBeside($(BESIDE[entry])));
    const offered = inOrder(alone).map((entry) => ({ words: capital(WORDS[entry] ?? said(entry)), entry, tap: keypad.toTake(entry) }));
    const first = demonstrates(now) && session.first ? [GUIDED] : [];
    this.offer(position || says.screen === "menu" || says.screen === "join" ? [...offered, ...controls] : first);
    if (focused && !document.activeElement.offsetParent) this.keepFocus();
  }

  // The button that had the focus is gone: the first one in its place gets it.
  keepFocus() {
    const next = PLACES.flatMap((id) => [...$(id).querySelectorAll("button")]).find((button) => button.offsetParent && !button.disabled);
    (next ?? document.querySelector("main")).focus({ preventScroll: true });
  }

  // turning: the move that gave the match away; null: none did; undefined: it is not known yet. other: the side that made
  // it, if an engine did: the person would play that side from there.
  turn(turning, other) {
    $("better").textContent = other ? t("Play it better, as {0}", capital(sideName(other))) : t("Play it better");
    $("better").hidden = !turning;
    $("see").hidden = turning === null;
    $("see").disabled = !turning;
  }

  // The entries of the pause, as the lights show them one by one, or what can be done on a screen that explains.
  offer(offered) {
    const words = offered.map((each) => each.words);
    const buttons = [...$("entries").children];
    if (buttons.map(({ textContent }) => textContent).join() === words.join()) return;
    if (buttons.length !== words.length) $("entries").replaceChildren(...offered.map(() => Object.assign(document.createElement("button"), { type: "button" })));
    offered.forEach(({ words, on, entry = "", tap }, at) => {
      const button = Object.assign($("entries").children[at], { textContent: words, onclick: () => press("tap", tap) });
      button.ariaPressed = on === undefined ? null : String(on);
      button.dataset.entry = entry;
    });
    $("entries").hidden = !offered.length;
  }
}

const repeated = (tap, times) => ({ ...tap, keys: Array(times).fill(tap.keys).flat() });
const inOrder = (entries) => [...entries.filter((each) => !LEAVING.includes(each)), ...entries.filter((each) => LEAVING.includes(each))];
