import { rm, stat } from "node:fs/promises";
import type { Services } from "../context.ts";
import { keepClip } from "./clips.ts";
import { recordingPath } from "./recorder.ts";
import { readableRecording } from "./recording-container.ts";
import { pushRecording } from "./recording-records.ts";
import { saveRecording, storedKey, waitingRecording } from "./recordings.ts";

/** A file that has nothing but its header. */
const EMPTY_BYTES = 1_024;

/**
 * Hands on a recording that ended: its file goes into storage and a task makes a video of it. Twice is the same as once; one of
 * which nothing was recorded is empty.
 */
export async function handOnRecording(services: Services, id: number): Promise<void> {
  const { config, storage, db, jobs } = services;
  const path = recordingPath(config.dataDir, id);
  const file = await stat(path).catch(() => null);
  if (file && file.size >= EMPTY_BYTES) {
    const readable = await readableRecording(path);
    await storage.putFile(storedKey(id, readable.extension), readable.path);
  }
  await rm(path, { force: true });
  // Also where a process died behind the lines above.
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

/** Recordings that are being handed on, beside everything else: a large file may take its time. */
export class HandOns {
  readonly #services: Services;
  readonly #work = new Map<number, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Hands a recording on that nobody writes any more; what fails is tried again by whoever asks next. */
  soon(id: number): void {
    if (this.#work.has(id)) return;
    const work = this.#handOn(id)
      .catch((error: unknown) => {
        this.#services.log.warn({ err: error, recording: id }, "a recording could not be handed on yet");
      })
      .finally(() => this.#work.delete(id));
    this.#work.set(id, work);
  }

  async #handOn(id: number): Promise<void> {
    const row = await this.#services.db
      .selectFrom("stream_recordings")
      .select("kind")
      .where("id", "=", id)
      .executeTakeFirst();
    if (row?.kind === "recording") await handOnRecording(this.#services, id);
    if (row?.kind === "clip") await keepClip(this.#services, id);
  }

  /** Resolves when nothing is under way. */
  async done(): Promise<void> {
    await Promise.all(this.#work.values());
  }
}
