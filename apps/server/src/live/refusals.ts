import type { Services } from "../context.ts";
import { logStream } from "./announce.ts";
import { claimedStream, hashOfKey } from "./keys.ts";
import { NO_ROOM } from "./ladder-room.ts";
import type { PublishRefused, PublishRequest } from "./rtmp/session.ts";
import type { LiveStream } from "./session-records.ts";

/** Refusals of one stream are written down no more often than this: encoders try again and again. */
const TOLD_EVERY_MS = 5_000;
const MAXIMUM_REMEMBERED = 1_000;

/** Keys of test pictures, which nobody typed: what becomes of them is told elsewhere. */
const TEST_KEY = /^test-[0-9a-f]{32}$/;

/** Publishers that were sent away, told to the owner of the stream they named. */
export class Refusals {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #toldAt = new Map<string, number>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /** The key is good, but the machine has enough to do. */
  async noRoom({ key, clientIp }: PublishRequest, stream: LiveStream): Promise<PublishRefused> {
    this.#services.log.info({ ip: clientIp, stream: stream.id }, "there is no room for a publisher");
    if (!TEST_KEY.test(key) && this.#mayTell(stream.hash))
      await logStream(this.#services.db, stream, { type: "no_room", severity: "error", detail: NO_ROOM, clientIp });
    return { refused: NO_ROOM };
  }

  /** The key is good for nothing, or for `disabled`; the stream it claims to be for is told why, never the key. */
  async badKey({ key, clientIp }: PublishRequest, disabled: LiveStream | null): Promise<void> {
    const { db, log } = this.#services;
    log.info({ ip: clientIp, stream: disabled?.id }, "a publisher was refused");
    if (TEST_KEY.test(key)) return;
    const hash = disabled?.hash ?? claimedStream(key);
    if (hash === null || !this.#mayTell(hash)) return;
    const claimed = await db
      .selectFrom("streams")
      .innerJoin("accounts", "accounts.id", "streams.account_id")
      .select(["streams.id", "streams.project_id", "streams.key_hash", "accounts.status"])
      .where("streams.hash", "=", hash)
      .where("streams.deleted_at", "is", null)
      .executeTakeFirst();
    if (!claimed) return;
    // Only who knows the key hears how the account stands.
    const isRight = disabled !== null || claimed.key_hash.equals(hashOfKey(key));
    const standing = claimed.status === "active" ? "the stream is disabled" : "the account is suspended";
    const reason = isRight ? standing : "wrong stream key";
    const told = { type: "key_rejected", severity: "warning", detail: `A publisher was refused: ${reason}.` } as const;
    await logStream(db, claimed, { ...told, clientIp });
  }

  #mayTell(hash: string): boolean {
    if (performance.now() - (this.#toldAt.get(hash) ?? -Infinity) < TOLD_EVERY_MS) return false;
    if (this.#toldAt.size > MAXIMUM_REMEMBERED) this.#toldAt.clear();
    this.#toldAt.set(hash, performance.now());
    return true;
  }
}
