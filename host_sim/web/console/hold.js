// Which tab of this browser has the console whose match is kept: one at a time, or they would overwrite each other's saves.
// In a browser without Web Locks, each has it. A tab that was frozen may hear late that it has lost it: so the saves say who
// may write them, too.
//
//   const hold = new Hold(lost)   lost(asked): another tab takes it. asked: it waits until the promise of `lost` is done;
//                                 else it is taken already, as this tab did not answer
//   hold.here                     whether this tab has it, as far as it knows
//   hold.id                       what saves.js knows this tab by
//   await hold.take()             take it if no other tab has it; returns whether it is here
//   await hold.takeOver()         take it, from another tab too
//   hold.release()

import { setHolder } from "./saves.js";

const NAME = "glowgrid console"; // of the lock, and of the channel between tabs
const LEAVING_MS = 500; // a page that is closed or loaded anew lets go within this time
const ANSWER_MS = 3000; // a tab that does not let go within this time is frozen
const able = Boolean(navigator.locks && AbortSignal.timeout);

export class Hold {
  constructor(lost) {
    Object.assign(this, { lost, end: null, taking: null, id: undefined });
    if (!able) return;
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = () => this.handOver();
    addEventListener("pagehide", () => this.release());
  }

  get here() {
    return !able || Boolean(this.end);
  }

  take() {
    return this.request({ signal: AbortSignal.timeout(LEAVING_MS) });
  }

  async takeOver() {
    if (this.here) return;
    this.channel.postMessage("take over");
    if (!(await this.request({ signal: AbortSignal.timeout(ANSWER_MS) }))) await this.request({ steal: true });
  }

  release() {
    this.end?.();
    this.end = null;
  }

  async handOver() {
    if (!this.end) return;
    await this.lost(true);
    this.release();
  }

  // Ask for the lock, once at a time; returns whether it is here.
  async request(how) {
    if (this.here) return true;
    this.taking ??= new Promise((resolve) => {
      const held = navigator.locks.request(NAME, how, async () => {
        this.id = await sign();
        await new Promise((end) => {
          this.end = end;
          resolve(true);
        });
      });
      held.catch(() => (this.end ? this.stolen() : resolve(false)));
    });
    const taken = await this.taking;
    this.taking = null;
    return taken;
  }

  stolen() {
    this.end = null;
    this.lost(false);
  }
}

// Write into the saves that this tab may write them; returns its name there, undefined if this browser keeps nothing.
async function sign() {
  const id = `${Date.now()} ${Math.random()}`;
  return setHolder(id).then(
    () => id,
    () => undefined,
  );
}
