import { sql } from "kysely";
import type { Chore } from "../../platform/jobs/chores.ts";

const KEPT_DAYS = 30;

/** Deletes live hosts without a heartbeat for 30 days, except where a livestream on air waits for its host. */
export const forgetLiveHosts: Chore = {
  name: "live.forget_hosts",
  does: "Deletes live hosts that have been away for 30 days.",
  everySeconds: 3_600,
  async run({ db }) {
    await sql`
      delete from stream_hosts h where h.seen_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from streams s
          where s.host = h.host and (s.ingest <> 'none' or s.on_air <> 'nothing'))`.execute(db);
  },
};
