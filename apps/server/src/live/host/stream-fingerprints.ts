import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { LAST_END, LOOP_KEY, PICTURES } from "../sessions/session-records.ts";

/** Every sixth round returns all streams, so that failed work is retried. */
const ALL_EVERY = 6;

/** Hash of everything that affects a running stream; null while a stopped recording waits to be finalized, which is retried. */
const FINGERPRINT = sql<string | null>`case when exists (
    select from stream_recordings r where r.stream_id = streams.id and r.state = 'stopping') then null
  else md5(concat_ws(' ', streams::text, streams.test_until > now(), ${LOOP_KEY}, ${LAST_END}, ${PICTURES}, (
    select string_agg(concat_ws(' ', s.id, s.end_wanted, s.testing), ' ') from stream_sessions s
    where s.stream_id = streams.id and s.ended_at is null), (
    select string_agg(concat_ws(' ', t.id, t.enabled, t.name, t.url, t.key_sealed, t.profile), ' ' order by t.id) from stream_restreams t
    where t.stream_id = streams.id), (
    select string_agg(r.id::text, ' ' order by r.id) from stream_recordings r
    where r.stream_id = streams.id and r.state = 'recording')))
  end`;

/** Detects which running streams changed in the database since the last round. */
export class StreamFingerprints {
  readonly #services: Pick<Services, "db">;
  #known = new Map<number, string | null>();
  #rounds = 0;

  constructor(services: Pick<Services, "db">) {
    this.#services = services;
  }

  /** The ids whose fingerprint changed since the last call, with one statement for all of them. */
  async changed(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const before = this.#known;
    const rows = await this.#services.db
      .selectFrom("streams")
      .innerJoin("projects", "projects.id", "streams.project_id")
      .innerJoin("accounts", "accounts.id", "streams.account_id")
      .select(["streams.id", FINGERPRINT.as("fingerprint")])
      .where("streams.id", "in", ids)
      .where("streams.deleted_at", "is", null)
      .where("projects.deleted_at", "is", null)
      .where("projects.suspended_at", "is", null)
      .where("accounts.status", "=", "active")
      .execute();
    this.#known = new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
    this.#rounds += 1;
    if (this.#rounds % ALL_EVERY === 0) return [...ids];
    return ids.filter((id) => {
      const fingerprint = this.#known.get(id) ?? null;
      return fingerprint === null || fingerprint !== before.get(id);
    });
  }

  /** Makes the next call return this stream: applying its change failed. */
  forget(id: number): void {
    this.#known.delete(id);
  }
}
