import { join } from "node:path";
import { joinFragments } from "@kinora/media/packaging/mp4.ts";
import type { Services } from "../context.ts";
import { GiveUp } from "../platform/refusal.ts";
import type { OpenTranscription } from "./transcription.ts";

/** A segment of the sound of a video's version; times from its beginning, in milliseconds. */
interface SoundSegment {
  name: string;
  startMs: number;
  endMs: number;
}

/**
 * The segments of a video's sound as viewers hear it, from the playlist of its audio rendition: words are at the times that the
 * player shows, also where the source is deleted or was cut. @throws GiveUp when it has none
 */
export async function soundSegments(
  { storage }: Pick<Services, "storage">,
  transcription: Pick<OpenTranscription, "video_id" | "version">,
): Promise<SoundSegment[]> {
  const key = soundKey(transcription, "index.m3u8");
  if (!(await storage.stat(key))) throw new GiveUp("no_sound", "This video has no sound.", false);
  const { stream } = await storage.get(key);
  return readSegments(Buffer.concat(await stream.toArray()).toString("utf8"));
}

/** The segments of a media playlist of ours (RFC 8216 §4.3.2.1). Pure. */
export function readSegments(playlist: string): SoundSegment[] {
  let seconds = 0;
  return [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)/g)].map(([, duration, name = ""]) => {
    const startMs = seconds * 1_000;
    seconds += Number(duration);
    return { name: name.trim(), startMs, endMs: seconds * 1_000 };
  });
}

/** Milliseconds of a sound. */
export const durationOf = (segments: readonly SoundSegment[]): number => Math.round(segments.at(-1)?.endMs ?? 0);

/** Joins the segments that hold a span into one local file, and answers where in the sound the file begins. */
export async function fetchSound(
  { storage }: Pick<Services, "storage">,
  transcription: Pick<OpenTranscription, "video_id" | "version">,
  segments: readonly SoundSegment[],
  { folder, signal }: { folder: string; signal: AbortSignal },
  span = { startMs: 0, endMs: Infinity },
): Promise<{ path: string; startMs: number }> {
  const held = segments.filter(({ startMs, endMs }) => endMs > span.startMs && startMs < span.endMs);
  const path = join(folder, "sound.mp4");
  async function* parts() {
    for (const name of ["init.mp4", ...held.map((segment) => segment.name)])
      yield (await storage.get(soundKey(transcription, name))).stream;
  }
  await joinFragments(parts(), path, signal);
  return { path, startMs: held[0]?.startMs ?? 0 };
}

const soundKey = ({ video_id: videoId, version }: Pick<OpenTranscription, "video_id" | "version">, file: string) =>
  `assets/${videoId}/v${version}/audio/${file}`;
