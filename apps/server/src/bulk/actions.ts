import type { BulkAction } from "@kinora/domain/library.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { retranscode } from "../transcoding/service.ts";
import { addVideoTags, removeVideoTags, setVideoCategory } from "../videos/labels.ts";
import { deleteVideo, ownOnly, setPublished } from "../videos/service.ts";
import { purgeTrashed, restoreVideo } from "../videos/trash.ts";

/** What an action was told beside its videos. */
export interface BulkOptions {
  category_id?: number | null;
  tag_ids?: number[];
}

type Act = (context: Context, ground: ProjectGround, videoId: number, options: BulkOptions) => Promise<unknown>;

/** What each action does to one video: the same service function one video's own button calls. A second time does no harm. */
const ACTS: Record<BulkAction, Act> = {
  publish: (context, ground, id) => setPublished(context, ground, id, true),
  unpublish: (context, ground, id) => setPublished(context, ground, id, false),
  set_category: (context, ground, id, options) => setVideoCategory(context, ground, id, options.category_id ?? null),
  add_tags: (context, ground, id, options) => addVideoTags(context, ground, id, options.tag_ids ?? []),
  remove_tags: (context, ground, id, options) => removeVideoTags(context, ground, id, options.tag_ids ?? []),
  retranscode: retranscodeOnce,
  delete: deleteVideo,
  restore: restoreVideo,
  purge: purgeTrashed,
};

/** Actions on what is in the trash; all others are for videos that are not. */
const ON_TRASH: ReadonlySet<BulkAction> = new Set(["restore", "purge"]);

/** Does an action to one video of the project. @throws Refusal with what its own button would have said. */
export async function actOn(
  context: Context,
  ground: ProjectGround,
  action: BulkAction,
  videoId: number,
  options: BulkOptions,
): Promise<void> {
  const video = await context.db
    .selectFrom("videos")
    .select(["project_id", "user_id", "deleted_at"])
    .where("id", "=", videoId)
    .executeTakeFirst();
  const own = ownOnly(context, ground);
  const visible = video?.project_id === ground.projectId && (own === null || video.user_id === own);
  if (!visible || (video.deleted_at !== null) !== ON_TRASH.has(action)) {
    // Deleted, taken back or gone already: by a run of this very action that died, or by somebody else.
    if (action === "delete" && visible) return;
    throw new Refusal("not_found", "This video does not exist or belongs to another project.");
  }
  await ACTS[action](context, ground, videoId, options);
}

/** A video whose renditions are being made already is not lined up a second time. */
async function retranscodeOnce(context: Context, ground: ProjectGround, videoId: number): Promise<void> {
  const busy = await context.db
    .selectFrom("transcodes")
    .select("id")
    .where("video_id", "=", videoId)
    .where("state", "in", ["queued", "running"])
    .where("version", ">", 1)
    .executeTakeFirst();
  if (!busy) await retranscode(context, ground, videoId);
}
