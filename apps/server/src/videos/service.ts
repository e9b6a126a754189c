import type { Tx } from "@kinora/db/connect.ts";
import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, pictureSize } from "@kinora/domain/players/frame.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { canTakeCategory } from "@kinora/domain/videos/categories.ts";
import type { Context } from "../context.ts";
import { memberLinks } from "../platform/access/playback-links.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { requireVersion } from "../platform/database/version.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { notify, publish } from "../platform/events/events.ts";
import { record } from "../platform/events/record.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { defaultFrame } from "../platform/player-frame.ts";
import { Refusal } from "../platform/refusal.ts";
import { ownDetailColumns, readDetails, setVideoTags } from "./details/details.ts";
import { readEditedState } from "./details/edited-state.ts";
import { presentVideos } from "./details/present.ts";
import { readRenditions, readWork } from "./details/renditions.ts";
import { readSourceFacts } from "./details/source-facts.ts";
import { readVideos } from "./rows.ts";
import { missingVideo } from "./video-changes.ts";

/** Restricts callers who may add but not see videos to their own; a key that may only upload sees none. */
export function ownOnly({ caller }: Context, grant: Grant): number | null {
  if (grant.permissions.has("video_view")) return null;
  return caller.kind === "user" ? caller.userId : 0;
}

/** One video with the data of its page. @throws Refusal `not_found`. */
export async function readVideo(context: Context, grant: ProjectGrant, id: number) {
  const [row] = await readVideos(context.db, [id]);
  const own = ownOnly(context, grant);
  if (row?.project_id !== grant.projectId || (own !== null && row.user?.id !== own)) throw missingVideo();
  const [video] = await presentVideos(context, [row], true);
  if (!video) throw missingVideo();
  const links = memberLinks(context, row.hash);
  const { edge } = context.config.urls;
  const known = await readSourceFacts(context.db, row);
  const frame = await defaultFrame(context.db, row.project_id);
  const places = { edge, file: grant.permissions.has("video_download") ? links.file : null };
  return {
    ...video,
    ...(await readDetails(context, row)),
    project_id: row.project_id,
    source: {
      file_name: row.file_name,
      size_bytes: row.source_bytes,
      sha256: row.source_sha256?.toString("hex") ?? null,
      facts: known?.facts ?? null,
    },
    renditions: await readRenditions(context.db, row, places),
    encoded_because: known?.encodedBecause ?? null,
    similar_rungs: known?.similar ?? [],
    missing_rungs: row.source_bytes === null ? [] : (known?.missing ?? []),
    work: await readWork(context.db, row, places),
    hls_url: `${edge}/hls/${row.hash}/master.m3u8`,
    dash_url: `${edge}/hls/${row.hash}/manifest.mpd`,
    embed: {
      title: row.title,
      hash: row.hash,
      ...embedCodes(edge, row.hash, row.title, frameInCodes(frame, pictureSize(row))),
    },
    preview_url: links.preview(),
  };
}

type VideoChange = InputOf<"videos", "updateVideo">;

/**
 * Saves a video's meta data. @throws Refusal `invalid` when the category is not one of the project's, or is off and new to
 * this video, for a reference id another video has, `changed_since`, and what `setVideoTags` and `ownDetailColumns` throw.
 */
export async function updateVideo(context: Context, grant: ProjectGrant, id: number, change: VideoChange) {
  try {
    const version = await saveChange(context, grant, id, change);
    return { ...(await summary(context, id)), details_version: version };
  } catch (error) {
    if (violatedIndex(error) !== "videos_reference") throw error;
    const message = "Another video of this project has this reference id.";
    throw new Refusal("invalid", message, { fields: { reference_id: [message] } });
  }
}

