import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { notifyLiveHosts } from "../platform/events/live-control.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";

/** Bytes a project may store; null for no quota. */
export interface StorageQuota {
  /** From here on owners are warned. */
  softBytes: number | null;
  /** Uploads beyond it are refused. */
  hardBytes: number | null;
}

/**
 * Suspends a project: nothing of it plays, its encoders are disconnected and nothing is uploaded to it; all else can be changed.
 * Nothing changes for one that is suspended.
 */
export const suspendProject = (context: Context, grant: ProjectGrant, reason?: string): Promise<void> =>
  changeProject(context, grant, async (tx, project) => {
    if (project.suspended_at !== null) return null;
    const suspendedAt = context.clock.now();
    await tx.updateTable("projects").set({ suspended_at: suspendedAt }).where("id", "=", grant.projectId).execute();
    await notifyLiveHosts(tx, { projectId: grant.projectId });
    return { action: "project.suspended", changes: reason === undefined ? {} : { reason } };
  });

/** Ends the suspension of a project; nothing changes for one that is not suspended. */
export const resumeProject = (context: Context, grant: ProjectGrant): Promise<void> =>
  changeProject(context, grant, async (tx, project) => {
    if (project.suspended_at === null) return null;
    await tx.updateTable("projects").set({ suspended_at: null }).where("id", "=", grant.projectId).execute();
    return { action: "project.resumed", changes: {} };
  });

/**
 * Sets how much a project may store. What is stored stays, and its owners are warned again when it still reaches the soft quota.
 * @throws Refusal `invalid` at `soft_bytes` when it is above the hard one.
 */
export const setStorageQuota = (context: Context, grant: ProjectGrant, quota: StorageQuota): Promise<void> =>
  changeProject(context, grant, async (tx, project) => {
    const { softBytes, hardBytes } = quota;
    if (softBytes !== null && hardBytes !== null && softBytes > hardBytes) {
      const message = "The warning comes before uploads are refused: choose a smaller size.";
      throw new Refusal("invalid", message, { fields: { soft_bytes: [message] } });
    }
    if (project.storage_soft_bytes === softBytes && project.storage_hard_bytes === hardBytes) return null;
    await tx
      .updateTable("projects")
      .set({ storage_soft_bytes: softBytes, storage_hard_bytes: hardBytes, storage_warned_at: null })
      .where("id", "=", grant.projectId)
      .execute();
    return {
      action: "project.limited",
      changes: {
        storage_soft_bytes: [project.storage_soft_bytes, softBytes],
        storage_hard_bytes: [project.storage_hard_bytes, hardBytes],
      },
    };
  });

type Project = Awaited<ReturnType<typeof lockProject>>;

/** Changes a project in one transaction with its event and its line in the audit log; `apply` answers null where nothing changed. */
const changeProject = (
  context: Context,
  { accountId, projectId }: ProjectGrant,
  apply: (tx: Tx, project: Project) => Promise<{ action: string; changes: Record<string, unknown> } | null>,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    const line = await apply(tx, project);
    if (!line) return;
    const object = { type: "project", id: projectId, title: project.name };
    await record(context, tx, { accountId, projectId }, { ...line, object });
  });

async function lockProject(tx: Tx, projectId: number) {
  const project = await tx
    .selectFrom("projects")
    .select(["name", "suspended_at", "storage_soft_bytes", "storage_hard_bytes"])
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!project) throw new Refusal("not_found", "This project does not exist.");
  return project;
}
