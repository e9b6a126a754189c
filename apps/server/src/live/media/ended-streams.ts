import { stat } from "node:fs/promises";
import { DVR_MINUTES } from "@kinora/domain/live/streams.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import type { Logger } from "../../platform/log.ts";
import { CaptionJournal } from "../captions/caption-journal.ts";
import { CaptionSegments } from "../captions/caption-segments.ts";
import type { StreamCaptions } from "../captions/stream-captions.ts";
import type { OnAir } from "../host/on-air.ts";
import { LoopMedia } from "../loop/loop-media.ts";
import { Audience } from "../sessions/audience.ts";
import { captionJournalPath, journalFile, journalPath, journalsOf } from "./journal-file.ts";
import { StreamSounds } from "./stream-sounds.ts";
import { reopenTimeline } from "./stream-timeline.ts";

/** Least time an ended stream's playlist is served. */
const LEAST_MS = 60_000;
/** Longest time: the longest DVR window and the least time. */
const MOST_MS = DVR_MINUTES.max * 60_000 + LEAST_MS;

/** What serving a stream's playlists and files needs. */
export interface ServedStream extends Pick<
  OnAir,
  "hash" | "timeline" | "files" | "looped" | "audience" | "stopped" | "mayGet" | "sounds"
> {
  stream: { id: number };
  /** Null where an earlier process had the stream, and no captions of it. */
  captions: Pick<StreamCaptions, "segments"> | null;
}

interface Ended {
  served: ServedStream;
  over: NodeJS.Timeout;
}

/**
 * Recently ended streams. Their playlists have EXT-X-ENDLIST (RFC 8216 §4.3.3.4) and can be played for as long as the listed media
 * lasts, at least a minute; then the media is deleted.
 */
export class EndedStreams {
  readonly #log: Logger;
  readonly #leastMs: number;
  readonly #ended = new Map<number, Ended>();

  constructor(log: Logger, leastMs = LEAST_MS) {
    this.#log = log;
    this.#leastMs = leastMs;
  }

  /**
   * Ends a stream's playlist and keeps serving it.
   *
   * @param endedAtMs when it ended, in milliseconds of the epoch; before now where another process ended it.
   */
  keep(served: ServedStream, endedAtMs = Date.now()): void {
    const { timeline, stream } = served;
    this.forget(stream.id);
    timeline.end();
    if (timeline.segments.length === 0) return;
    const listedSeconds = timeline.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const leftMs = Math.max(this.#leastMs, listedSeconds * 1000) - Math.max(0, Date.now() - endedAtMs);
    const over = setTimeout(() => this.#remove(stream.id), Math.max(0, leftMs));
    this.#ended.set(stream.id, { served, over });
  }

  /** Restores the streams that ended in an earlier process of this machine. @param isOnAir whether a stream id is on air. */
  async restore(services: Services, isOnAir: (streamId: number) => boolean): Promise<void> {
    const { db, config } = services;
    for (const id of await journalsOf(config.dataDir)) {
      const endedAtMs = (await stat(journalPath(config.dataDir, id))).mtimeMs;
      if (Date.now() - endedAtMs > MOST_MS) continue;
      const stream = await db
        .selectFrom("streams")
        .select(["id", "hash", "project_id"])
        .where("id", "=", id)
        .where("ingest", "=", "none")
        .where("on_air", "=", "nothing")
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (!stream || isOnAir(id)) continue;
      const { files, timeline } = reopenTimeline(services, id);
      const looped = new LoopMedia(services, stream.project_id, () => files.reachable);
      const stopped = new AbortController().signal;
      const audience = new Audience();
      const captions = writtenCaptions(services, id, timeline);
      const sounds = new StreamSounds(timeline, files);
      this.keep(
        {
          ...{ hash: stream.hash, stream, timeline, files, looped, audience, stopped, captions, sounds },
          mayGet: () => false,
        },
        endedAtMs,
      );
    }
  }

  find(hash: string): ServedStream | undefined {
    for (const { served } of this.#ended.values()) if (served.hash === hash) return served;
    return undefined;
  }

  /** Stops serving a stream that starts again or is deleted. */
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
      this.#log.warn({ err: error, stream: streamId }, "media of an ended livestream not deleted");
    });
  }
}

/** The captions of a stream that ended in an earlier process; null where it had none. */
function writtenCaptions({ config, log }: Services, streamId: number, timeline: LiveTimeline) {
  const port = journalFile(captionJournalPath(config.dataDir, streamId));
  const journal = new CaptionJournal(port, (err) =>
    log.warn({ err, stream: streamId }, "journal of captions not read"),
  );
  if (journal.read().size === 0) return null;
  const segments = new CaptionSegments(timeline, journal);
  port.close();
  return { segments };
}
