import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Services } from "../../context.ts";
import { pushRecording } from "../sessions/recording-records.ts";
import { keepClip } from "./clips.ts";
import { removeFurtherSounds, withFurtherSounds } from "./recorded-sounds.ts";
import { recordingPath } from "./recorder.ts";
import { readableRecording } from "./recording-container.ts";
import { saveRecording, storedKey, waitingRecording } from "./recordings.ts";

/** A smaller file has nothing but its header. */
const EMPTY_BYTES = 1_024;

/**
 * Finalizes a stopped recording: moves its file to storage and queues the task that makes a video of it. Idempotent. A recording
 * without media gets the state `empty`.
 */
export async function finalizeRecording(services: Services, id: number): Promise<void> {
  const { config, storage, db, jobs } = services;
  const path = recordingPath(config.dataDir, id);
  const file = await stat(path).catch(() => null);
  if (file && file.size >= EMPTY_BYTES) {
    const readable = await readableRecording(path);
    const joined = await joinedSounds(services, id, path, readable.path);
    await storage.putFile(storedKey(id, joined ? "mkv" : readable.extension), joined ?? readable.path);
  }
  await removeFurtherSounds(path);
  await rm(path, { force: true });
  // Read from storage: a process may have died after it moved the file.
  const isEmpty = (await waitingRecording(services, id)) === null;
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("stream_recordings")
      .set({ state: isEmpty ? "empty" : "saving" })
      .where("id", "=", id)
      .where("state", "=", "stopping")
      .returning(["id", "stream_id", "kind", "state", "video_id"])
      .executeTakeFirst();
    if (!row) return;
    await pushRecording(tx, row);
    if (!isEmpty) await jobs.send(tx, saveRecording, { recordingId: id });
  });
}

/** A recording with its further sounds; null without any, and where they cannot be joined: the recording is kept without them. */
async function joinedSounds(
  { log, diskSpace }: Services,
  id: number,
  path: string,
  readable: string,
): Promise<string | null> {
  try {
    return await withFurtherSounds(path, readable, diskSpace);
  } catch (error) {
    log.warn({ err: error, recording: id }, "further sounds of a recording left out");
    return null;
  }
}

/** Finalizes stopped recordings and clips in the background: a large file takes minutes. */
export class RecordingFinalizer {
  readonly #services: Services;
  readonly #running = new Map<number, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Finalizes a recording no process writes any more. A failure is logged; the next call for the same id retries. */
  enqueue(id: number): void {
    if (this.#running.has(id)) return;
    const work = this.#finalize(id)
      .catch((error: unknown) => {
        this.#services.log.warn({ err: error, recording: id }, "recording not finalized, will be retried");
      })
      .finally(() => this.#running.delete(id));
    this.#running.set(id, work);
  }

  async #finalize(id: number): Promise<void> {
    const { db, config } = this.#services;
    const row = await db
      .selectFrom("stream_recordings")
      .select(["kind", "host"])
      .where("id", "=", id)
      .executeTakeFirst();
    const isElsewhere =
      row?.host && row.host !== config.liveHost.name && !existsSync(recordingPath(config.dataDir, id));
    // The host that has the file finalizes it, once it is back.
    if (row?.kind === "recording" && !isElsewhere) await finalizeRecording(this.#services, id);
    if (row?.kind === "clip") await keepClip(this.#services, id);
  }

  /** Resolves when no recording is being finalized. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
