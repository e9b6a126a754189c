import { segmentSecondsOf } from "@kinora/media/live/loop-programme.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { takePiece } from "@kinora/media/pictures/piece.ts";
import { readStoryboard, STORYBOARD_SIDE, type StoryboardPiece } from "@kinora/media/pictures/storyboard.ts";
import { NotStored, StorageFull } from "@kinora/storage/errors.ts";
import type { StoredFile } from "@kinora/storage/storage.ts";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";
import type { HotFile } from "../hot-files.ts";
import type { PlaybackRules } from "../playback-rules.ts";
import type { PlaybackVideo } from "../playback-video.ts";
import type { PlayableRendition } from "../renditions.ts";
import type { StoredFiles } from "../stored-files.ts";
import { decodeFrame, inWorkFolder, MinuteLimit, refusing, type FrameDecoding } from "./frame-decoding.ts";
import type { AskedMoment } from "./moment-query.ts";
import { Turns } from "./turns.ts";

/** Pictures cut out at the same time in one process, and requests that wait for one. */
const CUTTING = { atOnce: 2, mostWaiting: 64 };
/** Pictures cut out of storyboards for one network in a minute on this edge. */
export const CUT_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Renditions whose segments are remembered: the playlist of a long video has some 10,000 lines. */
const MAXIMUM_PLAYLISTS = 100;
/** Pictures kept of one version of a video; beyond, the oldest are deleted. */
export const MOMENTS_MAX = 200;
const USUAL_FRAME_RATE = 25;

/** What a picture is made of: a frame of a segment, or a piece of a sheet of the storyboard. */
type MomentSource =
  | {
      kind: "segment";
      /** Storage folder of the rendition. */
      rendition: string;
      segment: number;
      /** From the segment's beginning. */
      atSeconds: number;
    }
  | { kind: "storyboard"; sheet: string; piece: StoryboardPiece };

/** A frame of a video at a width: which file it is, and what it is made of. */
export interface Moment {
  video: Pick<PlaybackVideo, "id" | "version">;
  /** Its storage key. */
  key: string;
  /** Storage folder of all pictures of this version. */
  folder: string;
  source: MomentSource;
  width: number;
  height: number;
}

/** Pictures of any moment of a video: each is made once, of the storyboard or the segment it is in, and stored. */
export class MomentPictures {
  readonly #services: Pick<Services, "db" | "storage" | "log">;
  readonly #rules: Pick<PlaybackRules, "playable">;
  readonly #files: StoredFiles;
  readonly #durations = new LRUCache<string, number[]>({ max: MAXIMUM_PLAYLISTS, ttl: MINUTE_MS });
  readonly #making = new Map<string, Promise<HotFile>>();
  readonly #cut = new MinuteLimit(CUT_PER_MINUTE);
  readonly #storyboards = new LRUCache<string, StoryboardPiece[]>({ max: MAXIMUM_PLAYLISTS, ttl: MINUTE_MS });
  // Cutting takes a moment: it never waits for the decoding of frames.
  readonly #decoding: FrameDecoding;
  readonly #cutting = new Turns(CUTTING);

  constructor(
    services: Pick<Services, "db" | "storage" | "log">,
    rules: Pick<PlaybackRules, "playable">,
    files: StoredFiles,
    decoding: FrameDecoding,
  ) {
    this.#services = services;
    this.#rules = rules;
    this.#files = files;
    this.#decoding = decoding;
  }

  /**
   * The picture of a time, clamped to the video's length: no wider than a piece of the storyboard, the piece, which shows the
   * key frame nearest to its moment; otherwise the exact frame, in the smallest rendition that is as wide as requested.
   * Null while nothing of the video can play.
   */
  async find(video: PlaybackVideo, asked: AskedMoment): Promise<Moment | null> {
    return (await this.#findPiece(video, asked)) ?? (await this.#findFrame(video, asked));
  }

  async #findPiece(video: PlaybackVideo, { seconds, width }: AskedMoment): Promise<Moment | null> {
    if (!video.storyboard || width > STORYBOARD_SIDE) return null;
    const version = `assets/${video.id}/v${video.version}`;
    const pieces = await this.#piecesOf(`${version}/storyboard`);
    const piece = pieces.findLast(({ startSeconds }) => startSeconds <= seconds) ?? pieces[0];
    if (!piece || width > piece.width) return null;
    return {
      video,
      key: `${version}/moments/storyboard-${Math.round(piece.startSeconds * 1_000)}-${width}.jpg`,
      folder: `${version}/moments`,
      source: { kind: "storyboard", sheet: `${version}/storyboard/${piece.fileName}`, piece },
      width,
      height: Math.max(2, Math.round((width * piece.height) / piece.width)),
    };
  }

