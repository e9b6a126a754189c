import type { AacConfig } from "./aac-config.ts";
import type { SourceSample } from "./source-fragment.ts";

/** Largest difference between a publisher's clock and the sample count before packets are moved, in seconds. */
const toleranceSeconds = 0.035;

/** Longest inserted silence; a publisher's clock does not jump as far. */
const longestSilenceSeconds = 15;

/** A packet and its bytes. */
export interface SoundSample extends SourceSample {
  data: Buffer;
}

/** Continuous audio packets: timed by their sample count, corrected to the publisher's clock, with silence in gaps. */
export class SoundLane {
  readonly #config: AacConfig;
  #waiting: SoundSample[] = [];
  /** Start of the first buffered packet. */
  #firstTicks: number;
  #endTicks: number;
  #hasBegun = false;

  /** @param startSeconds start of the video: audio starts there or less than a packet earlier. */
  constructor(config: AacConfig, startSeconds: number) {
    this.#config = config;
    this.#firstTicks = this.#endTicks = Math.round(startSeconds * config.sampleRate);
  }

  /** End of the buffered audio. */
  get endSeconds(): number {
    return this.#endTicks / this.#config.sampleRate;
  }

  /** Adds a copy of a packet; false when its time already has audio or silence. */
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

  /** Inserts silence up to a time, or less than a packet beyond it. */
  fill(untilSeconds: number): void {
    const ticks = untilSeconds * this.#config.sampleRate - this.#endTicks;
    if (ticks > 0) this.#bridge(ticks, Math.ceil(ticks / this.#config.packetSamples));
  }

  /** Removes and returns the packets that start before a time. */
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

  /** Places the first packet by the clock, with silence before it from the start of the video. */
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

  /** Fills a gap with silence; without a silent packet the last one is extended. */
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
