import type { Tx } from "@kinora/db/connect.ts";
import { shareLink } from "@kinora/domain/playback/embed.ts";
import { publishedUrl } from "@kinora/domain/playback/published-url.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { posterMoments } from "@kinora/domain/videos/video-details.ts";
import { mergedClosedCaptions, type ClosedCaptions } from "@kinora/media/packaging/closed-captions.ts";
import type { Context } from "../../context.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { lockTagsInOrder } from "../../platform/lists/tag-order.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readCaptionsOf } from "../captions/captions.ts";
import type { VideoRow } from "../rows.ts";

type OwnDetails = Pick<InputOf<"videos", "updateVideo">, "reference_id" | "language" | "metadata">;

/** Fields of a video's own page beside those of lists. */
export async function readDetails(context: Context, row: Pick<VideoRow, "id" | "hash" | "size_bytes">) {
  const { db } = context;
  const [video, captions, closedCaptions, poster] = await Promise.all([
    db
      .selectFrom("videos")
      .innerJoin("projects", "projects.id", "videos.project_id")
      .select([
        "videos.reference_id",
        "videos.language",
        "videos.metadata",
        "videos.details_version",
        "videos.chapters",
        "videos.publish_at",
        "videos.unpublish_at",
        "videos.publish_when_ready",
        "videos.published_at",
        "videos.source_bytes",
        "videos.extra_bytes",
        "videos.ladder_preset",
        "projects.timezone",
        "projects.published_url_pattern",
      ])
      .where("videos.id", "=", row.id)
      .executeTakeFirstOrThrow(),
    readCaptionsOf(db, row.id),
    readClosedCaptions(context, row.id),
    readPoster(context, row.id),
  ]);
  const { publish_at, unpublish_at, publish_when_ready } = video;
  const originalBytes = video.source_bytes ?? 0;
  const share = shareLink(context.config.urls.edge, row.hash);
  const named = { id: row.id, hash: row.hash, reference_id: video.reference_id };
  return {
    reference_id: video.reference_id,
    language: video.language,
    metadata: video.metadata,
    details_version: video.details_version,
    chapters: video.chapters,
    captions,
    closed_captions: closedCaptions,
    poster,
    schedule: { publish_at, unpublish_at, publish_when_ready },
    published_at: video.published_at,
    time_zone: video.timezone,
    ladder_preset: video.ladder_preset,
    published_url: publishedUrl(video.published_url_pattern, named, share),
    storage: {
      original_bytes: originalBytes,
      extra_bytes: video.extra_bytes,
      renditions_bytes: Math.max(0, row.size_bytes - originalBytes - video.extra_bytes),
    },
  };
}

/** The captions within a video's pictures; null where no version is complete, or that of an earlier release is. */
async function readClosedCaptions({ db }: Context, videoId: number): Promise<string[] | null> {
  const rows = await db
    .selectFrom("renditions")
    .innerJoin("videos", "videos.id", "renditions.video_id")
    .select("renditions.closed_captions")
    .whereRef("renditions.version", "=", "videos.version")
    .where("renditions.video_id", "=", videoId)
    .where("renditions.kind", "=", "video")
    .execute();
  const each = rows.map(({ closed_captions: found }) => found as ClosedCaptions);
  const merged = each.length === 0 ? null : mergedClosedCaptions(each);
  return merged && [...merged];
}

/** A video's poster: its origin, pending work, and the frames to choose from. */
export async function readPoster(context: Context, videoId: number) {
  const video = await context.db
    .selectFrom("videos")
    .select(["hash", "poster", "poster_work", "duration_seconds", "storyboard", "version", "animated_preview"])
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  const work = video.poster_work;
  return {
    number: video.poster,
    by_hand: video.poster > 0,
    working: work?.state === "working",
    error: work?.state === "failed" ? (work.message ?? "This poster could not be made.") : null,
    moments: video.duration_seconds === null ? [] : posterMoments(video.duration_seconds),
    storyboard_url:
      video.storyboard && video.version > 0
        ? memberLinks(context, video.hash).file(`v${video.version}/storyboard/storyboard.vtt`)
        : null,
    animated: video.animated_preview,
  };
}

/** The columns of a video's own details; omitted ones stay. @throws Refusal `invalid` for an invalid language and a duplicate key. */
export function ownDetailColumns({ reference_id, language, metadata }: OwnDetails) {
  const tag = language ? canonicalLanguage(language) : null;
  if (language && tag === null) throw wrong("language", "This is not a language such as en or pt-BR.");
  const keys = new Set<string>();
  for (const [index, { key }] of (metadata ?? []).entries()) {
    if (keys.has(key)) throw wrong(`metadata.${index}.key`, `The key ${key} is there twice.`);
    keys.add(key);
  }
  return {
    reference_id: reference_id === undefined ? undefined : reference_id || null,
    language: language === undefined ? undefined : tag,
    metadata: metadata && JSON.stringify(metadata),
  };
}

/**
 * Sets a video's tags. Unknown names are added to the project when the caller may manage tags.
 * @throws Refusal `invalid` with the unknown names when they may not.
 */
export async function setVideoTags(
  tx: Tx,
  context: Context,
  grant: { accountId: number; projectId: number; permissions: ReadonlySet<string> },
  videoId: number,
  names: readonly string[],
): Promise<void> {
  const ids = await tagIdsOf(tx, context, grant, names);
  await lockTagsInOrder(tx, videoId, ids);
  let old = tx.deleteFrom("video_tags").where("video_id", "=", videoId);
  if (ids.length > 0) old = old.where("tag_id", "not in", ids);
  await old.execute();
  if (ids.length === 0) return;
  await tx
    .insertInto("video_tags")
    .values(ids.map((tagId) => ({ video_id: videoId, tag_id: tagId, project_id: grant.projectId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The ids of tags by name. Unknown names are added to the project when the caller may manage tags.
 * @throws Refusal `invalid` with the unknown names when they may not.
 */
export async function tagIdsOf(
  tx: Tx,
  context: Context,
  grant: { accountId: number; projectId: number; permissions: ReadonlySet<string> },
  names: readonly string[],
): Promise<number[]> {
  const wanted = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  const known = await findTags(tx, grant.projectId, wanted);
  const unknown = wanted.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) {
    if (!grant.permissions.has("tags_manage")) {
      throw wrong(
        "tags",
        `Choose tags of this project: ${unknown.slice(0, 5).join(", ")} ${unknown.length === 1 ? "is" : "are"} not there yet, and adding tags needs the permission tags_manage.`,
      );
    }
    const createdBy = context.caller.kind === "user" ? context.caller.userId : null;
    await tx
      .insertInto("tags")
      .values(
        unknown.map((name) => ({
          project_id: grant.projectId,
          account_id: grant.accountId,
          name,
          created_by: createdBy,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const [name, id] of await findTags(tx, grant.projectId, unknown)) known.set(name, id);
  }
  return [...known.values()];
}

/** Ids of a project's tags by their names in lower case. */
async function findTags(tx: Tx, projectId: number, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await tx
    .selectFrom("tags")
    .select(({ fn }) => ["id", fn<string>("lower", ["name"]).as("name")])
    .where("project_id", "=", projectId)
    .where("leaving_at", "is", null)
    .where(({ eb, fn }) =>
      eb(
        fn<string>("lower", ["name"]),
        "in",
        names.map((name) => name.toLowerCase()),
      ),
    )
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
