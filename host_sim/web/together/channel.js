// The connection of two pages on one network: no server is asked, neither for the way nor for what is said.
//
//   const channel = new Channel({ heard, changed })   heard(text): from the other page; changed(): another state
//   await channel.invite()            begin; the text that invites (signal.js), null if the browser names no host
//   await channel.answer(invitation)  what read() made of the other's text; the text that answers it, or null
//   await channel.accept(answer)      what read() made of that; the connection opens
//   channel.isOf(answer)              whether it answers what was said here last
//   channel.say(text)                 to the other page, if it is there
//   channel.end()
//   channel.state                     "", "invites", "answers", "connects", "open" or "lost"

import { namesHost, signOf, textOf } from "./signal.js";

const FOUND_MS = 3000; // by then a browser has found where it is heard
const MOST = 256; // letters of a text that is heard

export const able = "RTCPeerConnection" in globalThis;

export class Channel {
  constructor({ heard, changed }) {
    Object.assign(this, { heard, changed, state: "", peer: null, channel: null, invitation: "" });
    addEventListener("pagehide", () => this.peer?.close()); // the other one knows at once
  }

  async invite() {
    const peer = this.begin();
    this.take(peer.createDataChannel("glowgrid"));
    const text = (this.invitation = await this.describe(peer));
    return this.is(peer, text && "invites") && text;
  }

  async answer(invitation) {
    const peer = this.begin();
    peer.ondatachannel = ({ channel }) => peer === this.peer && this.take(channel);
    await peer.setRemoteDescription(invitation);
    const text = await this.describe(peer, invitation.text);
    return this.is(peer, text && "answers") && text;
  }

  isOf = ({ answers }) => this.state === "invites" && answers === signOf(this.invitation);

  async accept(answer) {
    const { peer } = this;
    await peer.setRemoteDescription(answer);
    if (this.state === "invites") this.is(peer, "connects");
  }

  say(text) {
    if (this.state === "open") this.channel.send(text);
  }

  end() {
    this.peer?.close();
    Object.assign(this, { peer: null, channel: null, invitation: "" });
    this.set("");
  }

  begin() {
    this.peer?.close();
    const peer = (this.peer = new RTCPeerConnection());
    this.channel = null;
    this.invitation = "";
    peer.onconnectionstatechange = () => peer.connectionState === "failed" && this.state === "open" && this.is(peer, "lost");
    return peer;
  }

  take(channel) {
    this.channel = channel;
    const { peer } = this;
    channel.onopen = () => this.is(peer, "open");
    channel.onclose = () => this.is(peer, "lost");
    channel.onmessage = ({ data }) => peer === this.peer && typeof data === "string" && data.length <= MOST && this.heard(data);
  }

  async describe(peer, invitation) {
    await peer.setLocalDescription();
    await new Promise((resolve) => {
      const done = () => peer.iceGatheringState === "complete" && resolve();
      peer.onicegatheringstatechange = done;
      done();
      setTimeout(resolve, FOUND_MS);
    });
    return peer === this.peer && namesHost(peer.localDescription) ? textOf(peer.localDescription, invitation) : null;
  }

  // The state of a connection, unless another one has been begun since. Returns whether it is a state.
  is(peer, state) {
    if (peer !== this.peer) return false;
    this.set(state || "");
    return Boolean(state);
  }

  set(state) {
    if (state === this.state) return;
    this.state = state;
    this.changed();
  }
}
