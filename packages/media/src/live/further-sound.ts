import { writeFragment } from "../packaging/fragment-writer.ts";
import { readAacConfig, stereoConfig } from "./aac-config.ts";
import { SoundLane } from "./sound-lane.ts";

/** Track id of the sound within its own segments, as in `silentInit`, which describes it. */
const trackId = 1;
/** Fragment numbers per second, as those of the rungs. */
const numbersInSecond = 128;
/** Sample flags (ISO/IEC 14496-12 §8.8.3.1): depends on no other. */
const independent = 0x0200_0000;

/** A further sound of a publisher on the clock of a timeline: AAC-LC, 48 kHz, stereo, without holes up to where it is cut. */
export class FurtherSound {
  readonly #lane: SoundLane;

  /** @param startSeconds of the timeline's clock, where the first segment begins. */
  constructor(startSeconds: number) {
    const config = readAacConfig(stereoConfig);
    if (!config) throw new Error("The configuration of further sounds cannot be read.");
    this.#lane = new SoundLane(config, startSeconds);
  }

  /** Up to where there is sound, on the timeline's clock. */
  get endSeconds(): number {
    return this.#lane.endSeconds;
  }

  /** Adds a packet; one whose time already has sound is dropped. */
  add(atSeconds: number, packet: Buffer): void {
    this.#lane.add(atSeconds, packet);
  }

  /** Cuts off what is before a time, filled with silence, as a segment. */
  cut(untilSeconds: number): Buffer {
    this.#lane.fill(untilSeconds);
    const { startTicks, samples } = this.#lane.takeUntil(untilSeconds);
    return writeFragment({
      ...{ sequence: Math.floor((startTicks / 48_000) * numbersInSecond), trackId, decodeTimeTicks: startTicks },
      samples: samples.map(({ sizeBytes, durationTicks }) => ({
        ...{ sizeBytes, durationTicks, flags: independent, compositionOffsetTicks: 0 },
      })),
      data: samples.map(({ data }) => data),
    });
  }
}
