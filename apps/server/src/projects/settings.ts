import type { Tx } from "@kinora/db/connect.ts";
import type { Privacy } from "@kinora/domain/projects/projects.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { requireVersion } from "../platform/database/version.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { findProject, lockProject, type ProjectRow } from "./queries.ts";

/** A change of a project's settings; undefined fields keep their value. */
export interface SettingsChange {
  /** What the caller had read. */
  version?: number | undefined;
  name: string;
  domain: string;
  timezone: string | undefined;
  defaultCategoryId: number | null | undefined;
  defaultPrivacy: Privacy | undefined;
  maximumUploadBytes: number | null | undefined;
  sourceRetentionDays: number | null | undefined;
  trashDays: number | undefined;
  publishedUrlPattern: string | null | undefined;
}

/** A project in the contract's format. */
export function presentProject({ maximum_upload_bytes: limit, ...row }: ProjectRow) {
  return { ...row, max_upload_bytes: limit };
}

/**
 * Changes a project's settings. They apply to uploads, deletions and originals from now on.
 * @throws Refusal `invalid` when the name is taken or the category is not one of the project's, `changed_since`.
 */
export async function updateProject(context: Context, grant: ProjectGrant, change: SettingsChange) {
  try {
    return await context.db.transaction().execute(async (tx) => {
      const before = await lockProject(tx, grant.projectId);
      if (!before) throw missing();
      requireVersion(before, change.version, "project");
      if (change.defaultCategoryId) await checkCategory(tx, grant.projectId, change.defaultCategoryId);
      await tx.updateTable("projects").set(columnsOf(change)).where("id", "=", grant.projectId).execute();
      const after = await findProject(tx, grant.projectId);
      if (!after) throw missing();
      const changes = differences(before, after);
      const object = { type: "project", id: after.id, title: after.name };
      if (Object.keys(changes).length > 0)
        await record(context, tx, grant, { action: "project.update", event: "project.updated", object, changes });
      return presentProject(after);
    });
  } catch (error) {
    if (violatedIndex(error) === null) throw error;
    const message = "There is already a project of this name.";
    throw new Refusal("invalid", message, { fields: { name: [message] } });
  }
}

const missing = () => new Refusal("not_found", "This project does not exist.");

async function checkCategory(tx: Tx, projectId: number, categoryId: number): Promise<void> {
  const category = await tx
    .selectFrom("categories")
    .select("id")
    .where("id", "=", categoryId)
    .where("project_id", "=", projectId)
    .where("leaving_at", "is", null)
    .executeTakeFirst();
  if (category) return;
  const message = "Choose a category of this project.";
  throw new Refusal("invalid", message, { fields: { default_category_id: [message] } });
}

const columnsOf = (change: SettingsChange) => ({
  name: change.name,
  domain: change.domain,
  ...(change.timezone === undefined ? {} : { timezone: change.timezone }),
  ...(change.defaultCategoryId === undefined ? {} : { default_category_id: change.defaultCategoryId }),
  ...(change.defaultPrivacy === undefined ? {} : { default_privacy: change.defaultPrivacy }),
  ...(change.maximumUploadBytes === undefined ? {} : { maximum_upload_bytes: change.maximumUploadBytes }),
  ...(change.sourceRetentionDays === undefined ? {} : { source_retention_days: change.sourceRetentionDays }),
  ...(change.trashDays === undefined ? {} : { trash_days: change.trashDays }),
  ...(change.publishedUrlPattern === undefined ? {} : { published_url_pattern: change.publishedUrlPattern }),
});

/** What changed, each as [before, after]. */
function differences(before: ProjectRow, after: ProjectRow): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => name !== "created_at" && name !== "version" && old.get(name) !== value)
      .map(([name, value]) => [name, [old.get(name), value]]),
  );
}
