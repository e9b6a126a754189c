import { IMPORT_ITEMS_AT_ONCE } from "@kinora/domain/imports/imports.ts";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { task } from "../platform/jobs/tasks.ts";
import { Refusal } from "../platform/refusal.ts";
import { beginItem } from "./begin-item.ts";
import { actAsOwner, announceJob, endJob, importRun, readJob, type ImportJob, type ImportRun } from "./job.ts";
import { settleItem } from "./settle-item.ts";

/** Between two looks at the files that are being fetched. */
const NEXT_LOOK_SECONDS = 2;

/**
 * Works the items of an import in the order of its source, a few at a time: creates their videos, and completes those whose
 * files have come. It runs again until every item has ended; a repeated run continues with what the items say.
 */
export const runImport = task({
  name: "imports.run",
  payload: importRun,
  concurrency: 4,
  maximumFailures: 8,
  async run(services, run, { signal }) {
    const job = await readJob(services.db, run, ["running", "cancelled"]);
    if (!job) return;
    const again = await step(services, job, signal);
    if (again === null) return endJob(services, run, "complete", null);
    if (again instanceof Refusal) return endJob(services, run, "failed", again.message);
    await handOver(services, run, again);
  },
  gaveUp: (services, run: ImportRun, { message }) => endJob(services, run, "failed", message),
});

/** Sends the next run in the transaction that makes this one an earlier one, so that a repeated run sends none. */
async function handOver({ db, jobs }: Services, { importId, attempt }: ImportRun, seconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const next = await tx
      .updateTable("import_jobs")
      .set({ attempts: attempt + 1 })
      .where("id", "=", importId)
      .where("attempts", "=", attempt)
      .returning("id")
      .executeTakeFirst();
    const run = { importId, attempt: attempt + 1 };
    if (next) await jobs.send(tx, runImport, run, { startAfterSeconds: seconds });
  });
}

/**
 * Settles the items whose files have come and begins further ones.
 * @returns seconds until the next step, null when there is none, or why the import cannot go on.
 */
async function step(services: Services, job: ImportJob, signal: AbortSignal): Promise<number | null | Refusal> {
  let owner: { context: Context; grant: ProjectGrant };
  try {
    owner = await actAsOwner(services, job);
    await requireFeature(services, job.account_id, "imports");
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  const { context, grant } = owner;
  let running = 0;
  for (const item of await itemsIn(services, job, "running", IMPORT_ITEMS_AT_ONCE)) {
    signal.throwIfAborted();
    if (!(await settleItem(context, grant, job, item, signal))) running += 1;
    else await announceJob(services.db, job);
  }
  if (job.state === "cancelled") return running > 0 ? NEXT_LOOK_SECONDS : null;
  const waiting = await itemsIn(services, job, "waiting", IMPORT_ITEMS_AT_ONCE - running);
  for (const item of waiting) {
    signal.throwIfAborted();
    const postponed = await beginItem(context, grant, job, item);
    await announceJob(services.db, job);
    if (postponed !== null) return postponed;
  }
  return running + waiting.length > 0 ? NEXT_LOOK_SECONDS : null;
}

const itemsIn = ({ db }: Services, { id }: ImportJob, state: "waiting" | "running", limit: number) =>
  db
    .selectFrom("import_items")
    .selectAll()
    .where("job_id", "=", id)
    .where("state", "=", state)
    .orderBy("position")
    .limit(limit)
    .execute();
