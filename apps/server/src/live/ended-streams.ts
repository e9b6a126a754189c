import type { Logger } from "../platform/log.ts";
import type { OnAir } from "./on-air.ts";

/** How long a playlist says that its stream ended, at least. */
const LEAST_MS = 60_000;

/** What playlists and files of a stream are answered from. */
export interface ServedStream extends Pick<OnAir, "hash" | "timeline" | "files" | "looped" | "audience"> {
  stream: { id: number };
}

interface Ended {
  served: ServedStream;
  over: NodeJS.Timeout;
}

/**
 * Streams that went off air a while ago. Players that have their playlists read there that the stream ended (EXT-X-ENDLIST, RFC 8216
 * §4.3.3.4), and can play what is listed, for as long as that lasts and at least a minute; then the media is deleted.
 */
export class EndedStreams {
  readonly #log: Logger;
  readonly #leastMs: number;
  readonly #ended = new Map<number, Ended>();

  constructor(log: Logger, leastMs = LEAST_MS) {
    this.#log = log;
    this.#leastMs = leastMs;
  }

  /** Ends a stream's playlist and keeps it. */
  keep(served: ServedStream): void {
    const { timeline, stream } = served;
    this.forget(stream.id);
    timeline.end();
    if (timeline.segments.length === 0) return;
    const listedSeconds = timeline.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const over = setTimeout(() => this.#remove(stream.id), Math.max(this.#leastMs, listedSeconds * 1000));
    this.#ended.set(stream.id, { served, over });
  }

  find(hash: string): ServedStream | undefined {
    for (const { served } of this.#ended.values()) if (served.hash === hash) return served;
    return undefined;
  }

  /** It begins again, or is deleted. */
  forget(streamId: number): void {
    clearTimeout(this.#ended.get(streamId)?.over);
    this.#ended.delete(streamId);
  }

  close(): void {
    for (const streamId of [...this.#ended.keys()]) this.forget(streamId);
  }

  #remove(streamId: number): void {
    const ended = this.#ended.get(streamId);
    this.#ended.delete(streamId);
    ended?.served.files.clear().catch((error: unknown) => {
      this.#log.warn({ err: error, stream: streamId }, "the media of an ended livestream could not be deleted");
    });
  }
}
