// Which tab of this browser has the console whose match is kept: one at a time, or they would overwrite each other's saves.
// In a browser without Web Locks, each has it. A tab that was frozen may hear late that it has lost it: so the saves say who
// may write them, too.
//
//   const hold = new Hold(lost)   lost(asked): another tab takes it. asked: it waits until the promise of `lost` is done;
//                                 else it is taken already
//   hold.here                     whether this tab has it, as far as it knows
//   await hold.sign()             what saves.js knows this tab by, which may write them; throws if they cannot be written
//   await hold.take()             take it if no other tab has it; returns whether it is here
//   await hold.takeOver()         take it, from another tab too
//   hold.release()

import { connected, setHolder } from "./saves.js";

const NAME = "glowgrid console"; // of the lock, and of the channel between tabs
const LEAVING_MS = 500; // a page that is closed or loaded anew lets go within this time
const ANSWER_MS = 3000; // a tab that does not let go within this time is frozen
const able = Boolean(navigator.locks && AbortSignal.timeout);

export class Hold {
  constructor(lost) {
    Object.assign(this, { lost, end: null, taking: null, signing: null, id: undefined, signed: !able });
    if (!able) return;
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = () => this.handOver();
    addEventListener("pagehide", () => this.release());
  }

  get here() {
    return !able || Boolean(this.end);
  }

  take() {
    return this.request(LEAVING_MS);
  }

  async takeOver() {
    await this.taking; // which waits less, and asks no other tab
    if (this.here) return;
    this.channel.postMessage("take over");
    if (!(await this.request(ANSWER_MS))) await this.request();
  }

  release() {
    this.end?.();
    this.end = null;
  }

  async handOver() {
    await this.signing;
    if (!this.end) return;
    await this.lost(true);
    this.release();
    this.lost(false); // a press may have come meanwhile
  }

  // Ask for the lock, once at a time; returns whether it is here. ms: how long to wait for it; without, it is stolen.
  async request(ms) {
    if (this.here) return true;
    this.taking ??= this.ask(ms).finally(() => (this.taking = null));
    return this.taking;
  }

  async ask(ms) {
    await connected().catch(() => {}); // first: so who takes it later signs later
    return new Promise((resolve) => {
      let stolen = false;
      const held = navigator.locks.request(NAME, ms ? { signal: AbortSignal.timeout(ms) } : { steal: true }, async () => {
        Object.assign(this, { id: `${Date.now()} ${Math.random()}`, signed: false });
        this.signing = this.sign().catch(() => {}); // the next save tries again
        await this.signing;
        if (stolen) return;
        await new Promise((end) => {
          this.end = end;
          resolve(true);
        });
      });
      held.catch(() => {
        stolen = true;
        if (this.end) this.stolen();
        else resolve(false);
      });
    });
  }

  stolen() {
    this.end = null;
    this.lost(false);
  }

  async sign() {
    if (!this.signed) await setHolder(this.id);
    this.signed = true;
    return this.id;
  }
}
