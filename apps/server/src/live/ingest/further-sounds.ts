/** Receives a packet of AAC-LC, 48 kHz, stereo; `track` is 1 or more, `atMs` the time on the publisher's clock. */
export type FurtherSoundListener = (track: number, atMs: number, packet: Buffer) => void;

/** A publisher's tracks of sound beside the first, which go past the encoder. */
export class FurtherSounds {
  readonly #timeOf: (timestamp: number) => number | null;
  /** BCP 47 of all tracks, the first one's in front, null where it is not known; empty without further ones. */
  languages: readonly (string | null)[] = [];
  onPacket: FurtherSoundListener | null = null;

  /** @param timeOf a timestamp of sound on the publisher's clock, in milliseconds; null before its first sound */
  constructor(timeOf: (timestamp: number) => number | null) {
    this.#timeOf = timeOf;
  }

  /** Takes a packet with its timestamp. */
  take(track: number, timestamp: number, packet: Buffer): void {
    const atMs = this.#timeOf(timestamp);
    if (atMs !== null) this.onPacket?.(track, atMs, packet);
  }
}