  async #findFrame(video: PlaybackVideo, { seconds, width }: AskedMoment): Promise<Moment | null> {
    const set = await this.#rules.playable(video);
    const rendition = set && widestNeeded(set.variants, width);
    if (!rendition?.width || !rendition.height) return null;
    const version = `assets/${video.id}/v${video.version}`;
    const folder = `${version}/${rendition.label}`;
    const durations = await this.#durationsOf(rendition, folder);
    const place = placeOf(durations, rendition.frameRate ?? USUAL_FRAME_RATE, seconds);
    if (!place) return null;
    const pixels = Math.min(width, rendition.width);
    return {
      video,
      key: `${version}/moments/${place.milliseconds}-${pixels}.jpg`,
      folder: `${version}/moments`,
      source: { kind: "segment", rendition: folder, segment: place.segment, atSeconds: place.atSeconds },
      width: pixels,
      height: Math.max(2, Math.round((pixels * rendition.height) / rendition.width)),
    };
  }

  /**
   * Makes and stores a picture; requests for the same one share the work.
   * @param address of the client.
   * @throws Refusal `rate_limited` after `DECODED_PER_MINUTE` frames or `CUT_PER_MINUTE` pieces for a network, `unavailable` when
   * too many wait or it cannot be decoded, `not_found` when what it is made of is gone.
   */
  async make(moment: Moment, address: string): Promise<HotFile> {
    const running = this.#making.get(moment.key);
    if (running) return running;
    const made = moment.source.kind === "storyboard" ? this.#cutOut(moment, address) : this.#decode(moment, address);
    const making = made.finally(() => this.#making.delete(moment.key));
    this.#making.set(moment.key, making);
    return making;
  }

  /** Of a storyboard, at most a minute old; none when it was deleted a moment ago. */
  async #piecesOf(folder: string): Promise<StoryboardPiece[]> {
    const known = this.#storyboards.get(folder);
    if (known) return known;
    try {
      const pieces = readStoryboard((await this.#files.read(`${folder}/storyboard.vtt`)).bytes.toString("utf8"));
      this.#storyboards.set(folder, pieces);
      return pieces;
    } catch (error) {
      if (error instanceof NotStored) return [];
      throw error;
    }
  }

  /** Of a rendition's segments, in seconds; none when its playlist was deleted a moment ago. */
  async #durationsOf({ complete, grown }: PlayableRendition, folder: string): Promise<number[]> {
    if (!complete) return grown.map(({ durationSeconds }) => durationSeconds);
    const known = this.#durations.get(folder);
    if (known) return known;
    try {
      const durations = segmentSecondsOf((await this.#files.read(`${folder}/index.m3u8`)).bytes.toString("utf8"));
      this.#durations.set(folder, durations);
      return durations;
    } catch (error) {
      if (error instanceof NotStored) return [];
      throw error;
    }
  }

  #decode(moment: Moment, address: string): Promise<HotFile> {
    return this.#decoding.run(address, moment.key, () => this.#take(moment));
  }

  async #cutOut(moment: Moment, address: string): Promise<HotFile> {
    this.#cut.count(address);
    return this.#cutting.run(() => refusing(this.#services.log, moment.key, () => this.#take(moment)));
  }

  async #take(moment: Moment): Promise<HotFile> {
    const bytes = await this.#make(moment);
    return { bytes, etag: await this.#keep(moment, bytes) };
  }

  async #make({ source, width, height }: Moment): Promise<Buffer> {
    const names =
      source.kind === "storyboard"
        ? [source.sheet]
        : ["init.mp4", segmentFileName(source.segment)].map((name) => `${source.rendition}/${name}`);
    const parts = (await Promise.all(names.map((name) => this.#files.read(name)))).map(({ bytes }) => bytes);
    if (source.kind === "segment") return decodeFrame(parts, { atSeconds: source.atSeconds, width, height });
    const { piece } = source;
    return inWorkFolder(parts, "sheet.jpg", (sheet, work) => takePiece({ sheet, piece, width, height, ...work }));
  }

  /** Stores a picture and deletes the oldest beyond the limit. On a full disk it is answered without being stored. */
  async #keep({ video, key, folder }: Moment, bytes: Buffer): Promise<string> {
    const { storage, log } = this.#services;
    try {
      const { etag } = await storage.put(key, bytes, { contentType: "image/jpeg", volatile: true });
      // The row changes before files are deleted: what is stored while it is current is among those.
      if (!(await this.#isCurrent(video))) await storage.delete(key);
      const stored: StoredFile[] = [];
      for await (const file of storage.list(folder)) stored.push(file);
      const oldest = stored.toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
      for (const { key: old } of oldest.slice(0, Math.max(0, stored.length - MOMENTS_MAX))) await storage.delete(old);
      return etag;
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      log.warn({ err: error, key }, "could not store the picture of a moment");
      return `"${key}"`;
    }
  }

  /** Whether a video has this version and is not deleted; false while the database is unavailable. */
  async #isCurrent({ id, version }: Moment["video"]): Promise<boolean> {
    const { db, log } = this.#services;
    try {
      const row = await db
        .selectFrom("videos")
        .select("id")
        .where("id", "=", id)
        .where("version", "=", version)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row !== undefined;
    } catch (error) {
      log.warn({ err: error, video: id }, "could not read the video of a moment");
      return false;
    }
  }
}

/** The smallest rendition that is as wide as requested, else the widest. */
function widestNeeded(variants: readonly PlayableRendition[], width: number): PlayableRendition | undefined {
  const ascending = variants.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return ascending.find((variant) => (variant.width ?? 0) >= width) ?? ascending.at(-1);
}

/**
 * Where the frame shown at `seconds` is, clamped to the first and the last frame. `milliseconds` is when it is shown, for
 * its name; `atSeconds` is half a frame before it in its segment, so that rounded times lead to the same frame. Pure.
 */
export function placeOf(
  durations: readonly number[],
  frameRate: number,
  seconds: number,
): { segment: number; atSeconds: number; milliseconds: number } | null {
  const length = durations.reduce((sum, duration) => sum + duration, 0);
  if (length <= 0) return null;
  const last = Math.max(0, Math.round(length * frameRate) - 1);
  const frame = Math.min(last, Math.max(0, Math.floor(seconds * frameRate + 0.001)));
  const shownAt = frame / frameRate;
  let beginsAt = 0;
  let segment = 0;
  for (const duration of durations.slice(0, -1)) {
    if (beginsAt + duration > shownAt + 0.5 / frameRate) break;
    beginsAt += duration;
    segment += 1;
  }
  const atSeconds = Math.max(0, shownAt - beginsAt - 0.5 / frameRate);
  return { segment, atSeconds, milliseconds: Math.round(shownAt * 1_000) };
}
