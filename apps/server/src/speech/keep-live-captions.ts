import type { Tx } from "@kinora/db/connect.ts";
import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import { webVttOf, type SpokenCue } from "@kinora/domain/speech/cues.ts";
import { cutCues, haveLongGap } from "@kinora/domain/speech/kept-captions.ts";
import { CaptionsProblem, readCaptions, type ReadCaptions } from "@kinora/domain/videos/captions.ts";
import type { Services } from "../context.ts";
import { saveAutomaticCaptions } from "../videos/captions/automatic.ts";
import type { LockedVideo } from "../videos/video-changes.ts";

/** A recording or clip of a livestream that became a video. */
export type LiveRecording = NonNullable<Awaited<ReturnType<typeof readLiveRecording>>>;

/** Captions that were made on air, in order, with the language of the first words. */
interface Aired {
  cues: SpokenCue[];
  language: string | null;
}

/** The recording or clip that a video was made of; null for any other video. */
export async function readLiveRecording({ db }: Pick<Services, "db">, videoId: number) {
  const row = await db
    .selectFrom("stream_recordings")
    .innerJoin("projects", "projects.id", "stream_recordings.project_id")
    .select(["stream_recordings.id", "stream_recordings.stream_id", "stream_recordings.project_id"])
    .select(["stream_recordings.kind", "stream_recordings.pieces", "stream_recordings.ended_at"])
    .select(["projects.captions_language", "projects.captions_published"])
    .where("stream_recordings.video_id", "=", videoId)
    .where("stream_recordings.kind", "in", ["recording", "clip"])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Makes automatic captions of a locked video, its recording's first version, of those that were made on air. Answers whether they are of
 * the whole of it: then it needs no transcription.
 */
export async function keepLiveCaptions(
  services: Services,
  tx: Tx,
  video: LockedVideo,
  recording: LiveRecording,
): Promise<boolean> {
  const isClip = recording.kind === "clip";
  const { cues, language: spoken } = isClip
    ? await captionsOfClip(tx, recording.stream_id, recording.pieces)
    : await takeCaptions(tx, recording.id);
  const language = spoken ?? recording.captions_language;
  // What came after the first version has been left out; a later one has whatever captions people chose since.
  if (video.version > 1 || cues.length === 0 || (isClip && (await hasCaptions(tx, video.id)))) return false;
  const read = language === null ? null : readable(cues);
  if (language === null || read === null) {
    services.log.warn({ recording: recording.id, language }, "captions that were made on air not kept");
    return false;
  }
  await saveAutomaticCaptions(services, tx, video, { language, read, published: recording.captions_published });
  return !haveLongGap(cues, (video.duration_seconds ?? 0) * 1_000);
}

/** Removes what is kept of a recording and returns it. */
async function takeCaptions(tx: Tx, recordingId: number): Promise<Aired> {
  const rows = await tx
    .deleteFrom("recording_captions")
    .where("recording_id", "=", recordingId)
    .returning(["starts_ms", "cues", "language"])
    .execute();
  return airedOf(rows.toSorted((a, b) => a.starts_ms - b.starts_ms));
}

/** What was said on air while a clip's segments were, with the times of the clip. */
async function captionsOfClip(tx: Tx, streamId: number, pieces: ClipPieces | null): Promise<Aired> {
  const stretches = pieces?.stretches ?? [];
  const [fromMs, untilMs] = [
    Math.min(...stretches.map((stretch) => stretch.fromMs)),
    Math.max(...stretches.map((stretch) => stretch.untilMs)),
  ];
  if (stretches.length === 0) return { cues: [], language: null };
  const rows = await tx
    .selectFrom("aired_captions")
    .select(["cues", "language"])
    .where("stream_id", "=", streamId)
    .where("starts_at", ">", new Date(fromMs - LONGEST_PIECE_MS))
    .where("starts_at", "<", new Date(untilMs))
    .orderBy("starts_at")
    .execute();
  const { cues, language } = airedOf(rows);
  return { cues: cutCues(cues, stretches), language };
}

/** Captions of one row are of a piece of sound, which is shorter. */
const LONGEST_PIECE_MS = 60_000;

function airedOf(rows: readonly { cues: SpokenCue[]; language: string | null }[]): Aired {
  const cues = rows.flatMap((row) => row.cues).toSorted((a, b) => a.startMs - b.startMs);
  return { cues: cues.map(untilNext), language: rows.find((row) => row.language !== null)?.language ?? null };
}

/** A short caption stays for a second, which the next piece of sound did not know of. */
function untilNext(cue: SpokenCue, index: number, cues: readonly SpokenCue[]): SpokenCue {
  const nextMs = cues[index + 1]?.startMs ?? Infinity;
  return { ...cue, endMs: nextMs > cue.startMs ? Math.min(cue.endMs, nextMs) : cue.endMs };
}

async function hasCaptions(tx: Tx, videoId: number): Promise<boolean> {
  const found = await tx.selectFrom("captions").select("id").where("video_id", "=", videoId).limit(1).execute();
  return found.length > 0;
}

function readable(cues: readonly SpokenCue[]): ReadCaptions | null {
  try {
    return readCaptions(webVttOf(cues));
  } catch (error) {
    if (error instanceof CaptionsProblem) return null;
    throw error;
  }
}
