import { readPlaybackToken, type PassHolder, type PlaybackPass } from "../platform/playback-token.ts";

const MAXIMUM_PASSES = 5_000;

/** Passes whose signature was checked before: a viewer shows the same one with every segment. */
export class KnownPasses {
  readonly #key: string;
  readonly #passes = new Map<string, PlaybackPass & { hash: string }>();

  /** `key` is the installation's playback secret. */
  constructor(key: string) {
    this.#key = key;
  }

  /** Whose pass for this video `token` is; null when it is none or has run out. */
  holder(token: string, hash: string, now: Date): PassHolder | null {
    const known = this.#passes.get(token);
    const pass = known?.hash === hash ? known : readPlaybackToken(this.#key, token, hash);
    // An invalid pass is not remembered: guessing pushes no valid one out.
    if (!pass) return null;
    if (pass !== known) this.#remember(token, { ...pass, hash });
    return pass.expiresAt > now.getTime() ? pass.holder : null;
  }

  #remember(token: string, pass: PlaybackPass & { hash: string }): void {
    this.#passes.set(token, pass);
    const [oldest] = this.#passes.keys();
    if (this.#passes.size > MAXIMUM_PASSES && oldest !== undefined) this.#passes.delete(oldest);
  }
}
