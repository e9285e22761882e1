// What the emulated piezo sounds like, through WebAudio.

const LOUDEST = 0.3;
const RAMP_S = 0.002; // no clicks of our own
const AHEAD_S = 0.03;

export class Sound {
  constructor() {
    this.context = new AudioContext();
    this.tone = new OscillatorNode(this.context, { type: "square" });
    this.volume = new GainNode(this.context, { gain: 0 });
    this.tone.connect(this.volume).connect(this.context.destination);
    this.tone.start();
  }

  // tones: [[ns, hertz, duty], ...] of a stretch that began at startNs.
  play(tones, startNs) {
    const begin = this.context.currentTime + AHEAD_S;
    for (const [ns, hertz, duty] of tones) {
      const at = begin + Math.max(0, ns - startNs) / 1e9;
      if (hertz) this.tone.frequency.setValueAtTime(hertz, at);
      // The narrower the pulses, the weaker their fundamental; ears hear that as a root of it.
      const gain = hertz ? LOUDEST * Math.sqrt(Math.sin(Math.PI * Math.min(duty, 0.5))) : 0;
      this.volume.gain.setTargetAtTime(gain, at, RAMP_S);
    }
  }

  stop() {
    this.context.close();
  }
}
