import { writeAmf } from "../rtmp/amf.ts";
import { FLV_SCRIPT } from "../rtmp/flv.ts";
import type { PublishSink } from "../rtmp/session.ts";
import type { AccessUnit, PictureFormat } from "./access-units.ts";
import { RtcRun, type RunFormat, type RunPort } from "./rtc-run.ts";

/** How long the first key frame waits for sound that was offered, in milliseconds. */
const SOUND_PATIENCE_MS = 1_000;
/** Packets of sound kept before the first key frame: those of half a second. */
const KEPT_SOUND = 25;
/** Pictures that wait for sound, as many as one second has at the most, and their bytes. */
const KEPT_PICTURES = { count: 120, bytes: 24 * 1024 * 1024 };

/** What an intake depends on. */
export interface IntakePort extends Omit<RunPort, "onFailure"> {
  /** A key frame is needed. */
  askForKeyFrame(): void;
}

/** Passes a WebRTC publisher's media on in the form of RTMP. A new format begins a new run of ffmpeg, at a key frame. */
export class RtcIntake {
  readonly #sink: PublishSink;
  readonly #port: IntakePort;
  readonly #offers: { picture: boolean; sound: boolean };
  #run: RtcRun | null = null;
  /** Media before the first run: from the last key frame on. */
  #pictures: { unit: AccessUnit; atMs: number }[] = [];
  #pictureBytes = 0;
  #sound: { data: Buffer; atMs: number }[] = [];
  #hasSound = false;
  #isRejected = false;
  #ended = false;

  /** @param offers the tracks of the session description. */
  constructor(sink: PublishSink, offers: { picture: boolean; sound: boolean }, port: IntakePort) {
    this.#sink = sink;
    this.#offers = offers;
    this.#port = port;
  }

  /** Takes a picture at a time in milliseconds. */
  picture(unit: AccessUnit, atMs: number): void {
    if (this.#ended || this.#isRejected || !unit.format) return;
    if (unit.isKey && this.#run && !isSameFormat(this.#run.format, unit.format, this.#hasSound))
      this.#begin(unit.format, atMs);
    if (this.#run) {
      if (!this.#run.picture(atMs, unit.isKey, unit.data)) this.#port.askForKeyFrame();
      return;
    }
    if (unit.isKey) this.#dropPictures();
    this.#pictures.push({ unit, atMs });
    this.#pictureBytes += unit.data.length;
    this.#beginWhenComplete(atMs);
  }

  /** Takes a packet of Opus at a time in milliseconds. */
  sound(data: Buffer, atMs: number): void {
    if (this.#ended || this.#isRejected) return;
    if (!this.#hasSound && !this.#offers.picture) {
      // Then a picture is not waited for as long as where nothing is known.
      this.#sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", { audiocodecid: 10 }) });
    }
    this.#hasSound = true;
    if (this.#run) return this.#run.sound(atMs, data);
    this.#sound.push({ data, atMs });
    if (this.#sound.length > KEPT_SOUND) this.#sound.shift();
    if (!this.#offers.picture) this.#begin(null, this.#sound[0]?.atMs ?? atMs);
    else this.#beginWhenComplete(atMs);
  }

  end(clean: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    const run = this.#run;
    run?.end();
    if (!run || !clean) this.#sink.end(clean);
    else {
      const end = () => this.#sink.end(clean);
      run.done.then(end, end);
    }
  }

  #beginWhenComplete(atMs: number): void {
    const [first] = this.#pictures;
    if (!first?.unit.format) return;
    // Timestamps are the client's, and may stand still.
    const isFull = this.#pictures.length >= KEPT_PICTURES.count || this.#pictureBytes >= KEPT_PICTURES.bytes;
    if (this.#offers.sound && !this.#hasSound && !isFull && atMs - first.atMs < SOUND_PATIENCE_MS) return;
    this.#begin(first.unit.format, first.atMs);
  }

  #dropPictures(): void {
    this.#pictures = [];
    this.#pictureBytes = 0;
  }

  /** Begins a run with what was kept. */
  #begin(picture: PictureFormat | null, startMs: number): void {
    const before = this.#run;
    before?.end();
    const format: RunFormat = { picture, hasSound: this.#hasSound };
    this.#run = new RtcRun(format, startMs, this.#sink, before, {
      ...this.#port,
      onFailure: (reason) => this.#reject(reason),
    });
    for (const { unit, atMs } of this.#pictures) this.#run.picture(atMs, unit.isKey, unit.data);
    for (const { data, atMs } of this.#sound) if (atMs >= startMs) this.#run.sound(atMs, data);
    this.#dropPictures();
    this.#sound = [];
  }

  /** Rejects the media; the sink closes the connection, which ends the intake. */
  #reject(reason: string): void {
    if (this.#ended || this.#isRejected) return;
    this.#isRejected = true;
    this.#sink.reject(reason);
  }
}

/** VP8 of another size stays in its run, whose output keeps its size. */
function isSameFormat(run: RunFormat, picture: PictureFormat, hasSound: boolean): boolean {
  if (run.hasSound !== hasSound || run.picture?.codec !== picture.codec) return false;
  return picture.codec === "vp8" || (picture.config !== null && run.picture.config?.equals(picture.config) === true);
}
