import { LRUCache } from "lru-cache";
import { networkOf } from "../../platform/http/client-address.ts";
import { Refusal } from "../../platform/refusal.ts";
import { playbackPasswordMatches } from "../../platform/secrets/playback-password.ts";
import type { AppliedProfile } from "./profiles.ts";

const TRIES = 20;
const WINDOW_MS = 15 * 60_000;
const MAXIMUM_NETWORKS = 20_000;
/** Passwords that are checked at one time: each takes 16 MiB and a core for some 50 ms. */
const AT_ONCE = 4;

/** Checks the passwords of profiles. A network has 20 wrong tries in 15 minutes for a profile on this edge. */
export class PasswordCheck {
  readonly #wrong = new LRUCache<string, number>({ max: MAXIMUM_NETWORKS, ttl: WINDOW_MS });
  #running = 0;

  /**
   * Whether what was typed is the profile's password.
   * @throws Refusal `rate_limited` after too many wrong ones, `unavailable` while too many are checked.
   */
  async check(
    profile: AppliedProfile,
    typed: string | undefined,
    address: string,
  ): Promise<"none" | "wrong" | "right"> {
    if (typed === undefined || profile.passwordHash === null) return "none";
    const key = `${profile.id} ${networkOf(address)}`;
    const wrong = this.#wrong.get(key) ?? 0;
    if (wrong >= TRIES)
      throw new Refusal("rate_limited", "Too many wrong passwords. Try again in 15 minutes.", {
        retryAfterSeconds: WINDOW_MS / 1_000,
      });
    if (this.#running >= AT_ONCE)
      throw new Refusal("unavailable", "Many passwords are being checked. Try again.", { retryAfterSeconds: 1 });
    // Counted before the check, so that parallel tries count, too.
    this.#wrong.set(key, wrong + 1);
    this.#running += 1;
    try {
      const isRight = await playbackPasswordMatches(profile.passwordHash, typed);
      if (isRight) this.#wrong.set(key, wrong);
      return isRight ? "right" : "wrong";
    } finally {
      this.#running -= 1;
    }
  }
}
