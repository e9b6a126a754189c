import { playbackTokenExpiry } from "../platform/playback-token.ts";

const MAXIMUM_PASSES = 5_000;

interface Pass {
  hash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Passes whose signature was checked before: a viewer shows the same one with every segment. */
export class KnownPasses {
  readonly #key: string;
  readonly #passes = new Map<string, Pass>();

  /** `key` is the installation's playback secret. */
  constructor(key: string) {
    this.#key = key;
  }

  /** Whether `token` is a pass for this video that has not run out. */
  opens(token: string, hash: string, now: Date): boolean {
    const known = this.#passes.get(token);
    if (known?.hash === hash) return known.expiresAt > now.getTime();
    const expiresAt = playbackTokenExpiry(this.#key, token, hash);
    // What is no pass is not remembered: guessing pushes no real one out.
    if (expiresAt === null) return false;
    this.#passes.set(token, { hash, expiresAt });
    const [oldest] = this.#passes.keys();
    if (this.#passes.size > MAXIMUM_PASSES && oldest !== undefined) this.#passes.delete(oldest);
    return expiresAt > now.getTime();
  }
}
