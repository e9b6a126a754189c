import type { Database } from "@kinora/db/connect.ts";
import type { FurtherCodec, HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import {
  isUsualSound,
  lowSoundOf,
  sourceTrackName,
  surroundSoundOf,
  type AudioTrackKind,
} from "@kinora/domain/videos/audio-tracks.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import type { ClosedCaptions, ClosedCaptionService } from "@kinora/media/packaging/closed-captions.ts";
import { measureBitrates } from "@kinora/media/packaging/playlist.ts";
import { remuxTargetDurationSeconds } from "@kinora/media/probe/streamable.ts";

/** A finished segment of a rendition that still grows. */
export interface GrownSegment {
  sizeBytes: number;
  durationSeconds: number;
}

/** One rendition of one version as playlists need it. */
export interface PlayableRendition {
  kind: "video" | "audio" | "source";
  label: string;
  /** Where its playlist and segments are, below the video's folder. */
  folder: string;
  width: number | null;
  height: number | null;
  /** RFC 6381; null until its first segment. */
  codecs: string | null;
  frameRate: number | null;
  bitrateAverage: number | null;
  bitratePeak: number | null;
  /** Most bits per second of its I-frame playlist; null where it has none. */
  keyFrameBitrate: number | null;
  /** Captions within its pictures. */
  closedCaptions: ClosedCaptions;
  /** What players list a sound as; null of pictures. */
  sound: SoundChoice | null;
  sizeBytes: number;
  durationSeconds: number;
  complete: boolean;
  /** Of the picture; null for H.264 and of sounds. */
  furtherCodec: FurtherCodec | null;
  /** The curve of its HDR; null for SDR and of sounds. */
  hdr: HdrRange | null;
  /** A whole MP4 file is made of it, too. */
  hasFile: boolean;
  /** The source's own picture, not encoded. */
  copied: boolean;
  /** While it grows: every finished segment from the first one up to the first gap. Empty once complete. */
  grown: GrownSegment[];
  /** EXT-X-TARGETDURATION while it grows; the same from the first segment to the last. */
  targetDurationSeconds: number;
}

/** A sound among which viewers choose. */
interface SoundChoice {
  name: string;
  /** BCP 47, where it is known. */
  language: string | null;
  kind: AudioTrackKind;
  /** Players begin with it. */
  byDefault: boolean;
}

/** What a master playlist lists. */
export interface PlayableSet {
  variants: PlayableRendition[];
  audio: PlayableRendition | null;
  /** Sounds that viewers can choose instead. */
  otherSounds: PlayableRendition[];
  /** Finished renditions of these sounds at the low bitrate, by the label of the sound. */
  lowSounds: ReadonlyMap<string, PlayableRendition>;
  /** Finished renditions of these sounds in surround sound, by the label of the sound. */
  surroundSounds: ReadonlyMap<string, PlayableRendition>;
}

/** Upper bound of a segment's duration: segments are about four seconds on every frame grid. */
const USUAL_TARGET_SECONDS = 6;

interface Chunk {
  rendition_id: number;
  first_segment: number;
  sizes: number[];
  durations: number[];
  complete: boolean;
}

/** All renditions of a version that did not fail, smallest first, and the audio tracks that were uploaded. */
export async function findRenditions(db: Database, videoId: number, version: number): Promise<PlayableRendition[]> {
  const rows = await db
    .selectFrom("renditions")
    .innerJoin("transcodes", "transcodes.id", "renditions.transcode_id")
    .innerJoin("videos", "videos.id", "renditions.video_id")
    // What people say of a sound is of one source.
    .leftJoin("audio_tracks as track", (join) =>
      join
        .onRef("track.video_id", "=", "renditions.video_id")
        .onRef("track.label", "=", "renditions.label")
        .on(({ eb, ref }) => eb("track.file_id", "is not distinct from", ref("videos.file_id"))),
    )
    .selectAll("renditions")
    .select(["transcodes.plan", "track.id as track_id", "track.name as track_name", "track.kind as track_kind"])
    .select(["track.language as track_language", "track.by_default"])
    .where("renditions.video_id", "=", videoId)
    .where("renditions.version", "=", version)
    .where("renditions.state", "!=", "failed")
    .orderBy("renditions.height")
    .orderBy("renditions.id")
    .execute();
  const growing = rows.filter((row) => row.state !== "complete").map((row) => row.id);
  const chunks = growing.length === 0 ? [] : await findChunks(db, growing);
  const renditions = rows.map((row) => ({
    kind: row.kind,
    label: row.label,
    folder: `v${version}/${row.label}`,
    width: row.width,
    height: row.height,
    codecs: row.codecs,
    frameRate: row.frame_rate,
    bitrateAverage: row.bitrate_average,
    bitratePeak: row.bitrate_peak,
    keyFrameBitrate: row.state === "complete" ? row.key_frame_bitrate : null,
    closedCaptions: row.closed_captions as ClosedCaptionService[] | null,
    sound: row.kind === "audio" ? soundOf(row) : null,
    sizeBytes: row.size_bytes,
    durationSeconds: row.duration_seconds,
    complete: row.state === "complete",
    furtherCodec: row.further_codec,
    hdr: row.hdr,
    hasFile: row.further_codec === null && plansFiles(row.plan),
    copied: row.copied,
    grown: unbrokenSegments(chunks.filter((chunk) => chunk.rendition_id === row.id)),
    targetDurationSeconds: row.kind === "source" ? remuxTargetDurationSeconds : plannedTarget(row.plan),
  }));
  return [...renditions, ...(await findUploadedTracks(db, videoId))];
}

interface SoundRow {
  label: string;
  language: string | null;
  title: string | null;
  describes_pictures: boolean;
  track_id: number | null;
  track_name: string | null;
  track_kind: AudioTrackKind | null;
  track_language: string | null;
  by_default: boolean | null;
}

/** What a sound of the source is called: as people say, else as the source does. Pure. */
function soundOf(row: SoundRow): SoundChoice {
  const { label, language, title, describes_pictures: describesPictures } = row;
  return {
    name: row.track_name ?? sourceTrackName({ label, language, title, describesPictures }),
    language: row.track_id === null ? language : row.track_language,
    kind: row.track_kind ?? (describesPictures ? "description" : "main"),
    byDefault: row.by_default ?? false,
  };
}

/** The finished audio tracks that were uploaded, as they were added. */
async function findUploadedTracks(db: Database, videoId: number): Promise<PlayableRendition[]> {
  const rows = await db
    .selectFrom("audio_tracks")
    .select(["id", "name", "language", "kind", "by_default", "codecs", "segment_bytes", "segment_seconds"])
    .select(["low_segment_bytes", "low_segment_seconds", "surround_segment_bytes", "surround_segment_seconds"])
    .where("video_id", "=", videoId)
    .where("label", "is", null)
    .where("state", "=", "complete")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, name, language, kind, by_default: byDefault, codecs, ...made }) => {
    const label = `audio-track-${id}`;
    const folder = `audio-tracks/${id}`;
    const sound = { name: name ?? "Audio", language, kind, byDefault };
    const low = { label: lowSoundOf(label), folder: `${folder}/low`, codecs, sound };
    const surround = { label: surroundSoundOf(label), folder: `${folder}/surround`, codecs, sound };
    return [
      uploadedSound({ label, folder, codecs, sound }, made.segment_bytes, made.segment_seconds),
      uploadedSound(low, made.low_segment_bytes, made.low_segment_seconds),
      uploadedSound(surround, made.surround_segment_bytes, made.surround_segment_seconds),
    ].filter(({ sizeBytes }) => sizeBytes > 0);
  });
}

