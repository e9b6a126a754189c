import type { Context } from "../context.ts";
import type { Ground } from "../platform/scope.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { insertProject, PROJECT_COLUMNS } from "./queries.ts";

const UNIQUE_VIOLATION = "23505";

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
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal("invalid", "There is already a project of this name.", {
      fields: { name: ["There is already a project of this name."] },
    });
  }
}

/** One project. */
export function readProject(context: Context, projectId: number) {
  return context.db.selectFrom("projects").select(PROJECT_COLUMNS).where("id", "=", projectId).executeTakeFirstOrThrow();
}

/** Deletes a project: from the next request on it is gone for everyone; its videos and files follow as a task. */
export async function deleteProject(context: Context, ground: Ground & { projectId: number }): Promise<void> {
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

/** Adds a category at the end of a project's list. @throws Refusal `invalid` when the name is taken. */
export async function createCategory(context: Context, ground: Ground & { projectId: number }, name: string) {
  try {
    return await context.db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto("categories")
        .values({ project_id: ground.projectId, account_id: ground.accountId, name })
        .returning(["id", "name", "active"])
        .executeTakeFirstOrThrow();
      await audit(tx, {
        accountId: ground.accountId,
        projectId: ground.projectId,
        actor: actorOf(context.caller),
        action: "category.create",
        objectType: "category",
        objectId: row.id,
        objectTitle: row.name,
      });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal("invalid", "There is already a category of this name.", {
      fields: { name: ["There is already a category of this name."] },
    });
  }
}

function isUniqueViolation(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === UNIQUE_VIOLATION;
}
