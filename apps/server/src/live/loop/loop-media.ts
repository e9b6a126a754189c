import { placedAt } from "@kinora/media/live/decode-clock.ts";
import { readTracks } from "@kinora/media/live/live-init.ts";
import { muxInit, muxSegment } from "@kinora/media/live/loop-content.ts";
import { segmentSecondsOf } from "@kinora/media/live/loop-programme.ts";
import { silentInit, silentSegment } from "@kinora/media/live/silence.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Services } from "../../context.ts";

/**
 * `720p/loop-{video's hash}-{version}.mp4`, and of a segment `…-{index}-{clock ticks}.m4s`; `…-entry.m4s` for the first segment of the
 * loop after another source.
 */
const NAME = /^([1-9]\d{0,4}p)\/loop-([A-Za-z0-9_-]{4,64})-(\d{1,9})(?:-(\d{1,6})-(\d{1,15})(-entry)?\.m4s|\.mp4)$/;

/** A segment of a video and its decode time. */
interface Place {
  index: number;
  clockTicks: number;
  isEntry: boolean;
}
type Span = readonly [startSeconds: number, endSeconds: number];
/** Tolerance for rounded durations in playlists; shorter than an audio packet. */
const ROUNDING_SECONDS = 0.001;
/** Files cached here; edges cache more. */
const CACHED_FILES = 12;

/** Makes the files of looped videos that live playlists list: video and audio muxed into one segment on request. */
export class LoopMedia {
  readonly #services: Services;
  readonly #projectId: number;
  readonly #reachable: () => readonly TimelineSegment[];
  readonly #videos = new Map<string, Promise<number | null>>();
  readonly #cuts = new Map<string, Promise<readonly number[] | null>>();
  readonly #files = new Map<string, Promise<Buffer | null>>();

  /** @param reachable the segments players may request. */
  constructor(services: Services, projectId: number, reachable: () => readonly TimelineSegment[]) {
    this.#services = services;
    this.#projectId = projectId;
    this.#reachable = reachable;
  }

  /** A file of a video that is or was on this timeline; null for any other. */
  read(name: string): Promise<Buffer | null> {
    const [, label, hash, version, index, ticks, entry] = NAME.exec(name) ?? [];
    if (label === undefined || hash === undefined || version === undefined) return Promise.resolve(null);
    const known = this.#files.get(name);
    if (known) return known;
    const place = { index: Number(index), clockTicks: Number(ticks), isEntry: entry !== undefined };
    const reading = this.#read(label, hash, Number(version), index === undefined ? null : place);
    this.#files.set(name, reading);
    const [oldest] = this.#files.keys();
    if (this.#files.size > CACHED_FILES && oldest !== undefined) this.#files.delete(oldest);
    reading.catch(() => this.#files.delete(name));
    return reading;
  }

  async #read(label: string, hash: string, version: number, place: Place | null): Promise<Buffer | null> {
    const id = await this.#find(hash, version);
    if (id === null) return null;
    const folder = `assets/${id}/v${version}`;
    const soundCuts = await this.#cutsOf(`${folder}/audio`);
    const video = await this.#stored(`${folder}/${label}/init.mp4`);
    const audio = soundCuts ? await this.#stored(`${folder}/audio/init.mp4`) : silentInit;
    if (!video || !audio) return null;
    const init = muxInit({ video, audio });
    if (place === null) return init;
    const { index, clockTicks, isEntry } = place;
    const picture = await this.#stored(`${folder}/${label}/${segmentFileName(index)}`);
    const span = spanOf((await this.#cutsOf(`${folder}/${label}`)) ?? [], index);
    const sounds = soundCuts ? await this.#soundWithin(folder, soundCuts, span) : [silentSegment(...span)];
    if (!picture || !sounds) return null;
    return placedAt(muxSegment({ video, audio }, picture, sounds, isEntry), readTracks(init), clockTicks);
  }

  /** The audio segments that overlap a span of the video; null when one does not exist. */
  async #soundWithin(folder: string, cuts: readonly number[], [start, end]: Span): Promise<Buffer[] | null> {
    const sounds: Buffer[] = [];
    for (const index of cuts.keys()) {
      const [begins, ends] = spanOf(cuts, index);
      if (ends + ROUNDING_SECONDS <= start || begins - ROUNDING_SECONDS >= end) continue;
      const sound = await this.#stored(`${folder}/audio/${segmentFileName(index)}`);
      if (!sound) return null;
      sounds.push(sound);
    }
    return sounds;
  }

  /** The id of a video that this timeline lists and the stream's project owns; null for any other. */
  #find(hash: string, version: number): Promise<number | null> {
    const known = this.#videos.get(`${hash}-${version}`);
    if (known) return known;
    const part = `/loop-${hash}-${version}-`;
    const isListed = this.#reachable().some(({ rungs }) => [...rungs.values()].some(({ name }) => name.includes(part)));
    if (!isListed) return Promise.resolve(null);
    const finding = this.#services.db
      .selectFrom("videos")
      .select("id")
      .where("hash", "=", hash)
      .where("project_id", "=", this.#projectId)
      .executeTakeFirst()
      .then((row) => row?.id ?? null);
    this.#videos.set(`${hash}-${version}`, finding);
    finding.catch(() => this.#videos.delete(`${hash}-${version}`));
    return finding;
  }

  /** Durations of a complete rendition's segments; null when it does not exist. */
  #cutsOf(folder: string): Promise<readonly number[] | null> {
    const known = this.#cuts.get(folder);
    if (known) return known;
    const reading = this.#stored(`${folder}/index.m3u8`).then(
      (playlist) => playlist && segmentSecondsOf(playlist.toString("utf8")),
    );
    this.#cuts.set(folder, reading);
    reading.catch(() => this.#cuts.delete(folder));
    return reading;
  }

  async #stored(key: string): Promise<Buffer | null> {
    try {
      return Buffer.concat(await (await this.#services.storage.get(key)).stream.toArray());
    } catch (error) {
      if (error instanceof NotStored) return null;
      throw error;
    }
  }
}

/** Start and end of a rendition's segment in seconds. @param cuts durations of all segments. */
function spanOf(cuts: readonly number[], index: number): Span {
  const startsAt = cuts.slice(0, index).reduce((sum, seconds) => sum + seconds, 0);
  return [startsAt, startsAt + (cuts[index] ?? 0)];
}