/** A rendition of an uploaded track. */
function uploadedSound(
  named: Pick<PlayableRendition, "label" | "folder" | "codecs" | "sound">,
  sizes: readonly number[],
  seconds: readonly number[],
): PlayableRendition {
  const segments = sizes.map((sizeBytes, index) => ({ sizeBytes, durationSeconds: seconds[index] ?? 0 }));
  const { averageBitrate, peakBitrate } = measureBitrates(segments);
  return {
    ...named,
    ...{ kind: "audio", width: null, height: null, frameRate: null, keyFrameBitrate: null, closedCaptions: null },
    ...{ furtherCodec: null, hdr: null, bitrateAverage: averageBitrate, bitratePeak: peakBitrate },
    sizeBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    durationSeconds: seconds.reduce((sum, each) => sum + each, 0),
    ...{ complete: true, hasFile: false, copied: false, grown: [], targetDurationSeconds: USUAL_TARGET_SECONDS },
  };
}

function findChunks(db: Database, renditionIds: number[]): Promise<Chunk[]> {
  return db
    .selectFrom("rendition_chunks")
    .select(["rendition_id", "first_segment", "sizes", "durations", "complete"])
    .where("rendition_id", "in", renditionIds)
    .orderBy("rendition_id")
    .orderBy("chunk")
    .execute();
}

