import type { Database } from "@kinora/db/connect.ts";
import { EMBED_NOTICES } from "@kinora/domain/playback/embed-page.ts";
import { sql } from "kysely";
import { inTime } from "../platform/database/database-away.ts";
import { HASH } from "./paths.ts";

const PUBLIC_ID = new RegExp(`^${HASH}$`);

/** What viewers read where playback is suspended. */
export const SUSPENDED_MESSAGE = `${EMBED_NOTICES.suspended.title}. ${EMBED_NOTICES.suspended.text}`;

/**
 * Whether a public id is that of a published video, a livestream or a published playlist that plays nowhere because its account or
 * project is suspended. Nothing is said of one whose account is being closed, or that the operator took down.
 */
export async function isSuspended(db: Database, hash: string): Promise<boolean> {
  if (!PUBLIC_ID.test(hash)) return false;
  const reading = sql<{ suspended: boolean }>`
    select exists (
      select from (
        select project_id from videos where hash = ${hash} and deleted_at is null and published and takedown is null
        union all select project_id from streams where hash = ${hash} and deleted_at is null
        union all select project_id from playlists where hash = ${hash} and published
      ) item
      join projects project on project.id = item.project_id
      join accounts account on account.id = project.account_id
      where project.deleted_at is null
        and (account.status = 'suspended' or (account.status = 'active' and project.suspended_at is not null))
    ) as suspended`.execute(db);
  const { rows } = await inTime(reading);
  return rows[0]?.suspended ?? false;
}
