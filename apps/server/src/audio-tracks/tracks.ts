import type { audioTrack } from "@kinora/contract/videos/audio-tracks.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { lengthDifference, sourceTrackName, type AudioTrackState } from "@kinora/domain/videos/audio-tracks.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import { Refusal } from "../platform/refusal.ts";
import { requireVideo } from "../videos/video-changes.ts";
import { trackBytes, trackSizes, type TrackSegments } from "./track-renditions.ts";

/** A track in the contract's format. */
export type TrackRow = RowOf<typeof audioTrack>;

/** A video's tracks: those of its source in their order, then the uploaded ones as they were added. @throws Refusal `not_found` */
export async function listTracks({ db }: Context, grant: ProjectGrant, videoId: number): Promise<TrackRow[]> {
  await requireVideo(db, grant, videoId);
  return readTracks(db, videoId);
}

/** The same of any video. */
export async function readTracks(db: Executor, videoId: number): Promise<TrackRow[]> {
  const rows = await db
    .selectFrom("audio_tracks as t")
    .innerJoin("videos", "videos.id", "t.video_id")
    .leftJoin("renditions as r", (join) =>
      join
        .onRef("r.video_id", "=", "t.video_id")
        .onRef("r.label", "=", "t.label")
        .onRef("r.version", "=", "videos.version"),
    )
    .selectAll("t")
    .select(["videos.duration_seconds", "r.title", "r.language as source_language", "r.describes_pictures"])
    .select(["r.size_bytes as rendition_bytes"])
    .where("t.video_id", "=", videoId)
    .where("t.deleted", "=", false)
    .where(({ or, eb, ref }) =>
      or([eb("t.label", "is", null), eb("t.file_id", "is not distinct from", ref("videos.file_id"))]),
    )
    .orderBy(sql`t.label is null`)
    .orderBy("t.label")
    .orderBy("t.id")
    .execute();
  const chosen = rows.find((row) => row.by_default) ?? rows.find(({ label }) => label === MAIN_SOUND);
  return rows.map((row) => ({
    ...{ id: row.id, name: nameOf(row), language: row.language, kind: row.kind, default: row === chosen },
    ...{ uploaded: row.label === null, state: row.state, progress: percentOf(row), failure: row.failure },
    ...{ file_name: row.file_name, loudness: row.loudness },
    difference_seconds:
      row.upload_seconds === null ? 0 : lengthDifference(row.upload_seconds, row.duration_seconds ?? 0),
    size_bytes: row.rendition_bytes ?? trackBytes(row),
    ...{ created_at: row.created_at, updated_at: row.updated_at },
  }));
}

/** One of a video's tracks. @throws Refusal `not_found` */
export async function readTrack(db: Executor, videoId: number, id: number): Promise<TrackRow> {
  const track = (await readTracks(db, videoId)).find((each) => each.id === id);
  if (!track) throw missingTrack();
  return track;
}

/** The answer for tracks that do not exist and for those of another video. */
export const missingTrack = () =>
  new Refusal("not_found", "This audio track does not exist or belongs to another video.");

interface Named {
  name: string | null;
  label: string | null;
  title: string | null;
  source_language: string | null;
  describes_pictures: boolean | null;
}

const nameOf = ({ name, label, title, source_language: language, describes_pictures: describes }: Named): string =>
  name ?? sourceTrackName({ label: label ?? "", title, language, describesPictures: describes ?? false });

/** Percent of a track's segments that are finished; it is complete when its playlist is written. */
function percentOf(row: TrackSegments & { state: AudioTrackState; segment_count: number }): number {
  if (row.state === "complete") return 100;
  const done = trackSizes(row).length;
  return Math.min(99, Math.floor((100 * done) / Math.max(1, row.segment_count)));
}
