import type { AacConfig } from "./aacConfig.ts";
import type { SourceSample } from "./sourceFragment.ts";

/** How far a publisher's clock may be from where its packets put it before they are moved, in seconds. */
const toleranceSeconds = 0.035;

/** Silence is not put in for longer than this; a publisher's clock does not jump as far. */
const longestSilenceSeconds = 15;

/** A packet and its bytes. */
export interface SoundSample extends SourceSample {
  data: Buffer;
}

/** Packets of sound in a row without holes: counted by their samples, held to the publisher's clock, silence where there is none. */
export class SoundLane {
  readonly #config: AacConfig;
  #waiting: SoundSample[] = [];
  /** Of the first that waits. */
  #firstTicks: number;
  #endTicks: number;
  #hasBegun = false;

  /** @param startSeconds when the picture begins: sound begins there too, or by less than a packet before. */
  constructor(config: AacConfig, startSeconds: number) {
    this.#config = config;
    this.#firstTicks = this.#endTicks = Math.round(startSeconds * config.sampleRate);
  }

  /** Up to where there is sound. */
  get endSeconds(): number {
    return this.#endTicks / this.#config.sampleRate;
  }

  /** Takes a packet, of which it keeps a copy; false when there is sound or silence for its time already. */
  add(atSeconds: number, data: Buffer): boolean {
    const { sampleRate, packetSamples } = this.#config;
    const aheadTicks = atSeconds * sampleRate - this.#endTicks;
    if (!this.#hasBegun) {
      if (aheadTicks < -packetSamples) return false;
      this.#begin(aheadTicks);
    } else if (aheadTicks < -toleranceSeconds * sampleRate) {
      return false;
    } else if (aheadTicks > toleranceSeconds * sampleRate) {
      this.#bridge(aheadTicks, Math.round(aheadTicks / packetSamples));
    }
    this.#push(Buffer.from(data));
    return true;
  }

  /** Puts silence in up to a moment, or less than a packet beyond it. */
  fill(untilSeconds: number): void {
    const ticks = untilSeconds * this.#config.sampleRate - this.#endTicks;
    if (ticks > 0) this.#bridge(ticks, Math.ceil(ticks / this.#config.packetSamples));
  }

  /** Takes away the packets that begin before a moment. */
  takeUntil(untilSeconds: number): { startTicks: number; samples: readonly SoundSample[] } {
    const until = untilSeconds * this.#config.sampleRate;
    const startTicks = this.#firstTicks;
    let count = 0;
    for (const { durationTicks } of this.#waiting) {
      if (this.#firstTicks >= until) break;
      this.#firstTicks += durationTicks;
      count += 1;
    }
    return { startTicks, samples: this.#waiting.splice(0, count) };
  }

  /** The first packet stands where the clock says; silence reaches back from it to the picture's beginning. */
  #begin(aheadTicks: number): void {
    const { packetSamples, sampleRate, silentPacket } = this.#config;
    const ahead = Math.round(aheadTicks);
    if (!silentPacket || ahead > longestSilenceSeconds * sampleRate) {
      this.#firstTicks += ahead;
      this.#endTicks += ahead;
      return;
    }
    const packets = Math.max(0, Math.ceil(ahead / packetSamples));
    const offset = ahead - packets * packetSamples;
    this.#firstTicks += offset;
    this.#endTicks += offset;
    for (let left = packets; left > 0; left -= 1) this.#push(silentPacket);
  }

  /** Silence over a hole; where no silent packet is known, the last one lasts longer. */
  #bridge(ticks: number, packets: number): void {
    const { silentPacket, sampleRate } = this.#config;
    if (ticks <= longestSilenceSeconds * sampleRate && silentPacket) {
      for (let left = packets; left > 0; left -= 1) this.#push(silentPacket);
      return;
    }
    const last = this.#waiting.at(-1);
    const whole = Math.round(ticks);
    if (last) this.#waiting[this.#waiting.length - 1] = { ...last, durationTicks: last.durationTicks + whole };
    else this.#firstTicks += whole;
    this.#endTicks += whole;
  }

  #push(data: Buffer): void {
    const durationTicks = this.#config.packetSamples;
    this.#hasBegun = true;
    this.#waiting.push({ data, sizeBytes: data.length, durationTicks, compositionTicks: 0 });
    this.#endTicks += durationTicks;
  }
}
