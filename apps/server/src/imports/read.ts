import type { Tx } from "@kinora/db/connect.ts";
import { IMPORT_ITEMS_MAX, type ImportEntry } from "@kinora/domain/imports/imports.ts";
import { sql } from "kysely";
import { task } from "../platform/jobs/tasks.ts";
import { GiveUp, Refusal } from "../platform/refusal.ts";
import { FetchProblem } from "../uploads/import/fetch-url.ts";
import { importedBefore, isFrom, otherKey } from "./imported-before.ts";
import { actAsOwner, announceJob, endJob, importRun, readJob, type ImportJob } from "./job.ts";
import { readSource } from "./sources/read-source.ts";

const TRIES = 3;

/** Reads the source of an import into its items. A repeated run starts over. */
export const readImport = task({
  name: "imports.read",
  payload: importRun,
  concurrency: 2,
  maximumFailures: TRIES,
  async run(services, run, { signal, failures }) {
    const job = await readJob(services.db, run, ["reading"]);
    if (!job) return;
    try {
      await actAsOwner(services, job);
      const { name, entries } = await readSource(services, job, signal);
      await services.db.transaction().execute((tx) => storeItems(tx, job, { name, entries }));
    } catch (error) {
      if (error instanceof Refusal) throw new GiveUp("internal", error.message);
      if (error instanceof FetchProblem && (!error.passing || failures + 1 >= TRIES))
        throw new GiveUp(error.code, error.message);
      throw error;
    }
  },
  gaveUp: (services, run, { message }) => endJob(services, run, "failed", message),
});

/** Stores what was read, unless the import was cancelled meanwhile. */
export async function storeItems(
  tx: Tx,
  job: ImportJob,
  { name, entries }: { name: string; entries: readonly ImportEntry[] },
): Promise<void> {
  const kept = entries.slice(0, IMPORT_ITEMS_MAX);
  const leftOut = entries.length - kept.length;
  const message = leftOut > 0 ? `${leftOut} items beyond the first ${IMPORT_ITEMS_MAX} were left out.` : null;
  const ready = await tx
    .updateTable("import_jobs")
    .set({ state: "ready", name, message })
    .where("id", "=", job.id)
    .where("attempts", "=", job.attempts)
    .where("state", "=", "reading")
    .returning("id")
    .executeTakeFirst();
  if (!ready) return;
  const seen = new Set<string>();
  const rows = kept.map((entry, position) => {
    const again = seen.has(entry.key);
    seen.add(entry.key);
    const reason = entry.problem ?? (again ? "The source lists this item twice." : null);
    return { position, source_key: entry.key, entry, state: reason === null ? "waiting" : "skipped", reason };
  });
  await sql`
    insert into import_items (job_id, project_id, position, source_key, entry, state, reason, notes)
    select ${job.id}, ${job.project_id}, r.position, r.source_key, r.entry, r.state, r.reason,
      array(select jsonb_array_elements_text(r.entry->'notes'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(position integer, source_key text, entry jsonb, state text, reason text)`.execute(tx);
  await skipImported(tx, job, kept);
  await announceJob(tx, job);
}

/** Skips the items whose video the project has from an import before. */
async function skipImported(
  tx: Tx,
  { id, project_id: projectId }: ImportJob,
  entries: readonly ImportEntry[],
): Promise<void> {
  const skipped = sql`state = 'skipped', reason = 'It was imported before.', video_id = before.video_id`;
  await sql`
    update import_items i set ${skipped} from (${importedBefore(projectId)}) before
    where i.job_id = ${id} and i.state = 'waiting' and ${isFrom(sql`before`, sql`i.source_key`)}`.execute(tx);
  const others = entries.flatMap((entry, position) => {
    const other = otherKey(entry);
    return other ? [{ position, ...other }] : [];
  });
  await sql`
    update import_items i set ${skipped}
    from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as other(position integer, key text, url text),
      (${importedBefore(projectId)}) before
    where i.job_id = ${id} and i.state = 'waiting' and i.position = other.position
      and ${isFrom(sql`before`, sql`other.key`)} and before.url = other.url`.execute(tx);
}
