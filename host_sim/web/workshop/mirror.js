// The mirror: what a Pico shows and which of its keys are down, large, and beside it the page itself (index.html), whose
// field, coach and review follow the match. The Pico says it in lines; see mirror_lines.js.

import { SIGNS } from "../field/help.js";
import { ofColour, Panel } from "../handheld/panel.js";
import { isUnder } from "./board_picture.js";
import { Shown } from "./mirror_lines.js";
import * as pico from "./pico.js";
import { complain, during, onPress, say } from "./says.js";

const LEAST_PX = 984; // the width at which the page has words beside its field; below it is made smaller
const LOST = "The Pico has restarted, or its cable is out: the mirror has ended. Plug it in, and connect again.";
const ENDED = "\x04"; // what the raw REPL says after a program
const NONE = "No match is on the Pico: the field comes with it.";
const GUIDED = "The guided first game is on the Pico: only lights and keys.";
const FIRST_GAME = "first game"; // the name of its screen
const $ = (id) => document.getElementById(id);

export class Mirror {
  // connection: see connection.js.
  constructor(connection) {
    this.connection = connection;
    connection.serve("mirror", { worksWhileRunning: () => true });
    this.panel = new Panel($("lights"), ofColour);
    onPress($("mirror-start"), () => this.start(), () => connection.isThere);
    onPress($("mirror-stop"), () => this.stop());
    $("mirror-full").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : $("stage").requestFullscreen());
    addEventListener("message", (event) => event.source === $("follower").contentWindow && event.origin === location.origin && this.answered(event.data));
    new ResizeObserver(() => this.fit()).observe($("follower-place"));
  }

  async start() {
    say("The Pico restarts its program, and goes on with its last match.");
    this.port = await this.connection.lend("mirror", () => this.stop());
    const { first, board } = await this.connection.ask("mirror");
    Object.assign(this, { shown: new Shown(), keys: board.keys ?? {}, on: true });
    this.take(first);
    this.show(true);
    $("stage").focus({ preventScroll: true });
    say("Play on the Pico: the page follows. It plays on if this page is closed.");
    this.reading = this.read();
  }

  // Read lines until somebody stops the mirror, or the port is gone.
  async read() {
    try {
      for await (const line of pico.lines(() => this.on)) {
        if (line.endsWith(ENDED)) return this.ended();
        this.take(line);
      }
    } catch (error) {
      await pico.close(this.port);
      this.end();
      this.connection.runs(null);
      complain(error.name === "Lost" ? new Error(LOST) : error, "mirror");
    }
  }

  async stop() {
    this.on = false;
    await this.reading;
    await this.leave();
  }

  // Let the Pico play on by itself. why: in words.
  async leave(why = "") {
    this.end();
    say(`${why}The Pico restarts its program.`);
    try {
      const { on } = await pico.ask("started");
      say(`${why}The Pico plays on by itself: ${on}.`);
    } finally {
      await pico.close(this.port);
      this.connection.runs();
    }
  }

  // The program on the Pico has ended by itself.
  ended() {
    const stopping = !this.on; // then a person has pressed Stop, which waits for the reading to end
    this.end();
    if (!stopping) during(() => this.leave("The program on the Pico has ended. "));
  }

  end() {
    this.on = false;
    this.show(false);
    if (document.fullscreenElement) document.exitFullscreen();
  }

  show(on) {
    document.body.classList.toggle("mirroring", on);
    $("stage").hidden = !on;
    if (!on) $("follower").removeAttribute("src");
  }

  take(line) {
    const { shown, panel } = this;
    const what = shown.take(line);
    if (what === "board") this.build();
    else if (what === "frame" || what === "palette") panel.show(shown.rgb());
    else if (what === "down") this.caps.forEach((cap, key) => cap.classList.toggle("down", shown.down[key] === "1"));
    else if (what === "match") this.follow();
    else if (what === "screen") this.name();
  }

  // Draw the board: its lights, and its keys below or over them; beside it the page.
  build() {
    const { board, lights, keys } = this.shown;
    const { roles = {} } = this.keys;
    const under = isUnder(this.keys);
    const [width, height] = lights;
    this.panel.set({ width, height, order: [...Array(width * height).keys()] });
    $("face").classList.toggle("under", under);
    $("stage").style.setProperty("--tall", height / width + (under ? 0 : (0.8 * keys[1]) / keys[0]));
    const sign = Object.fromEntries(Object.entries(roles).map(([role, key]) => [key, SIGNS[role]]));
    this.caps = Array.from({ length: keys[0] * keys[1] }, (_, key) => Object.assign(document.createElement("button"), { textContent: sign[key] ?? "" }));
    $("keys").style.gridTemplateColumns = `repeat(${keys[0]}, 1fr)`;
    $("keys").replaceChildren(...this.caps);
    this.ready = false;
    this.alone(NONE);
    $("follower").src = `index.html#follow=${encodeURIComponent(board)}&lights=${lights}`;
  }

  // Say which screen the lights show.
  name() {
    const { screen, match } = this.shown;
    this.panel.name(screen);
    if (!match) this.follow();
  }

  // Let the page follow the match.
  follow() {
    const { match, screen } = this.shown;
    if (!match) return this.alone(screen === FIRST_GAME ? GUIDED : NONE);
    if (this.ready) $("follower").contentWindow.postMessage({ follow: match }, location.origin);
  }

  // What the page says: that it is ready, or why it does not show a match, "" if it does.
  answered({ ready, refused }) {
    if (ready) {
      this.ready = true;
      this.follow();
    } else if (refused !== undefined && this.shown?.match) {
      this.alone(refused);
    }
  }

  // Show only the lights and keys, and why in words; "": the field too.
  alone(why) {
    $("stage").classList.toggle("alone", Boolean(why));
    $("follower-says").textContent = why;
  }

  // A narrow place shows all of the page smaller; on a phone the page knows better.
  fit() {
    const { clientWidth: width, clientHeight: height } = $("follower-place");
    if (!width) return;
    const scale = innerWidth > height ? Math.min(1, width / LEAST_PX) : 1;
    Object.assign($("follower").style, { width: `${width / scale}px`, height: `${height / scale}px`, transform: `scale(${scale})` });
  }
}
