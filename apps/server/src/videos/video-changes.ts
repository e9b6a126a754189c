import type { Executor, Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Context, Services } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { audit, notify, publish } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

const COLUMNS = [
  "id",
  "project_id",
  "account_id",
  "hash",
  "title",
  "status",
  "version",
  "published",
  "duration_seconds",
  "source_key",
  "source_bytes",
  "poster",
  "publish_at",
  "unpublish_at",
  "publish_when_ready",
  "takedown",
] as const;

/** Checks that a project has a video, for reads of its dependents. @throws Refusal `not_found`. */
export async function requireVideo(on: Executor, { projectId }: Pick<ProjectGrant, "projectId">, id: number) {
  const row = await on
    .selectFrom("videos")
    .select("id")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw missingVideo();
}

/** The answer for videos that do not exist and for those of other projects. */
export const missingVideo = () => new Refusal("not_found", "This video does not exist or belongs to another project.");

/** A video that is being changed, locked until the transaction ends. */
export type LockedVideo = Awaited<ReturnType<typeof lockVideo>>;

/** Locks a video of the project. @throws Refusal `not_found` when it was deleted meanwhile. */
export async function lockVideo(tx: Tx, grant: Pick<ProjectGrant, "projectId">, id: number) {
  const row = await tx
    .selectFrom("videos")
    .select([...COLUMNS])
    .where("id", "=", id)
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missingVideo();
  return row;
}

/** For jobs, which have nothing to do for a video that was deleted meanwhile. */
export function goneIsNull(error: unknown): null {
  if (error instanceof Refusal && error.code === "not_found") return null;
  throw error;
}

/** Announces a change of a video: its event, the audit log, open pages and the edge. */
export async function announceVideo(
  services: Services,
  tx: Tx,
  video: Pick<LockedVideo, "id" | "project_id" | "account_id" | "hash" | "title">,
  change: { type: string; actor: Record<string, unknown>; changes?: Record<string, unknown> },
): Promise<void> {
  const place = { accountId: video.account_id, projectId: video.project_id, actor: change.actor };
  await services.emit(tx, { ...place, type: change.type, payload: { video_id: video.id } });
  const { type: action, changes = {} } = change;
  await audit(tx, { ...place, action, objectType: "video", objectId: video.id, objectTitle: video.title, changes });
  await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: video.id });
  await notify(tx, "playback_changed", video.hash);
}

/** The same, in the caller's name. */
export const announceByCaller = (
  context: Context,
  tx: Tx,
  video: LockedVideo,
  type: string,
  changes: Record<string, unknown> = {},
) => announceVideo(context, tx, video, { type, actor: actorOf(context.caller), changes });

/** Adds bytes beside the source and its renditions, such as captions, to the storage of the video and its account. */
export async function addExtraBytes(tx: Tx, videoId: number, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx
    .updateTable("videos")
    .set({ extra_bytes: sql<number>`extra_bytes + ${bytes}`, stored_bytes: sql<number>`stored_bytes + ${bytes}` })
    .where("id", "=", videoId)
    .execute();
}
