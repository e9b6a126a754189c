import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { requirePlaceForProject } from "../platform/access/plan-limits.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { findProject, insertProject, readImpact } from "./queries.ts";
import { presentProject } from "./settings.ts";

/**
 * Creates a project in an account.
 * @throws Refusal `invalid` with a message at `name` when the account has a project of that name, `conflict` when its plan allows
 *   no further one.
 */
export async function createProject(context: Context, grant: Grant, project: { name: string; domain: string }) {
  const actor = actorOf(context.caller);
  try {
    return await context.db.transaction().execute(async (tx) => {
      await requirePlaceForProject(tx, grant.accountId);
      const row = await insertProject(tx, grant.accountId, project);
      await context.emit(tx, {
        type: "project.created",
        accountId: grant.accountId,
        projectId: row.id,
        payload: { project_id: row.id },
        actor,
      });
      await audit(tx, {
        accountId: grant.accountId,
        projectId: row.id,
        actor,
        action: "project.create",
        objectType: "project",
        objectId: row.id,
        objectTitle: row.name,
      });
      return row;
    });
  } catch (error) {
    if (violatedIndex(error) === null) throw error;
    throw new Refusal("invalid", "There is already a project of this name.", {
      fields: { name: ["There is already a project of this name."] },
    });
  }
}

/** One project with its settings. @throws Refusal `not_found`. */
export async function readProject(context: Context, projectId: number) {
  const row = await findProject(context.db, projectId);
  if (!row) throw new Refusal("not_found", "This project does not exist.");
  return presentProject(row);
}

/** What deleting a project removes. */
export const projectImpact = (context: Context, projectId: number) => readImpact(context.db, projectId);

/** Deletes a project, effective with the next request; a task deletes its videos and files. */
export async function deleteProject(context: Context, grant: ProjectGrant): Promise<void> {
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("projects")
      // The name is available for a new project immediately; the hash is never reused.
      .set({ deleted_at: context.clock.now() })
      .where("id", "=", grant.projectId)
      .where("deleted_at", "is", null)
      .returning(["id", "name"])
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found", "This project does not exist.");
    await context.emit(tx, {
      type: "project.deleted",
      accountId: grant.accountId,
      projectId: row.id,
      payload: { project_id: row.id },
      actor,
    });
    await audit(tx, {
      accountId: grant.accountId,
      projectId: row.id,
      actor,
      action: "project.delete",
      objectType: "project",
      objectId: row.id,
      objectTitle: row.name,
    });
  });
}
