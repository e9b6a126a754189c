import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { hasRoomToRecord } from "@kinora/domain/operations/disk.ts";
import type { Services } from "../../context.ts";
import type { Publisher, TagSource } from "../ingest/publisher.ts";
import { runningRecording, stoppedRecordings, stopRunning } from "../sessions/recording-records.ts";
import { readOpenSession, type LiveStream } from "../sessions/session-records.ts";
import { logStream, pushState } from "../streams/announce.ts";
import { RecordedSounds } from "./recorded-sounds.ts";
import { isFullDisk, NoRoomToRecord, Recorder, recordingPath } from "./recorder.ts";
import type { RecordingFinalizer } from "./recording-finalizer.ts";

/** A recording in progress. */
interface Running {
  id: number;
  recorder: Recorder | null;
  sounds: RecordedSounds | null;
  /** The media being recorded. */
  source: TagSource | null;
  /** Why writing failed; kept until it is recorded in the database. */
  failure: unknown;
}

/** A packet of a further sound that came before the file it belongs to. */
interface EarlySound {
  publisher: Publisher;
  track: number;
  atMs: number;
  packet: Buffer;
}

/** Five seconds of AAC at 48 kHz in two tracks: a recording is open within two of its publisher's first packets. */
const EARLY_SOUNDS = 512;

/** A moment in a recording, in milliseconds of its file. */
export interface RecordedMoment {
  recordingId: number;
  ms: number;
  /** Where what is recorded at the moment begins in it. */
  beginsMs: number;
}

/** Finds a date of the playlists on the clock of what is recorded, in milliseconds; null while viewers do not see that. */
interface RecordedClock {
  recordedMoment(source: TagSource, dateMs: number): number | null;
}

/** Records a stream from the start to the stop of its recording row, across reconnects. Calls must not overlap. */
export class SessionRecording {
  readonly #services: Services;
  readonly #finalizer: RecordingFinalizer;
  #running: Running | null = null;
  /** The publisher whose format is known, and the media to record. */
  #current: { publisher: Publisher; source: TagSource } | null = null;
  readonly #early: EarlySound[] = [];

  constructor(services: Services, finalizer: RecordingFinalizer) {
    this.#services = services;
    this.#finalizer = finalizer;
  }

  /** Sets a publisher whose format is known, and what is recorded of it whenever a recording is open. */
  async begin(stream: LiveStream, publisher: Publisher, source: TagSource): Promise<void> {
    this.#current = { publisher, source };
    await this.follow(stream);
  }

  /** Records if a recording is open, and finalizes stopped ones. */
  async follow(stream: LiveStream): Promise<void> {
    await this.#recordFailure(stream);
    const wanted = await runningRecording(this.#services.db, stream.id);
    if (this.#running && this.#running.id !== wanted?.id) await this.close();
    const { publisher, source } = this.#current ?? {};
    if (wanted && source && !publisher?.ended) await this.#record(stream, wanted.id, source);
    for (const { id } of await stoppedRecordings(this.#services.db, stream.id)) this.#finalizer.enqueue(id);
  }

  /** The recording that runs, and where a date of the playlists is in it; null without one. */
  placeOf(dateMs: number, clock: RecordedClock): RecordedMoment | null {
    const { id, recorder, source, failure } = this.#running ?? {};
    if (id === undefined || !recorder || !source || failure !== null) return null;
    const moment = clock.recordedMoment(source, dateMs);
    const place = moment === null ? null : recorder.placeOf(moment);
    return place && { recordingId: id, ...place };
  }

  /** Records a packet of a further sound of the publisher, whose own media is recorded. @param atMs on its clock */
  takeSound(publisher: Publisher, track: number, atMs: number, packet: Buffer): void {
    if (this.#running?.source !== publisher || !this.#running.recorder?.placeOf(atMs)) {
      this.#early.push({ publisher, track, atMs, packet });
      if (this.#early.length > EARLY_SOUNDS) this.#early.shift();
      return;
    }
    for (const early of this.#early.splice(0))
      if (early.publisher === publisher) this.#writeSound(publisher, early.track, early.atMs, early.packet);
    this.#writeSound(publisher, track, atMs, packet);
  }

  #writeSound(publisher: Publisher, track: number, atMs: number, packet: Buffer): void {
    const running = this.#running;
    const place = running?.recorder?.placeOf(atMs);
    if (!running || !place || place.ms < place.beginsMs || running.failure !== null) return;
    const { log, config } = this.#services;
    running.sounds ??= new RecordedSounds(recordingPath(config.dataDir, running.id), (error) =>
      log.warn({ err: error, recording: running.id }, "further sound not recorded"),
    );
    running.sounds.write(track, place.ms, packet, publisher.sounds.languages);
  }

  /** Closes the file; another process may continue the recording. */
  async close(): Promise<void> {
    const { recorder, sounds } = this.#running ?? {};
    this.#running = null;
    this.#early.length = 0;
    await Promise.all([recorder?.finish(), sounds?.close()]);
  }

  async #record(stream: LiveStream, id: number, source: TagSource): Promise<void> {
    const running = (this.#running ??= { id, recorder: null, sounds: null, source: null, failure: null });
    if (running.failure !== null || running.source === source) return;
    running.source = source;
    const failed = (error: unknown) => {
      running.failure = error;
      return this.#recordFailure(stream);
    };
    const failedLater = (error: unknown) => {
      failed(error).catch((problem: unknown) =>
        this.#services.log.error({ err: problem, recording: id }, "failure of a recording not recorded"),
      );
    };
    try {
      running.recorder ??= await this.#recorder(id, failedLater);
      running.recorder.follow(source);
    } catch (error) {
      await failed(error);
    }
  }

  /** Without room on the disk there is no file either. @throws NoRoomToRecord */
  async #recorder(id: number, onFailure: (error: Error) => void): Promise<Recorder> {
    const { db, config, diskSpace } = this.#services;
    const path = recordingPath(config.dataDir, id);
    await db.updateTable("stream_recordings").set({ host: config.liveHost.name }).where("id", "=", id).execute();
    await mkdir(dirname(path), { recursive: true });
    const space = () => diskSpace(dirname(path));
    if (!hasRoomToRecord(await space())) throw new NoRoomToRecord("The disk is nearly full.");
    return new Recorder(path, onFailure, space);
  }

  /** Stops a failed recording in the database and logs it; what was recorded is kept, and viewers are not affected. */
  async #recordFailure(stream: LiveStream): Promise<void> {
    const running = this.#running;
    if (!running || running.failure === null) return;
    const { log, db, clock } = this.#services;
    log.warn({ err: running.failure, recording: running.id }, "recording failed");
    const problem = isFullDisk(running.failure)
      ? "The server's disk is nearly full."
      : "The disk could not be written.";
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
    } catch (databaseError) {
      // Retried at the next `update` of the stream.
      log.warn({ err: databaseError, recording: running.id }, "failure of a recording not recorded");
      return;
    }
    if (this.#running === running) this.#running = null;
    await running.sounds?.close();
    this.#finalizer.enqueue(running.id);
  }
}
