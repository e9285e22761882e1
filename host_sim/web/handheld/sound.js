// What the piezo sounds like, through WebAudio.

const GAINS = [0, 0.04, 0.12, 0.3]; // by volume
const RAMP_S = 0.002; // no clicks of our own
const AHEAD_S = 0.02;

export class Sound {
  constructor() {
    this.context = new AudioContext();
    this.tone = new OscillatorNode(this.context, { type: "square" });
    this.volume = new GainNode(this.context, { gain: 0 });
    this.tone.connect(this.volume).connect(this.context.destination);
    this.tone.start();
  }

  // tones: [[hertz, volume], ...] of one tick, of which the last one sounds on; 0 Hz is silence.
  play(tones) {
    const [hertz, volume] = tones.at(-1);
    const at = this.context.currentTime + AHEAD_S;
    if (hertz) this.tone.frequency.setValueAtTime(hertz, at);
    this.volume.gain.setTargetAtTime(hertz ? GAINS[volume] : 0, at, RAMP_S);
  }

  stop() {
    this.context.close();
  }
}
