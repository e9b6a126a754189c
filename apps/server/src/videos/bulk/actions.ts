import type { BulkAction } from "@kinora/domain/videos/library.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { retranscode } from "../../transcoding/service.ts";
import { addVideoTags, removeVideoTags, setVideoCategory } from "../labels/labels.ts";
import { purgeTrashed, restoreVideo } from "../lifecycle/trash.ts";
import { deleteVideo, ownOnly, setPublished } from "../service.ts";

/** Options of a bulk action. */
export interface BulkOptions {
  category_id?: number | null;
  tag_ids?: number[];
}

type Act = (context: Context, grant: ProjectGrant, videoId: number, options: BulkOptions) => Promise<unknown>;

/** The service function of each action: the same one that the single video's button calls. All are idempotent. */
const ACTS: Record<BulkAction, Act> = {
  publish: (context, grant, id) => setPublished(context, grant, id, true),
  unpublish: (context, grant, id) => setPublished(context, grant, id, false),
  set_category: (context, grant, id, options) => setVideoCategory(context, grant, id, options.category_id ?? null),
  add_tags: (context, grant, id, options) => addVideoTags(context, grant, id, options.tag_ids ?? []),
  remove_tags: (context, grant, id, options) => removeVideoTags(context, grant, id, options.tag_ids ?? []),
  retranscode: retranscodeOnce,
  delete: deleteVideo,
  restore: restoreVideo,
  purge: purgeTrashed,
};

/** Actions on videos in the trash; all others are for videos outside it. */
const ON_TRASH: ReadonlySet<BulkAction> = new Set(["restore", "purge"]);

/** Applies an action to one video of the project. @throws the Refusal of the service function. */
export async function actOn(
  context: Context,
  grant: ProjectGrant,
  action: BulkAction,
  videoId: number,
  options: BulkOptions,
): Promise<void> {
  const video = await context.db
    .selectFrom("videos")
    .select(["project_id", "user_id", "deleted_at"])
    .where("id", "=", videoId)
    .executeTakeFirst();
  const own = ownOnly(context, grant);
  const visible = video?.project_id === grant.projectId && (own === null || video.user_id === own);
  if (!visible || (video.deleted_at !== null) !== ON_TRASH.has(action)) {
    // Already deleted or restored: by an earlier run of this action that died, or by another caller.
    if (action === "delete" && visible) return;
    throw new Refusal("not_found", "This video does not exist or belongs to another project.");
  }
  await ACTS[action](context, grant, videoId, options);
}

/** A video that is already being transcoded is not queued twice. */
async function retranscodeOnce(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  const busy = await context.db
    .selectFrom("transcodes")
    .select("id")
    .where("video_id", "=", videoId)
    .where("state", "in", ["queued", "running"])
    .where("version", ">", 1)
    .executeTakeFirst();
  if (!busy) await retranscode(context, grant, videoId);
}
