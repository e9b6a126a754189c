import type { Database } from "@kinora/db/connect.ts";
import type { Availability } from "@kinora/domain/playback/embed-page.ts";
import type { CaptionsKind } from "@kinora/domain/videos/captions.ts";
import type { Chapter } from "@kinora/domain/videos/chapters.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql, type NotNull } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { hasFeature } from "../platform/installation/features.ts";
import type { ArrivingUpload } from "./arriving-uploads.ts";
import { appliedProfileId } from "./gate/profiles.ts";
import type { PassRights, PassVideo } from "./pass-rights.ts";

/** A video as public pages read it. Videos in the trash, of deleted projects and of inactive accounts are not found. */
export interface PlaybackVideo extends PassVideo {
  id: number;
  hash: string;
  title: string;
  description: string;
  status: VideoStatus;
  published: boolean;
  playable: boolean;
  /** The newest version that may be served; 0 while none can play. */
  version: number;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  /** Storage keys of the posters by label ("720p"). */
  images: Record<string, string>;
  /** Picture of a livestream in its folder: of the stream on air, or its announcement. */
  picture: string | null;
  /** Its size in pixels, where it is known without the file. */
  pictureSize: { width: number; height: number } | null;
  /** Of a livestream: its start and whether it is on air. */
  broadcast: { startsAt: Date; onAir: boolean } | null;
  storyboard: boolean;
  animatedPreview: boolean;
  /** A sound whose picture never changes. */
  soundOnly: boolean;
  /** In the order they were added. */
  captions: PlaybackCaptions[];
  chapters: Chapter[];
  createdAt: Date;
  /** 0–1, of the newest transcode. */
  progress: number;
  /** The restriction profile that applies; null for none. */
  profileId: number | null;
  /** Whether its account lets viewers read whole files. */
  downloads: boolean;
  /** What plays while no version can: its upload. */
  arriving: ArrivingUpload | null;
  /** What viewers read while the operator has taken it down; null otherwise. */
  takenDown: string | null;
}

/** Captions or subtitles viewers can choose. */
export interface PlaybackCaptions {
  id: number;
  revision: number;
  /** BCP 47. */
  language: string;
  label: string;
  kind: CaptionsKind;
  by_default: boolean;
  /** Made by machine. */
  automatic: boolean;
}

/** What a video has of the fields of livestreams. */
export const NOT_LIVE = { picture: null, pictureSize: null, broadcast: null } as const;

/** The columns of a video that public pages may show. */
const COLUMNS = [
  "video.id",
  "video.account_id",
  "video.project_id",
  "video.user_id",
  "video.hash",
  "video.title",
  "video.description",
  "video.status",
  "video.published",
  "video.playable",
  "video.version",
  "video.duration_seconds",
  "video.width",
  "video.height",
  "video.images",
  "video.storyboard",
  "video.animated_preview",
  "video.sound_only",
  "video.created_at",
  "video.chapters",
  "video.takedown",
] as const;

/** The row of a video that plays, with its captions and what plays before its renditions do. */
const readVideo = (db: Database, hash: string) =>
  db
    .selectFrom("videos as video")
    .innerJoin("projects as project", "project.id", "video.project_id")
    .innerJoin("accounts as account", "account.id", "video.account_id")
    .select((query) => [
      ...COLUMNS,
      jsonArrayFrom(
        query
          .selectFrom("captions")
          .select([
            "captions.id",
            "captions.revision",
            "captions.language",
            "captions.label",
            "captions.kind",
            "captions.by_default",
            "captions.automatic",
          ])
          .whereRef("captions.video_id", "=", "video.id")
          .where("captions.published", "=", true)
          .orderBy("captions.id"),
      ).as("captions"),
      query
        .selectFrom("transcodes")
        .select("transcodes.progress")
        .whereRef("transcodes.video_id", "=", "video.id")
        .orderBy("transcodes.version", "desc")
        .limit(1)
        .as("progress"),
      jsonObjectFrom(
        query
          .selectFrom("uploads")
          .select(["uploads.id", "uploads.size_bytes as sizeBytes", "uploads.progressive as head"])
          .whereRef("uploads.id", "=", "video.file_id")
          .where("video.playable", "=", false)
          .where("uploads.state", "in", ["uploading", "complete"])
          .where("uploads.progressive", "is not", null)
          .$narrowType<{ head: NotNull }>(),
      ).as("arriving"),
      appliedProfileId("video", "video").as("profile_id"),
      hasFeature(sql.ref("video.account_id"), "downloads").as("downloads"),
    ])
    .where("video.hash", "=", hash)
    .where("video.deleted_at", "is", null)
    .where("project.deleted_at", "is", null)
    .where("project.suspended_at", "is", null)
    .where("account.status", "=", "active")
    .executeTakeFirst();

/** Finds a video by its public id, or null. */
export async function findPlaybackVideo(db: Database, hash: string): Promise<PlaybackVideo | null> {
  const row = await readVideo(db, hash);
  if (!row) return null;
  return {
    ...{ accountId: row.account_id, projectId: row.project_id, uploaderId: row.user_id },
    ...{ id: row.id, hash: row.hash, title: row.title, description: row.description },
    status: row.status,
    published: row.published,
    playable: row.playable && row.version > 0,
    version: row.version,
    durationSeconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    images: row.images,
    storyboard: row.storyboard,
    animatedPreview: row.animated_preview,
    soundOnly: row.sound_only,
    ...NOT_LIVE,
    captions: row.captions,
    chapters: row.chapters,
    createdAt: row.created_at,
    progress: row.progress ?? 0,
    profileId: row.profile_id,
    downloads: row.downloads === true,
    arriving: row.arriving,
    takenDown: row.takedown?.message ?? null,
  };
}

/** Only published videos are for everyone; others are for holders of a pass who may still see them. Pure. */
export function availability(video: PlaybackVideo | null, { view }: PassRights): Availability {
  if (!video || !(video.published || view)) return "missing";
  if (video.takenDown !== null) return "taken_down";
  if (video.playable) return "playable";
  return video.status === "failed" || video.status === "cancelled" ? "failed" : "processing";
}

/** The uploaded file of a video. */
export interface Original extends PassVideo {
  /** The video's. */
  id: number;
  /** Its storage key. */
  key: string;
  /** Its name when it was uploaded. */
  fileName: string;
  /** As a video's. */
  takenDown: string | null;
}

/** Finds the uploaded file of a video; null when the file or the video is deleted. */
export async function findOriginal(db: Database, hash: string): Promise<Original | null> {
  const row = await db
    .selectFrom("videos")
    .innerJoin("projects", "projects.id", "videos.project_id")
    .innerJoin("accounts", "accounts.id", "videos.account_id")
    .select([
      "videos.id",
      "videos.source_key",
      "videos.file_name",
      "videos.account_id",
      "videos.project_id",
      "videos.user_id",
      "videos.takedown",
    ])
    .where("videos.hash", "=", hash)
    .where("videos.deleted_at", "is", null)
    .where("projects.suspended_at", "is", null)
    .where("accounts.status", "=", "active")
    .executeTakeFirst();
  if (!row?.source_key) return null;
  const { account_id: accountId, project_id: projectId, user_id: uploaderId } = row;
  const takenDown = row.takedown?.message ?? null;
  return { id: row.id, key: row.source_key, fileName: row.file_name, takenDown, accountId, projectId, uploaderId };
}