/** Returns the version that is stored then. */
async function saveChange(context: Context, grant: ProjectGrant, id: number, change: VideoChange): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const { details_version: version, category_id: categoryId } = await lockDetails(tx, grant, id);
    requireVersion({ version }, change.details_version, "video");
    const before = await readEditedState(tx, grant.projectId, id);
    if (change.category_id) {
      const category = await tx
        .selectFrom("categories")
        .select(["id", "active"])
        .where("id", "=", change.category_id)
        .where("project_id", "=", grant.projectId)
        .where("leaving_at", "is", null)
        .executeTakeFirst();
      if (!category) throw wrongCategory("Choose a category of this project.");
      if (!canTakeCategory(category, categoryId))
        throw wrongCategory("This category is switched off. Choose another one.");
    }
    const row = await tx
      .updateTable("videos")
      .set({
        title: change.title,
        description: change.description,
        category_id: change.category_id,
        updated_at: context.clock.now(),
        ...ownDetailColumns(change),
      })
      .where("id", "=", id)
      .returning(["hash", "title", "details_version"])
      .executeTakeFirstOrThrow();
    if (change.tags) await setVideoTags(tx, context, grant, id, change.tags);
    const changes = changesBetween(before ?? {}, (await readEditedState(tx, grant.projectId, id)) ?? {});
    await announce(context, tx, grant, id, row.hash, "video.updated", row.title, changes);
    return row.details_version;
  });
}

/** Locks a video until the transaction ends. @throws Refusal `not_found`. */
async function lockDetails(tx: Tx, { projectId }: ProjectGrant, id: number) {
  const row = await tx
    .selectFrom("videos")
    .select(["details_version", "category_id"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw missingVideo();
  return row;
}

/** Publishes or unpublishes a video. Idempotent. @throws Refusal `not_found`, and `conflict` for publishing one that was taken down. */
export async function setPublished(context: Context, grant: ProjectGrant, id: number, published: boolean) {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("videos")
      .select(["hash", "title", "published", "takedown"])
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw missingVideo();
    if (published && row.takedown)
      throw new Refusal(
        "conflict",
        "The operator took this video down. It cannot be published until it is reinstated.",
      );
    if (row.published === published) return;
    const now = context.clock.now();
    await tx
      .updateTable("videos")
      .set({ published, published_at: published ? now : null, updated_at: now })
      .where("id", "=", id)
      .execute();
    await announce(context, tx, grant, id, row.hash, published ? "video.published" : "video.unpublished", row.title);
  });
  return summary(context, id);
}

/**
 * Deletes a video: it is inaccessible at once, its transcode stops and a task deletes its files.
 * Returns whether it can be restored: a finished video is moved to the trash of projects that have one.
 */
export async function deleteVideo(context: Context, grant: ProjectGrant, id: number): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("videos")
      .set({ deleted_at: context.clock.now() })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .where("deleted_at", "is", null)
      .returning((query) => [
        "hash",
        "title",
        "status",
        query.selectFrom("projects").select("trash_days").where("id", "=", grant.projectId).as("trash_days"),
      ])
      .executeTakeFirst();
    if (!row) throw missingVideo();
    await announce(context, tx, grant, id, row.hash, "video.deleted", row.title);
    return row.status === "complete" && (row.trash_days ?? 0) > 0;
  });
}

/** One video as lists show it. */
export async function summary(context: Context, id: number) {
  const [video] = await presentVideos(context, await readVideos(context.db, [id]), false);
  if (!video) throw missingVideo();
  return video;
}

const wrongCategory = (message: string) => new Refusal("invalid", message, { fields: { category_id: [message] } });

/** Announces a change of a video: event, audit log, open lists and the edge. */
export async function announce(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  id: number,
  hash: string,
  type: string,
  title: string,
  changes: Record<string, unknown> = {},
) {
  await record(context, tx, grant, { action: type, object: { type: "video", id, title }, changes });
  await publish(tx, projectChannel(grant.projectId), VIDEO_CHANGED_EVENT, { id });
  await notify(tx, "playback_changed", hash);
}
