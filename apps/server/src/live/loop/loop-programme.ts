import { clockTicks } from "@kinora/media/live/decode-clock.ts";
import { segmentSecondsOf, type LoopVideo } from "@kinora/media/live/loop-programme.ts";
import { silentCodec } from "@kinora/media/live/silence.ts";
import type { ListedRung, LiveRung } from "@kinora/media/live/timeline-segment.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Services } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { fitItem, loopSeconds, readLoopItems, type LoopItem, type LoopItemRendition } from "../streams/loop-items.ts";

/** Videos whose lists of segments are read at one time: a loop may have a thousand, and their storage may be far away. */
const READ_AT_ONCE = 16;
/** Most frames a complete video's frame is delayed for reordering. */
const LEAD_FRAMES = 2;
/** Most bits per second of a video's audio. */
const SOUND_BITRATE = 160_000;

/** A video of a loop, ready to be listed. */
export interface ProgrammeVideo extends LoopVideo {
  /** Equal for readings of a video that would find the same. */
  name: string;
  id: number;
  hash: string;
  version: number;
  hasSound: boolean;
  /** Largest composition time, in seconds. */
  leadSeconds: number;
  /** The rendition that plays on each rung. */
  rungs: readonly { rung: string; rendition: LoopItemRendition }[];
}

/** A stream's loop, ready to be played. */
export interface Programme {
  /** Changes whenever the played media changes. */
  key: string;
  /** Equal for readings of the same playlist with the same settings; null where the loop follows none. */
  playlistKey: string | null;
  sinceMs: number;
  shuffle: boolean;
  /** In the user's order; null for a skipped video. */
  videos: readonly (ProgrammeVideo | null)[];
  /** The ladder of a stream that has not been live, lowest rung first. */
  rungs: readonly LiveRung[];
}

/**
 * Reads a stream's loop; videos that do not fit, or whose files do not exist, are skipped.
 * @param before an earlier reading: only videos that were added since, or made again, are read from the storage.
 */
export async function readProgramme(
  services: Services,
  stream: LiveStream,
  before: Programme | null,
): Promise<Programme> {
  const items = await readLoopItems(services.db, stream.id);
  const names = items.map((item) => nameOf(item, stream));
  const known = new Map(before?.videos.flatMap((video) => (video ? [[video.name, video] as const] : [])));
  const wanted = new Map(items.map((item, place) => [names[place] ?? "", item]));
  const waiting = [...wanted].filter(([name]) => !known.has(name)).values();
  const readNext = async () => {
    // Each takes the next one of them all.
    for (const [name, item] of waiting) {
      const video = await readVideo(services, stream, item);
      if (video) known.set(name, { ...video, name });
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext));
  const videos = names.map((name) => known.get(name) ?? null);
  const sinceMs = stream.loop_since?.getTime() ?? 0;
  const rungs = rungsOf(videos.filter((video) => video !== null));
  const { loop_playlist_id: playlist, loop_shuffle: shuffle, ladder } = stream;
  const playlistKey = playlist === null ? null : `${playlist} ${shuffle} ${ladder}`;
  return { key: programmeKey(stream), playlistKey, sinceMs, shuffle, videos, rungs };
}

const nameOf = ({ id, version, status, taken_down: takenDown, renditions }: LoopItem, { ladder }: LiveStream): string =>
  JSON.stringify([id, version, status, takenDown, ladder, renditions]);

/** Identifies the content of a stream's loop. */
export const programmeKey = ({ loop_key: key, loop_since: since, loop_shuffle: shuffle, ladder }: LiveStream): string =>
  `${ladder} ${since?.getTime() ?? 0} ${shuffle ? "shuffled" : "in order"} ${key ?? ""}`;

async function readVideo(
  { storage, log }: Services,
  { ladder }: LiveStream,
  item: LoopItem,
): Promise<Omit<ProgrammeVideo, "name"> | null> {
  const { fit, problem } = fitItem(item, ladder);
  if (!fit) {
    log.info({ video: item.id, problem }, "video skipped in loop");
    return null;
  }
  const { id, hash, version, renditions } = item;
  const folder = `assets/${id}/v${version}`;
  const rungs = fit.rungs.flatMap(({ rung, rendition: label }) => {
    const rendition = renditions.find((one) => one.label === label);
    return rendition ? [{ rung, rendition }] : [];
  });
  const hasSound = renditions.some(({ kind }) => kind === "audio");
  const labels = new Set(rungs.map(({ rendition }) => rendition.label));
  const lists: number[][] = [];
  for (const label of labels) lists.push(await segmentsOf(storage, `${folder}/${label}/index.m3u8`));
  const [segmentSeconds = [], ...others] = lists;
  // A segment has the same cuts in all renditions; audio is cut by time.
  if (segmentSeconds.length === 0 || others.some(({ length }) => length !== segmentSeconds.length)) {
    log.warn({ video: id, version }, "video skipped in loop: its renditions have different cuts");
    return null;
  }
  const leadSeconds = rungs.reduce(
    (most, { rendition }) => Math.max(most, LEAD_FRAMES / (rendition.frame_rate ?? 25)),
    0,
  );
  return { id, hash, version, hasSound, leadSeconds, rungs, segmentSeconds, seconds: loopSeconds(item) };
}

async function segmentsOf(storage: Storage, key: string): Promise<number[]> {
  try {
    return segmentSecondsOf(Buffer.concat(await (await storage.get(key)).stream.toArray()).toString("utf8"));
  } catch (error) {
    if (error instanceof NotStored) return [];
    throw error;
  }
}

/** One segment of a video on every rung. @param clockSeconds its decode time on the timeline's clock. */
export function listedRungs(
  { hash, version, rungs, segmentSeconds }: ProgrammeVideo,
  index: number,
  { clockSeconds, isEntry }: { clockSeconds: number; isEntry: boolean },
): Map<string, ListedRung> {
  const at = `${clockTicks(clockSeconds)}${isEntry ? "-entry" : ""}`;
  return new Map(
    rungs.map(({ rung, rendition: { label, width, height, bitrate_average: bitrate } }) => {
      const file = `${label}/loop-${hash}-${version}`;
      const sizeBytes = Math.round(((bitrate ?? 0) * (segmentSeconds[index] ?? 0)) / 8);
      const shortSidePixels = Math.min(width ?? 0, height ?? 0);
      return [rung, { name: `${file}-${index}-${at}.m4s`, init: `${file}.mp4`, sizeBytes, shortSidePixels }];
    }),
  );
}

/** Each rung with the format of the largest video on it. */
function rungsOf(videos: readonly ProgrammeVideo[]): LiveRung[] {
  const best = new Map<string, LiveRung>();
  for (const { rungs } of videos) {
    for (const { rung: label, rendition } of rungs) {
      const { width, height, codecs, frame_rate: frameRate, bitrate_average: average, bitrate_peak: peak } = rendition;
      const known = best.get(label);
      if (known && known.height >= (height ?? 0)) continue;
      best.set(label, {
        label,
        width: width ?? 0,
        height: height ?? 0,
        frameRate,
        codecs: [codecs ?? "", silentCodec].filter((codec) => codec !== ""),
        averageBitrate: (average ?? 0) + SOUND_BITRATE,
        peakBitrate: (peak ?? average ?? 0) + SOUND_BITRATE,
      });
    }
  }
  return [...best.values()].toSorted((a, b) => a.height - b.height);
}
