// The LEDs as an eye sees them: light back to lightness, and the glow around each. As host_sim/terminal/led_colour.py.

import { t } from "../language/language.js";

const EXPOSURE = 2.5; // a channel byte of 255 / EXPOSURE looks fully bright
const GAMMA = 2.2;
const FLOOR = 0.1; // the dimmest LED still shows its own colour
const LENS = "rgb(27 30 36)"; // an LED that is off
const RADIUS = 0.4; // of its square

// How light a channel looks, 0 to 1: of what is sent to an LED, or of a colour as the eye sees it.
const ofWire = (channel) => Math.min(1, (channel * EXPOSURE) / 255) ** (1 / GAMMA);
export const ofColour = (channel) => channel / 255;

function seen(channels, looks) {
  const light = Array.from(channels, looks);
  const most = Math.max(...light);
  return light.map((channel) => Math.round((255 * channel * (FLOOR + (1 - FLOOR) * most)) / most));
}

export class Panel {
  constructor(canvas, looks = ofWire) {
    Object.assign(this, { canvas, looks, width: 8, height: 8, order: [], rgb: null, due: false });
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  // order: the pixel of each LED on the wire, row by row from the top left.
  set({ width, height, order }) {
    Object.assign(this, { width, height, order, rgb: new Uint8Array(3 * width * height) });
    this.canvas.style.setProperty("--ratio", width / height);
    this.draw();
  }

  // What the lights show, for those who do not see it.
  name(words) {
    this.canvas.setAttribute("aria-label", t("{0} by {1} lights: {2}", this.width, this.height, words));
  }

  // Show a frame, R, G, B per LED, with the next picture of the browser.
  show(rgb) {
    this.rgb = rgb;
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.draw();
      if (!performance.getEntriesByName("first frame").length) performance.mark("first frame");
    });
  }

  draw() {
    const { canvas, width, height } = this;
    if (!this.rgb) return;
    const dots = Math.round(canvas.clientWidth * devicePixelRatio);
    if (canvas.width !== dots) {
      canvas.width = dots;
      canvas.height = Math.round((dots * height) / width);
    }
    const pen = canvas.getContext("2d");
    const size = dots / width;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this.order.forEach((pixel, led) => {
      const x = ((pixel % width) + 0.5) * size;
      const y = (Math.floor(pixel / width) + 0.5) * size;
      const rgb = this.rgb.slice(3 * led, 3 * led + 3);
      this.led(pen, x, y, size, rgb.some(Boolean) ? seen(rgb, this.looks) : null);
    });
  }

  led(pen, x, y, size, colour) {
    const circle = (radius, fill) => {
      pen.fillStyle = fill;
      pen.beginPath();
      pen.arc(x, y, radius * size, 0, 2 * Math.PI);
      pen.fill();
    };
    if (!colour) return circle(RADIUS, LENS);
    const own = `rgb(${colour.join(" ")})`;
    const shine = `rgb(${colour.map((channel) => Math.round(channel + (255 - channel) * 0.35)).join(" ")})`;
    const glow = pen.createRadialGradient(x, y, 0, x, y, size * 0.8);
    glow.addColorStop(0.4, `rgb(${colour.join(" ")} / 0.3)`);
    glow.addColorStop(1, `rgb(${colour.join(" ")} / 0)`);
    circle(0.8, glow);
    const lens = pen.createRadialGradient(x, y, 0, x, y, size * RADIUS);
    lens.addColorStop(0, shine);
    lens.addColorStop(1, own);
    circle(RADIUS, lens);
  }
}
