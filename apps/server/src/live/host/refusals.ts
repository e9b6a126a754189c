import type { Services } from "../../context.ts";
import { NO_ROOM } from "../encoding/ladder-room.ts";
import type { PublishRefused, PublishRequest } from "../ingest/rtmp/session.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { logStream } from "../streams/announce.ts";
import { claimedStream, hashOfKey } from "../streams/keys.ts";

/** Least time between two log entries of one stream: encoders reconnect continuously. */
const LOG_INTERVAL_MS = 5_000;
const MAXIMUM_REMEMBERED = 1_000;

/** Single-use keys of test pictures, whose refusals are not logged. */
const TEST_KEY = /^test-[0-9a-f]{32}$/;

/** Why a publisher with the right key is refused, by the status of the account. */
const REASONS = {
  active: "the stream is disabled",
  suspended: "the account is suspended",
  closing: "the account is closed",
  closed: "the account is closed",
} as const;

const reasonOf = (place: { status: keyof typeof REASONS; suspended_at: Date | null }): string =>
  place.status === "active" && place.suspended_at !== null ? "the project is suspended" : REASONS[place.status];

/** Writes refused publishers to the log of the stream whose key they used. */
export class Refusals {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #loggedAt = new Map<string, number>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /** Refuses a publisher with a valid key: this machine has no encoding capacity left, or the account's plan allows no more. */
  async noRoom({ key, clientIp }: PublishRequest, stream: LiveStream, detail = NO_ROOM): Promise<PublishRefused> {
    this.#services.log.info({ ip: clientIp, stream: stream.id, detail }, "publisher refused: no room");
    if (!TEST_KEY.test(key) && this.#mayLog(stream.hash))
      await logStream(this.#services.db, stream, { type: "no_room", severity: "error", detail, clientIp });
    return { refused: detail };
  }

  /** The stream is on air on another live host, where a publisher is connected. */
  elsewhere({ clientIp }: PublishRequest, stream: LiveStream): PublishRefused {
    this.#services.log.info({ ip: clientIp, stream: stream.id }, "publisher refused: another live host has the stream");
    return { refused: "Another publisher is connected to this stream." };
  }

  /** Another publisher has the stream; its log says so by itself. */
  taken({ clientIp }: PublishRequest, stream: LiveStream): void {
    this.#services.log.info({ ip: clientIp, stream: stream.id }, "publisher refused: another one publishes");
  }

  /** Logs a refused key to the stream it names, without the key. @param disabled the stream of a valid key that is disabled. */
  async badKey({ key, clientIp }: PublishRequest, disabled: LiveStream | null): Promise<void> {
    const { db, log } = this.#services;
    log.info({ ip: clientIp, stream: disabled?.id }, "publisher refused: key not accepted");
    if (TEST_KEY.test(key)) return;
    const hash = disabled?.hash ?? claimedStream(key);
    if (hash === null || !this.#mayLog(hash)) return;
    const claimed = await db
      .selectFrom("streams")
      .innerJoin("projects", "projects.id", "streams.project_id")
      .innerJoin("accounts", "accounts.id", "streams.account_id")
      .select(["streams.id", "streams.project_id", "streams.key_hash", "accounts.status", "projects.suspended_at"])
      .where("streams.hash", "=", hash)
      .where("streams.deleted_at", "is", null)
      .executeTakeFirst();
    if (!claimed) return;
    // The account's status is shown only for the right key.
    const isRight = disabled !== null || claimed.key_hash.equals(hashOfKey(key));
    const reason = isRight ? reasonOf(claimed) : "wrong stream key";
    const entry = { type: "key_rejected", severity: "warning", detail: `A publisher was refused: ${reason}.` } as const;
    await logStream(db, claimed, { ...entry, clientIp });
  }

  #mayLog(hash: string): boolean {
    if (performance.now() - (this.#loggedAt.get(hash) ?? -Infinity) < LOG_INTERVAL_MS) return false;
    if (this.#loggedAt.size > MAXIMUM_REMEMBERED) this.#loggedAt.clear();
    this.#loggedAt.set(hash, performance.now());
    return true;
  }
}