/** The segments of chunks in order, up to the first missing one. Pure. */
export function unbrokenSegments(chunks: readonly Omit<Chunk, "rendition_id">[]): GrownSegment[] {
  const segments: GrownSegment[] = [];
  for (const { first_segment, sizes, durations, complete } of chunks) {
    if (first_segment !== segments.length) break;
    for (const [index, sizeBytes] of sizes.entries()) {
      const durationSeconds = durations[index];
      if (durationSeconds === undefined) return segments;
      segments.push({ sizeBytes, durationSeconds });
    }
    if (!complete) break;
  }
  return segments;
}

/**
 * Chooses what a master playlist lists; null when nothing can play yet. Pure.
 * Until every rung is finished the source's own picture plays alone: it is complete long before them, and players do not
 * switch down to the first finished rung. Without it the growing rungs of H.264 play, since they grow together; those of other
 * codecs follow when all are finished, unless the pictures hold captions, which only the encoder of H.264 passes on.
 * Where there will be sound, its first segment must exist.
 */
export function choosePlayable(renditions: readonly PlayableRendition[]): PlayableSet | null {
  const begun = renditions.filter(
    (rendition) => rendition.codecs !== null && (rendition.complete || rendition.grown.length > 0),
  );
  const rungs = begun.filter(
    (rendition) => rendition.kind === "video" && rendition.width !== null && rendition.height !== null,
  );
  const allFinished =
    rungs.length > 0 && renditions.every((rendition) => rendition.kind !== "video" || rendition.complete);
  const source = begun.find(
    (rendition) =>
      (rendition.kind === "source" || rendition.copied) && rendition.width !== null && rendition.height !== null,
  );
  const usual = rungs.filter(({ furtherCodec }) => furtherCodec === null);
  const hasCaptions = usual.some(({ closedCaptions }) => (closedCaptions ?? []).length > 0);
  const variants = allFinished ? (hasCaptions ? usual : rungs) : source ? [source] : usual;
  if (variants.length === 0) return null;

  const sounds = begun.filter(({ kind, label }) => kind === "audio" && isUsualSound(label));
  const main = sounds.find(({ label }) => label === MAIN_SOUND);
  if (variants.every(hasSound))
    return { variants, audio: null, otherSounds: [], lowSounds: new Map(), surroundSounds: new Map() };
  if (!main && renditions.some(({ label }) => label === MAIN_SOUND)) return null;
  const audio = sounds.find(({ sound, complete }) => sound?.byDefault && complete) ?? main ?? sounds[0] ?? null;
  const otherSounds = sounds.filter((sound) => sound !== audio && sound.complete);
  return {
    ...{ variants, audio, otherSounds },
    lowSounds: finishedOf(begun, sounds, lowSoundOf),
    surroundSounds: finishedOf(begun, sounds, surroundSoundOf),
  };
}

/** The finished renditions of one kind that sounds have, by the label of the sound. Pure. */
function finishedOf(
  begun: readonly PlayableRendition[],
  sounds: readonly PlayableRendition[],
  labelOf: (label: string) => string,
): Map<string, PlayableRendition> {
  return new Map(
    sounds.flatMap(({ label }): [string, PlayableRendition][] => {
      const found = begun.find((rendition) => rendition.complete && rendition.label === labelOf(label));
      return found ? [[label, found]] : [];
    }),
  );
}

const hasSound = ({ codecs }: PlayableRendition) => /(?:^|,)\s*(?:mp4a|ac-3|ec-3|opus|fLaC)/.test(codecs ?? "");

/** Whole files are made unless the plan says otherwise. */
const plansFiles = (plan: unknown): boolean =>
  !(typeof plan === "object" && plan !== null && "mp4" in plan && plan.mp4 === false);

function plannedTarget(plan: unknown): number {
  if (typeof plan === "object" && plan !== null) {
    const { targetDurationSeconds, encoding } = plan as { targetDurationSeconds?: unknown; encoding?: unknown };
    if (typeof targetDurationSeconds === "number") return targetDurationSeconds;
    if (encoding !== undefined) return plannedTarget(encoding);
  }
  return USUAL_TARGET_SECONDS;
}
