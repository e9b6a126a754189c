import { RECLAIM_NAMED } from "@kinora/domain/operations/reclaim.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { readDisks } from "./disks.ts";

interface Orphans {
  folders: number;
  files: number;
  bytes: number;
  deleted: number;
  kept: number;
}

const NONE: Orphans = { folders: 0, files: 0, bytes: 0, deleted: 0, kept: 0 };

/** The disks of this host, and the last search for what could be deleted. */
export async function readStorage(context: Context) {
  const [disks, scan] = await Promise.all([readDisks(context), readScan(context)]);
  return { ...disks, scan };
}

async function readScan({ db }: Context) {
  const scan = await db.selectFrom("storage_scans").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  if (!scan) return null;
  const counted = await sql<Orphans>`
    select count(*) filter (where state = 'found')::int as folders,
      coalesce(sum(files) filter (where state = 'found'), 0)::bigint as files,
      coalesce(sum(bytes) filter (where state = 'found'), 0)::bigint as bytes,
      count(*) filter (where state = 'deleted')::int as deleted, count(*) filter (where state = 'kept')::int as kept
    from storage_orphans where scan_id = ${scan.id}`.execute(db);
  const largest = await db
    .selectFrom("storage_orphans")
    .select(["folder", "files", "bytes", "newest_at"])
    .where("scan_id", "=", scan.id)
    .where("state", "=", "found")
    .orderBy("bytes", "desc")
    .orderBy("folder")
    .limit(RECLAIM_NAMED)
    .execute();
  return { ...scan, orphans: { ...(counted.rows[0] ?? NONE), largest } };
}
