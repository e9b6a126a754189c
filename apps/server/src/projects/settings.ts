import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { change } from "../platform/nouns/change.ts";
import type { Noun } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectRow } from "./queries.ts";

/** A change of a project's settings; undefined fields keep their value. */
export type SettingsChange = InputOf<"projects", "updateProject">;

/** A project; those of an account have different names. */
const PROJECT: Noun<"projects"> = {
  table: "projects",
  scope: "account",
  name: "project",
  title: ({ name }) => name,
  gone: "deleted_at",
  taken: [{ index: "projects_name", message: "There is already a project of this name." }],
  event: () => "project.updated",
};

/** A project in the contract's format. */
export function presentProject(
  { speech }: Pick<Context, "speech">,
  { maximum_upload_bytes: limit, ...row }: ProjectRow,
) {
  return { ...row, max_upload_bytes: limit, captions_available: speech !== null };
}

/**
 * Changes a project's settings. They apply to uploads, deletions and originals from now on.
 * @throws Refusal `invalid` when the name is taken or the category is not one of the project's, `changed_since`.
 */
export async function updateProject(
  context: Context,
  grant: ProjectGrant,
  { version, max_upload_bytes: maximum_upload_bytes, ...settings }: SettingsChange,
) {
  const { projectId: id } = grant;
  const project = await change(context, PROJECT, grant, { id, version }, async (_before, tx) => {
    if (settings.default_category_id) await checkCategory(tx, id, settings.default_category_id);
    return { set: { ...settings, maximum_upload_bytes }, action: "update" };
  });
  return presentProject(context, project);
}

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
