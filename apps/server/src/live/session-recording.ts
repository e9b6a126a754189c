import type { Services } from "../context.ts";
import { logStream } from "./announce.ts";
import type { Publisher } from "./publisher.ts";
import { isFullDisk, Recorder, recordingPath } from "./recorder.ts";
import { handOnRecording } from "./recordings.ts";
import { readOpenSession, type LiveStream } from "./session-records.ts";

/** The recording of a stream's sessions, where one is wanted. */
export class SessionRecording {
  readonly #services: Services;
  #recorder: Recorder | null = null;
  /** Whom the recorder follows. */
  #followed: Publisher | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Records the session that is open if its stream wanted that when it began; once for each publisher. */
  async follow(stream: LiveStream, publisher: Publisher): Promise<void> {
    if (this.#followed === publisher) return;
    const session = await readOpenSession(this.#services, stream.id);
    if (session?.recording !== "recording") return;
    this.#followed = publisher;
    const { id } = session;
    try {
      this.#recorder ??= new Recorder(
        recordingPath(this.#services.config.dataDir, id),
        (error) => void this.#failed(stream, id, error),
      );
      this.#recorder.follow(publisher);
    } catch (error) {
      await this.#failed(stream, id, error);
    }
  }

  /** Closes the file; the session may go on in another process. */
  async close(): Promise<void> {
    await this.#recorder?.finish();
    this.#recorder = null;
    this.#followed = null;
  }

  /** The session is over: what was recorded becomes a video. */
  async handOn(sessionId: number): Promise<void> {
    await this.close();
    await handOnRecording(this.#services, sessionId);
  }

  /** Viewers notice nothing; what was recorded until now is kept. */
  async #failed(stream: LiveStream, sessionId: number, error: unknown): Promise<void> {
    const { log, db } = this.#services;
    log.warn({ err: error, session: sessionId }, "a recording ended early");
    const reason = isFullDisk(error) ? "The disk is full." : "The disk could not be written.";
    try {
      await db.updateTable("stream_sessions").set({ recording: "failed" }).where("id", "=", sessionId).execute();
      await logStream(db, stream, {
        type: "recording_failed",
        severity: "error",
        detail: `${reason} What was recorded until now is kept.`,
        sessionId,
      });
    } catch (problem) {
      log.warn({ err: problem, session: sessionId }, "nobody could be told that a recording ended early");
    }
  }
}
