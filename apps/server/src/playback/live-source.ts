import { randomUUID } from "node:crypto";
import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";
import { writeEdgeAudience } from "../platform/access/audience.ts";
import { NOT_HERE } from "../platform/access/live-answers.ts";
import { internalHeaders } from "../platform/secrets/internal-token.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { traceHeaders, type Tracing } from "../platform/tracing/tracing.ts";
import { streamAvailability, type PlaybackStream, type PlaybackStreams } from "./playback-streams.ts";
import { SilentHosts } from "./silent-hosts.ts";

/** Capacity of the cache of parts and segments, in bytes. */
const KEPT_BYTES = 64 * 1_048_576;
/** Delay before a live role is asked again that restarts, or another one that takes the stream over. */
const AGAIN_MS = 150;
const TRIES = 3;
/** Parts, segments and initialization segments. */
const MEDIA = /\.(?:m4s|mp4)$/;
/** Request time-out: longer than any blocking playlist reload. */
const LONGEST_MS = 25_000;

/** The live role's answer. */
export interface LiveAnswer {
  status: number;
  body: Buffer;
}

/** A file, or that it does not exist, or that no live role that has the stream said either. */
export type LiveFile = Buffer | "missing" | "unknown";

/** Reads live media from the live role; concurrent requests for the same file share one. */
export class LiveSource {
  readonly #streams: PlaybackStreams;
  readonly #hosts = new SilentHosts();
  readonly #name = randomUUID();
  readonly #headers: { authorization: string };
  readonly #tracing: Pick<Tracing, "parent">;
  readonly #asking = new Map<string, Promise<LiveAnswer | null>>();
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  constructor(streams: PlaybackStreams, secrets: Secrets, tracing: Pick<Tracing, "parent">) {
    this.#streams = streams;
    this.#tracing = tracing;
    this.#headers = internalHeaders(secrets);
  }

  /**
   * A playlist as it is, or once it contains what the query requests; null when no live role that has the stream can be reached. The
   * request carries the edge's audience.
   */
  playlist(
    stream: PlaybackStream,
    file: string,
    query: string,
    audience: EdgeAudience | null,
  ): Promise<LiveAnswer | null> {
    return this.#ask(stream, query === "" ? file : `${file}?${query}`, audience);
  }

  /** A part, segment or initialisation segment. */
  async file(stream: PlaybackStream, file: string): Promise<LiveFile> {
    const key = `${stream.hash}/${file}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const answer = await this.#ask(stream, file, null);
    if (answer?.status === 404) return "missing";
    if (answer?.status !== 200) return "unknown";
    this.#keep(key, answer.body);
    return answer.body;
  }

  /** A picture of the stream on air, some seconds old; null when no live role that has the stream can be reached. */
  picture(stream: PlaybackStream): Promise<LiveAnswer | null> {
    return this.#ask(stream, "picture.jpg?for=anybody", null);
  }

  /**
   * Where the picture of a moment is, as JSON; null when no live role that has the stream can be reached.
   * @param seconds Unix time, or, 0 and less, so long before the newest whole segment ends.
   */
  moment(stream: PlaybackStream, { seconds, width }: { seconds: number; width: number }): Promise<LiveAnswer | null> {
    return this.#ask(stream, `moment.json?time=${seconds}&width=${width}`, null);
  }

  #ask(stream: PlaybackStream, path: string, audience: EdgeAudience | null): Promise<LiveAnswer | null> {
    const key = `${stream.hash}/${path}`;
    const running = this.#asking.get(key);
    if (running) return running;
    const asking = this.#fetch(stream, path, audience).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #fetch(stream: PlaybackStream, path: string, audience: EdgeAudience | null): Promise<LiveAnswer | null> {
    let known: PlaybackStream | null = stream;
    for (let attempt = 1; attempt <= TRIES && known?.hostUrl; attempt += 1) {
      const { hostUrl }: { hostUrl: string | null } = known;
      const answer = await this.#fetchFrom(hostUrl, `/live/${stream.hash}/${path}`, audience);
      if (answer === "late") return null;
      if (answer !== "away" && answer.status !== NOT_HERE) return answer;
      // No host has a stream that is off the air.
      if (answer !== "away" && streamAvailability(known) !== "playable") return null;
      // The live role was restarted and announces its new address, or the stream moves to another one.
      this.#streams.doubt(stream.hash);
      if (answer !== "away") {
        known = await this.#streams.find(stream.hash);
        if (known?.hostUrl !== hostUrl) continue;
        // The host before may have stored it.
        if (MEDIA.test(path)) return null;
        this.#streams.doubt(stream.hash);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * attempt));
      known = await this.#streams.find(stream.hash);
    }
    return null;
  }

  async #fetchFrom(
    hostUrl: string,
    address: string,
    audience: EdgeAudience | null,
  ): Promise<LiveAnswer | "late" | "away"> {
    const headers = {
      ...this.#headers,
      ...traceHeaders(this.#tracing),
      ...(audience === null ? {} : { "x-edge": this.#name, "x-audience": writeEdgeAudience(audience) }),
    };
    const late = AbortSignal.timeout(LONGEST_MS);
    try {
      return await this.#hosts.watched(hostUrl, async (silent) => {
        const response = await fetch(`${hostUrl}${address}`, { headers, signal: AbortSignal.any([late, silent]) });
        return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
      });
    } catch (error) {
      return error instanceof Error && error.name === "TimeoutError" ? "late" : "away";
    }
  }

  #keep(key: string, bytes: Buffer): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(key, bytes);
    this.#keptBytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }
}
