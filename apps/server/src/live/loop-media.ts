import { placedAt } from "@kinora/media/live/decodeClock.ts";
import { readTracks } from "@kinora/media/live/liveInit.ts";
import { muxInit, muxSegment } from "@kinora/media/live/loopContent.ts";
import { segmentSecondsOf } from "@kinora/media/live/loopProgramme.ts";
import { silentInit, silentSegment } from "@kinora/media/live/silence.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { segmentFileName } from "@kinora/media/segment.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Services } from "../context.ts";

/**
 * `720p/loop-{video's hash}-{version}.mp4`, and of a segment `…-{index}-{clock ticks}.m4s`; `…-entry.m4s` where nothing of the video
 * was on air before it.
 */
const NAME = /^([1-9]\d{0,4}p)\/loop-([A-Za-z0-9_-]{4,64})-(\d{1,9})(?:-(\d{1,6})-(\d{1,15})(-entry)?\.m4s|\.mp4)$/;

/** A segment of a video and where it stands. */
interface Place {
  index: number;
  clockTicks: number;
  isEntry: boolean;
}
/** Files kept for the next one who asks; edges keep more. */
const KEPT_FILES = 12;

/** The files of looped videos as live playlists list them: picture and sound of one time in one segment, joined when somebody asks. */
export class LoopMedia {
  readonly #services: Services;
  readonly #projectId: number;
  readonly #timeline: LiveTimeline;
  readonly #videos = new Map<string, Promise<number | null>>();
  readonly #sounds = new Map<string, Promise<readonly number[] | null>>();
  readonly #files = new Map<string, Promise<Buffer | null>>();

  constructor(services: Services, projectId: number, timeline: LiveTimeline) {
    this.#services = services;
    this.#projectId = projectId;
    this.#timeline = timeline;
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
    if (this.#files.size > KEPT_FILES && oldest !== undefined) this.#files.delete(oldest);
    reading.catch(() => this.#files.delete(name));
    return reading;
  }

  async #read(label: string, hash: string, version: number, place: Place | null): Promise<Buffer | null> {
    const id = await this.#find(hash, version);
    if (id === null) return null;
    const folder = `assets/${id}/v${version}`;
    const cuts = await this.#soundOf(folder, label);
    const video = await this.#stored(`${folder}/${label}/init.mp4`);
    const audio = cuts ? silentInit : await this.#stored(`${folder}/audio/init.mp4`);
    if (!video || !audio) return null;
    const init = muxInit({ video, audio });
    if (place === null) return init;
    const { index, clockTicks, isEntry } = place;
    const picture = await this.#stored(`${folder}/${label}/${segmentFileName(index)}`);
    const sounds = cuts ? [silenceOf(cuts, index)] : await this.#soundUpTo(folder, index);
    if (!picture || !sounds) return null;
    return placedAt(muxSegment({ video, audio }, picture, sounds, isEntry), readTracks(init), clockTicks);
  }

  /** The sound of a segment, behind that of the one before; null when there is none. */
  async #soundUpTo(folder: string, index: number): Promise<Buffer[] | null> {
    const own = await this.#stored(`${folder}/audio/${segmentFileName(index)}`);
    const before = index > 0 ? await this.#stored(`${folder}/audio/${segmentFileName(index - 1)}`) : null;
    return own && [...(before ? [before] : []), own];
  }

  /** The video behind a public id, if this timeline lists it and it is of the stream's own project. */
  #find(hash: string, version: number): Promise<number | null> {
    const known = this.#videos.get(`${hash}-${version}`);
    if (known) return known;
    const part = `/loop-${hash}-${version}-`;
    const isListed = this.#timeline.segments.some(({ rungs }) =>
      [...rungs.values()].some(({ name }) => name.includes(part)),
    );
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

  /** How a video without sound is cut, so that silence can be; null for one that has sound. */
  #soundOf(folder: string, label: string): Promise<readonly number[] | null> {
    const known = this.#sounds.get(folder);
    if (known) return known;
    const looking = (async () => {
      if (await this.#services.storage.stat(`${folder}/audio/init.mp4`)) return null;
      const playlist = await this.#stored(`${folder}/${label}/index.m3u8`);
      return segmentSecondsOf(playlist?.toString("utf8") ?? "");
    })();
    this.#sounds.set(folder, looking);
    looking.catch(() => this.#sounds.delete(folder));
    return looking;
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

/** Silence for a segment of a video that has no sound, which is cut so. */
function silenceOf(cuts: readonly number[], index: number): Buffer {
  const startsAt = cuts.slice(0, index).reduce((sum, seconds) => sum + seconds, 0);
  return silentSegment(startsAt, startsAt + (cuts[index] ?? 0));
}
