import { readPlaybackToken, type PassHolder, type PlaybackPass } from "../platform/access/playback-token.ts";

const MAXIMUM_PASSES = 5_000;

/** A cache of passes with a verified signature: a viewer sends the same one with every segment. */
export class KnownPasses {
  readonly #key: string;
  readonly #passes = new Map<string, PlaybackPass & { hash: string }>();

  /** `key` is the installation's playback secret. */
  constructor(key: string) {
    this.#key = key;
  }

  /** The holder of the pass `token` for this video; null when it is invalid or has expired. */
  holder(token: string, hash: string, now: Date): PassHolder | null {
    return this.find(token, hash, now)?.holder ?? null;
  }

  /** The pass `token` for this video or playlist; null when it is invalid or has expired. */
  find(token: string, hash: string, now: Date): PlaybackPass | null {
    const known = this.#passes.get(token);
    const pass = known?.hash === hash ? known : readPlaybackToken(this.#key, token, hash);
    // Invalid passes are not cached, so that guessing evicts no valid one.
    if (!pass) return null;
    if (pass !== known) this.#remember(token, { ...pass, hash });
    return pass.expiresAt > now.getTime() ? pass : null;
  }

  #remember(token: string, pass: PlaybackPass & { hash: string }): void {
    this.#passes.set(token, pass);
    const [oldest] = this.#passes.keys();
    if (this.#passes.size > MAXIMUM_PASSES && oldest !== undefined) this.#passes.delete(oldest);
  }
}
