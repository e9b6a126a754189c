import type { Context } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Ground, ProjectGround } from "../platform/scope.ts";
import { violatedIndex } from "../platform/unique-violation.ts";
import { findProject, insertProject, readImpact } from "./queries.ts";
import { presentProject } from "./settings.ts";

/**
 * Creates a project in an account.
 * @throws Refusal `invalid` with a message at `name` when the account has a project of that name.
 */
export async function createProject(context: Context, ground: Ground, project: { name: string; domain: string }) {
  const actor = actorOf(context.caller);
  try {
    return await context.db.transaction().execute(async (tx) => {
      const row = await insertProject(tx, ground.accountId, project);
      await context.emit(tx, {
        type: "project.created",
        accountId: ground.accountId,
        projectId: row.id,
        payload: { project_id: row.id },
        actor,
      });
      await audit(tx, {
        accountId: ground.accountId,
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

/** What would go with a project if it were deleted. */
export const projectImpact = (context: Context, projectId: number) => readImpact(context.db, projectId);

/** Deletes a project: from the next request on it is gone for everyone; its videos and files follow as a task. */
export async function deleteProject(context: Context, ground: ProjectGround): Promise<void> {
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("projects")
      // The name becomes free for a new project at once; the hash stays taken for good.
      .set({ deleted_at: context.clock.now() })
      .where("id", "=", ground.projectId)
      .where("deleted_at", "is", null)
      .returning(["id", "name"])
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found", "This project does not exist.");
    await context.emit(tx, {
      type: "project.deleted",
      accountId: ground.accountId,
      projectId: row.id,
      payload: { project_id: row.id },
      actor,
    });
    await audit(tx, {
      accountId: ground.accountId,
      projectId: row.id,
      actor,
      action: "project.delete",
      objectType: "project",
      objectId: row.id,
      objectTitle: row.name,
    });
  });
}
