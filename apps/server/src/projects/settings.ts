import type { Tx } from "@kinora/db/connect.ts";
import type { Privacy } from "@kinora/domain/projects/projects.ts";
import type { CaptionsMode } from "@kinora/domain/speech/settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { change } from "../platform/nouns/change.ts";
import type { Noun } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectRow } from "./queries.ts";

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
  captionsMode: CaptionsMode | undefined;
  captionsLanguage: string | null | undefined;
  captionsPublished: boolean | undefined;
}

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
export async function updateProject(context: Context, grant: ProjectGrant, wanted: SettingsChange) {
  const { projectId: id } = grant;
  const project = await change(context, PROJECT, grant, { id, version: wanted.version }, async (_before, tx) => {
    if (wanted.defaultCategoryId) await checkCategory(tx, id, wanted.defaultCategoryId);
    return { set: columnsOf(wanted), action: "update" };
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
  ...(change.captionsMode === undefined ? {} : { captions_mode: change.captionsMode }),
  ...(change.captionsLanguage === undefined ? {} : { captions_language: change.captionsLanguage }),
  ...(change.captionsPublished === undefined ? {} : { captions_published: change.captionsPublished }),
});
