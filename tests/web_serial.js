// Web Serial as the page sees it, with the port of tests/web_serial.py behind it. about: info (of the port), granted; other: whether another Pico
// is plugged in, too, whose port nobody may open; renewed: whether the port is another object after each restart, as in some browsers.

(about) => {
  if (window !== top) return; // a frame of the page
  const lost = () => new DOMException("The device has been lost.", "NetworkError");
  const ask = (what, body) => fetch(`/serial/${what}`, { method: "POST", body, keepalive: what === "write" && body.length < 1000 });
  let serial, port, granted = about.granted;

  class Port extends EventTarget {
    readable = null;
    writable = null;
    getInfo() { return about.info; }
    async setSignals() {}
    async open() {
      if (this.readable) throw new DOMException("The port is already open.", "InvalidStateError");
      const answer = await ask("open");
      if (!answer.ok) throw new DOMException("Failed to open serial port.", "NetworkError");
      const bytes = answer.body.getReader();
      const readable = (this.readable = new ReadableStream({
        pull: async (to) => {
          const { done, value } = await bytes.read().catch(() => ({ done: true }));
          if (!done) return to.enqueue(value);
          if (this.readable !== readable) return; // closed, and perhaps open again
          to.error(lost());
          this.readable = this.writable = null;
        },
      }));
      this.writable = new WritableStream({
        write: async (data) => {
          if (!(await ask("write", data)).ok) throw lost();
        },
      });
    }
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("a stream is locked");
      this.readable = this.writable = null;
      await ask("close");
    }
  }

  // A Pico that is none of the page's business.
  class Other extends Port {
    async open() { window.opened_other = true; throw new DOMException("it is another one", "NetworkError"); }
  }

  class Serial extends EventTarget {
    chosen = null; // another port that a person chooses
    others = about.other ? [new Other()] : [];
    // A port as it comes, or goes.
    tell(type, target) {
      this.dispatchEvent(Object.defineProperty(new Event(type), "target", { value: target }));
    }
    plugIn() { this.others.push(new Other()); this.tell("connect", this.others.at(-1)); }
    unplugOther() { this.tell("disconnect", this.others.pop()); }
    async getPorts() {
      const there = granted && (await (await ask("plugged")).json());
      return [...this.others, ...(there ? [port] : [])]; // those that are older come first
    }
    async requestPort() {
      if (!navigator.userActivation.isActive) throw new DOMException("no user gesture", "SecurityError");
      if (this.chosen) return this.chosen; // it is there, whatever the bench's Pico does
      if (!(await (await ask("choose")).json())) throw new DOMException("no port selected", "NotFoundError");
      granted = true;
      return port;
    }
  }
  [serial, port] = [new Serial(), new Port()];
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
  (async () => { // the cable, as long as the page is open
    for (let was = null; ; ) {
      const answer = await ask("cable", JSON.stringify(was)).catch(() => null);
      if (!answer) return;
      const now = await answer.json();
      if (was !== null && now !== was) {
        if (now && about.renewed) port = new Port();
        serial.tell(now ? "connect" : "disconnect", port);
      }
      was = now;
    }
  })();
}
