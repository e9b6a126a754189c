import { sql } from "kysely";
import type { Services } from "../context.ts";
import { LAST_END, LOOP_KEY, PICTURES } from "./session-records.ts";

/** Every so many looks all streams are followed, so that what failed is tried again. */
const ALL_EVERY = 6;

/** Everything a stream on air follows, in a few letters; null where something waits that is tried again until it works. */
const STANDING = sql<string | null>`case when exists (
    select from stream_recordings r where r.stream_id = streams.id and r.state = 'stopping') then null
  else md5(concat_ws(' ', streams::text, streams.test_until > now(), ${LOOP_KEY}, ${LAST_END}, ${PICTURES}, (
    select string_agg(concat_ws(' ', s.id, s.end_wanted, s.testing), ' ') from stream_sessions s
    where s.stream_id = streams.id and s.ended_at is null), (
    select string_agg(concat_ws(' ', t.id, t.enabled, t.name, t.url, t.key_sealed, t.profile), ' ' order by t.id) from stream_restreams t
    where t.stream_id = streams.id), (
    select string_agg(r.id::text, ' ' order by r.id) from stream_recordings r
    where r.stream_id = streams.id and r.state = 'recording')))
  end`;

/** Remembers how streams on air stood, to tell which have to be looked at again. */
export class Standings {
  readonly #services: Pick<Services, "db">;
  #known = new Map<number, string | null>();
  #looks = 0;

  constructor(services: Pick<Services, "db">) {
    this.#services = services;
  }

  /** Those of these streams about which something is not as it was the last time, with one statement for all. */
  async changed(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const before = this.#known;
    const rows = await this.#services.db
      .selectFrom("streams")
      .innerJoin("projects", "projects.id", "streams.project_id")
      .innerJoin("accounts", "accounts.id", "streams.account_id")
      .select(["streams.id", STANDING.as("standing")])
      .where("streams.id", "in", ids)
      .where("streams.deleted_at", "is", null)
      .where("projects.deleted_at", "is", null)
      .where("accounts.status", "=", "active")
      .execute();
    this.#known = new Map(rows.map(({ id, standing }) => [id, standing]));
    this.#looks += 1;
    if (this.#looks % ALL_EVERY === 0) return [...ids];
    return ids.filter((id) => {
      const standing = this.#known.get(id) ?? null;
      return standing === null || standing !== before.get(id);
    });
  }

  /** What was to be done about a stream did not work. */
  forget(id: number): void {
    this.#known.delete(id);
  }
}
