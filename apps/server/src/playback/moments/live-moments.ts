import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { Refusal } from "../../platform/refusal.ts";
import type { HotFile } from "../hot-files.ts";
import type { LiveSource } from "../live-source.ts";
import type { PlaybackStream } from "../playback-streams.ts";
import type { StoredFiles } from "../stored-files.ts";
import { decodeFrame, MinuteLimit, type FrameDecoding } from "./frame-decoding.ts";
import type { AskedMoment } from "./moment-query.ts";

/** Of pictures that are kept: a livestream never has another frame at the same place. */
const KEPT_BYTES = 32 * 1_048_576;

/** The live role's answer about a moment: where its picture is, below the livestream's folder. */
const momentPlace = z.union([
  z.object({ newest: z.literal(true) }),
  z.object({
    init: z.string(),
    segment: z.string(),
    at_seconds: z.number().nonnegative(),
    width: z.number().positive(),
  }),
]);
type Place = z.infer<typeof momentPlace>;

/** How long a place is remembered: a livestream has new pictures every second. */
const PLACE_MS = 1_000;
const MAXIMUM_PLACES = 5_000;
/** Places looked up for one network in a minute on this edge; those that are remembered are not counted. */
export const PLACES_PER_MINUTE = 600;

/** Pictures of the moments that viewers of a livestream can go back to, each decoded once and kept in memory. */
export class LiveMoments {
  readonly #source: LiveSource;
  readonly #files: StoredFiles;
  readonly #decoding: FrameDecoding;
  readonly #kept = new LRUCache<string, HotFile>({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes.length });
  readonly #making = new Map<string, Promise<HotFile>>();
  readonly #places = new LRUCache<string, Promise<Place>>({ max: MAXIMUM_PLACES, ttl: PLACE_MS });
  readonly #looked = new MinuteLimit(PLACES_PER_MINUTE);

  constructor(source: LiveSource, files: StoredFiles, decoding: FrameDecoding) {
    this.#source = source;
    this.#files = files;
    this.#decoding = decoding;
  }

  /**
   * The picture of a moment of a livestream that is on air. The newest one is the preview of what is on air, some seconds old and
   * at most 480 pixels long; others are decoded from the segment that shows them.
   * @param address of the client.
   * @throws Refusal `not_found` where nothing is on air, `unavailable` while no live role answers, `rate_limited` after
   * `PLACES_PER_MINUTE` moments for a network, and what {@link FrameDecoding.run} throws.
   */
  async read(stream: PlaybackStream, asked: AskedMoment, address: string): Promise<HotFile> {
    const place = await this.#knownPlace(stream, asked, address);
    if ("newest" in place) return this.#newest(stream);
    const width = Math.min(asked.width, place.width);
    const name = `${stream.id}/${place.segment}@${Math.round(place.at_seconds * 1_000)}-${width}`;
    const known = this.#kept.get(name) ?? this.#making.get(name);
    if (known) return known;
    const making = this.#decoding
      .run(address, name, () => this.#decode(stream, place, width, name))
      .finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  #knownPlace(stream: PlaybackStream, asked: AskedMoment, address: string): Promise<Place> {
    const key = `${stream.hash} ${asked.seconds} ${asked.width}`;
    const known = this.#places.get(key);
    if (known) return known;
    this.#looked.count(address);
    const place = this.#placeOf(stream, asked);
    this.#places.set(key, place);
    return place;
  }

  async #placeOf(stream: PlaybackStream, { seconds, width }: AskedMoment): Promise<Place> {
    const answer = await this.#source.moment(stream, { seconds, width });
    if (answer?.status === 404) throw nothing();
    if (answer?.status !== 200) throw away();
    return momentPlace.parse(JSON.parse(answer.body.toString("utf8")));
  }

  async #newest(stream: PlaybackStream): Promise<HotFile> {
    const answer = await this.#source.picture(stream);
    if (answer?.status === 404) throw nothing();
    if (answer?.status !== 200) throw away();
    return { bytes: answer.body, etag: `"${createHash("sha256").update(answer.body).digest("base64url")}"` };
  }

  async #decode(
    stream: PlaybackStream,
    place: Exclude<Place, { newest: true }>,
    width: number,
    name: string,
  ): Promise<HotFile> {
    // The live role has what is not stored yet, and what it makes for the playlist: slates and loops.
    const part = async (file: string) => {
      const found = await this.#source.file(stream, file);
      return typeof found === "string" ? (await this.#files.read(`live/${stream.id}/${file}`)).bytes : found;
    };
    const parts = [await part(place.init), await part(place.segment)];
    const bytes = await decodeFrame(parts, { atSeconds: place.at_seconds, width, height: null });
    const file = { bytes, etag: `"${name}"` };
    this.#kept.set(name, file);
    return file;
  }
}

const nothing = () => new Refusal("not_found", "There is no picture of this livestream now.");
const away = () =>
  new Refusal("unavailable", "The livestream can't be reached right now. Try again in a moment.", {
    retryAfterSeconds: 1,
  });
