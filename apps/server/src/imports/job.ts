import { holds } from "@kinora/contract/access.ts";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import type { ImportItemState, ImportState } from "@kinora/domain/imports/imports.ts";
import { IMPORT_CHANGED_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { restoreCaller } from "../platform/access/acting.ts";
import { authorize, type ProjectGrant } from "../platform/access/scope.ts";
import { publish } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

export type ImportJob = Selectable<Schema["import_jobs"]>;
export type ImportItem = Selectable<Schema["import_items"]>;

/** Names a run of an import; the jobs of earlier runs do nothing. */
export const importRun = z.object({ importId: z.number(), attempt: z.number() });
export type ImportRun = z.infer<typeof importRun>;

/** An import while it is in one of these states and this run; undefined when it is not, or not any more. */
export const readJob = (on: Executor, { importId, attempt }: ImportRun, states: readonly ImportState[]) =>
  on
    .selectFrom("import_jobs")
    .selectAll()
    .where("id", "=", importId)
    .where("attempts", "=", attempt)
    .where("state", "in", states)
    .executeTakeFirst();

/** Who owns an import, with the permissions they have now. @throws Refusal when they may not upload to the project any more. */
export async function actAsOwner(
  services: Services,
  job: ImportJob,
): Promise<{ context: Context; grant: ProjectGrant }> {
  const caller = await restoreCaller(services.db, job);
  const grant = await authorize(services.db, caller, holds("video_add", "project"), job.project_id);
  if (!grant) throw new Refusal("not_found", "This project is deleted.");
  return { context: { ...services, caller }, grant: { ...grant, projectId: job.project_id } };
}

/** Ends an import in this run, unless it has ended. Items that have not ended are cancelled and can be retried. */
export async function endJob(
  { db, clock, emit }: Services,
  { importId, attempt }: ImportRun,
  state: "complete" | "failed",
  message: string | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable("import_jobs")
      .set({ state, message, finished_at: clock.now() })
      .where("id", "=", importId)
      .where("attempts", "=", attempt)
      .where("state", "in", ["reading", "running"])
      .returning(["id", "project_id", "account_id"])
      .executeTakeFirst();
    if (!ended) return;
    await cancelItems(tx, importId, ["waiting", "running"]);
    await emit(tx, {
      ...{ type: `import.${state}`, projectId: ended.project_id, accountId: ended.account_id },
      ...{ payload: { import_id: importId }, actor: { kind: "system" } },
    });
    await announceJob(tx, ended);
  });
}

/** Cancels the items of an import that are in these states. */
export const cancelItems = (tx: Tx, importId: number, states: readonly ImportItemState[]) =>
  tx
    .updateTable("import_items")
    .set({ state: "cancelled" })
    .where("job_id", "=", importId)
    .where("state", "in", states)
    .execute();

/** Announces that an import or its items changed. */
export const announceJob = (on: Executor, { id, project_id: projectId }: Pick<ImportJob, "id" | "project_id">) =>
  publish(on, projectChannel(projectId), IMPORT_CHANGED_EVENT, { id });
