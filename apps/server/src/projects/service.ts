import type { Context } from "../context.ts";
import { requirePlaceForProject } from "../platform/access/plan-limits.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { findProject, insertProject, readImpact } from "./queries.ts";
import { presentProject } from "./settings.ts";

/**
 * Creates a project in an account.
 * @throws Refusal `invalid` with a message at `name` when the account has a project of that name, `conflict` when its plan allows
 *   no further one.
 */
export async function createProject(context: Context, grant: Grant, project: { name: string; domain: string }) {
  try {
    return await context.db.transaction().execute(async (tx) => {
      await requirePlaceForProject(tx, grant.accountId);
      const row = await insertProject(tx, grant.accountId, project);
      const place = { accountId: grant.accountId, projectId: row.id };
      const object = { type: "project", id: row.id, title: row.name };
      await record(context, tx, place, { action: "project.create", event: "project.created", object });
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
  return presentProject(context, row);
}

/** What deleting a project removes. */
export const projectImpact = (context: Context, projectId: number) => readImpact(context.db, projectId);

/** Deletes a project, effective with the next request; a task deletes its videos and files. */
export async function deleteProject(context: Context, grant: ProjectGrant): Promise<void> {
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
    const object = { type: "project", id: row.id, title: row.name };
    await record(context, tx, grant, { action: "project.delete", event: "project.deleted", object });
  });
}
