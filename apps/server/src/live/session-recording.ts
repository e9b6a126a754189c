import type { Services } from "../context.ts";
import { logStream, pushState } from "./announce.ts";
import type { HandOns } from "./hand-ons.ts";
import type { Publisher } from "./publisher.ts";
import { isFullDisk, Recorder, recordingPath } from "./recorder.ts";
import { runningRecording, stoppedRecordings, stopRunning } from "./recording-records.ts";
import { readOpenSession, type LiveStream } from "./session-records.ts";

/** A recording while it is written. */
interface Running {
  id: number;
  recorder: Recorder | null;
  /** Whom the recorder follows. */
  followed: Publisher | null;
  /** Why it ended by itself; told until the books know. */
  failure: unknown;
}

/** Records a stream as its books say: from a start to a stop, whoever publishes meanwhile. One call comes after another. */
export class SessionRecording {
  readonly #services: Services;
  readonly #handOns: HandOns;
  #running: Running | null = null;
  /** Whose picture is known: what a recording begins with. */
  #publisher: Publisher | null = null;

  constructor(services: Services, handOns: HandOns) {
    this.#services = services;
    this.#handOns = handOns;
  }

  /** A publisher's picture is known: from here on it is recorded whenever a recording runs. */
  async begin(stream: LiveStream, publisher: Publisher): Promise<void> {
    this.#publisher = publisher;
    await this.follow(stream);
  }

  /** Records if a recording runs, and hands on what ended. */
  async follow(stream: LiveStream): Promise<void> {
    await this.#tellFailure(stream);
    const wanted = await runningRecording(this.#services.db, stream.id);
    if (this.#running && this.#running.id !== wanted?.id) await this.close();
    if (wanted && this.#publisher && !this.#publisher.ended) await this.#record(stream, wanted.id, this.#publisher);
    for (const { id } of await stoppedRecordings(this.#services.db, stream.id)) this.#handOns.soon(id);
  }

  /** Closes the file; the recording may go on in another process. */
  async close(): Promise<void> {
    const recorder = this.#running?.recorder;
    this.#running = null;
    await recorder?.finish();
  }

  async #record(stream: LiveStream, id: number, publisher: Publisher): Promise<void> {
    const running = (this.#running ??= { id, recorder: null, followed: null, failure: null });
    if (running.failure !== null || running.followed === publisher) return;
    running.followed = publisher;
    const failed = (error: unknown) => {
      running.failure = error;
      return this.#tellFailure(stream);
    };
    const failedLater = (error: unknown) => {
      failed(error).catch((problem: unknown) =>
        this.#services.log.error({ err: problem, recording: id }, "nobody could be told that a recording ended early"),
      );
    };
    try {
      running.recorder ??= new Recorder(recordingPath(this.#services.config.dataDir, id), failedLater);
      running.recorder.follow(publisher);
    } catch (error) {
      await failed(error);
    }
  }

  /** Viewers notice nothing; what was recorded until now is kept. */
  async #tellFailure(stream: LiveStream): Promise<void> {
    const running = this.#running;
    if (!running || running.failure === null) return;
    const { log, db, clock } = this.#services;
    log.warn({ err: running.failure, recording: running.id }, "a recording ended early");
    const problem = isFullDisk(running.failure) ? "The disk is full." : "The disk could not be written.";
    const detail = `${problem} What was recorded until now is kept.`;
    try {
      const session = await readOpenSession(this.#services, stream.id);
      await db.transaction().execute(async (tx) => {
        if ((await stopRunning(tx, stream.id, clock.now(), detail)) === null) return;
        await logStream(tx, stream, {
          type: "recording_failed",
          severity: "error",
          detail,
          sessionId: session?.id ?? null,
        });
        await pushState(tx, stream);
      });
    } catch (problemOfBooks) {
      // Told anew the next time the stream is looked at.
      log.warn({ err: problemOfBooks, recording: running.id }, "nobody could be told that a recording ended early");
      return;
    }
    if (this.#running === running) this.#running = null;
    this.#handOns.soon(running.id);
  }
}
