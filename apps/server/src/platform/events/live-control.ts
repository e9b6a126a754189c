import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** PostgreSQL channel with the ids of streams whose settings changed; live hosts read them again. */
export const LIVE_CONTROL = "live_control";

/** Notifies live hosts of every stream on air of an account or a project that has been suspended or closed. */
export async function notifyLiveHosts(on: Executor, of: { accountId: number } | { projectId: number }): Promise<void> {
  const whose = "accountId" in of ? sql`account_id = ${of.accountId}` : sql`project_id = ${of.projectId}`;
  await sql`
    select pg_notify(${LIVE_CONTROL}, id::text) from streams
    where ${whose} and deleted_at is null and (ingest <> 'none' or on_air <> 'nothing')`.execute(on);
}
