// WebMIDI as the page sees it, with fake Launchpads: `midi.plug(name, layout)`, `midi.unplug(name)`, `midi.hide(name)`, `midi.press(name, note)`;
// midi.sent: [[name, bytes], ...]; midi.allow: whether a person allows SysEx.

() => {
  const access = { inputs: new Map(), outputs: new Map(), onstatechange: null };
  const changed = (port) => access.onstatechange?.({ port });
  const say = (name, data) => access.inputs.get(name)?.onmidimessage?.({ data: new Uint8Array(data) });
  window.midi = {
    sent: [], asked: [], allow: true,
    plug(name, layout = []) {
      const send = (data) => {
        if (access.outputs.get(name) !== output) throw new DOMException("gone", "InvalidStateError");
        midi.sent.push([name, [...data]]);
        if (data[0] === 0xf0 && data.length === 8 && data[6] === 0) say(name, [...data.slice(0, 7), ...layout, 0xf7]); // which layout?
      };
      const output = { name, send };
      access.inputs.set(name, { name, onmidimessage: null, state: "connected" });
      access.outputs.set(name, output);
      changed(output);
    },
    unplug(name) {
      access.inputs.delete(name);
      access.outputs.delete(name);
      changed({ name });
    },
    hide: (name) => access.outputs.delete(name), // its input is there first
    press: (name, note, down = true) => say(name, [0x90, note, down ? 127 : 0]),
  };
  navigator.requestMIDIAccess = async (options) => {
    midi.asked.push(options);
    if (!midi.allow) throw new DOMException("denied", "SecurityError");
    return access;
  };
};
