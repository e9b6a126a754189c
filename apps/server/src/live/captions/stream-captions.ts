import { cuesOf } from "@kinora/domain/speech/cues.ts";
import type { LiveCaptionsState } from "@kinora/domain/speech/live-captions.ts";
import { languageName } from "@kinora/domain/videos/languages.ts";
import { captionFolder } from "@kinora/media/live/caption-playlist.ts";
import type { CaptionTrack } from "@kinora/media/live/live-master.ts";
import type { NewPart, NewSegment, TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { hasSound, LiveSound, soundStart } from "@kinora/media/speech/live-sound.ts";
import { SpeechPieces } from "@kinora/media/speech/speech-pieces.ts";
import type { Services } from "../../context.ts";
import { captionJournalPath, journalFile } from "../media/journal-file.ts";
import type { LiveFiles } from "../media/live-files.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { logStream } from "../streams/announce.ts";
import { AiredCaptions } from "./aired-captions.ts";
import { CaptionJournal } from "./caption-journal.ts";
import { CaptionSegments } from "./caption-segments.ts";
import { Recognition, type Recognised } from "./recognition.ts";
import { RecordedCaptions, type RecordedAt } from "./recorded-captions.ts";
import { TranscribedMinutes } from "./transcribed-minutes.ts";

/** Between two looks at a plan that has no minutes left. */
const LOOK_AGAIN_MS = 60_000;
/** Between two lines of the log. */
const LOG_APART_MS = 300_000;

const SENTENCES: Partial<Record<LiveCaptionsState, string>> = {
  behind: "Automatic captions: the speech engine is slower than the speech, so parts of it have no captions.",
  failed: "Automatic captions: the speech engine does not answer.",
  minutes_used: "Automatic captions: the plan has no transcribed minutes left this month.",
};

/** The source whose sound is decoded. */
interface Hearing {
  source: number;
  rung: string;
  /** Null for a source without sound. */
  sound: LiveSound | null;
}

/** What a stream is at the moment. */
interface Current {
  stream: LiveStream;
  sessionId: number | null;
}

/**
 * Automatic captions of a stream that is on air: hears what viewers get and writes captions beside it. The stream does not wait for
 * them. Nothing runs while they are off.
 */
export class StreamCaptions {
  readonly #services: Services;
  readonly #timeline: LiveTimeline;
  readonly #files: LiveFiles;
  readonly #now: () => Current;
  readonly #minutes: TranscribedMinutes;
  readonly #recorded: RecordedCaptions;
  readonly #aired: AiredCaptions;
  readonly #journalPort: ReturnType<typeof journalFile>;
  readonly #stopListening: () => void;
  #segments: CaptionSegments | null = null;
  #recognition: Recognition | null = null;
  #hearing: Hearing | null = null;
  /** Of the first words of a session. */
  #heardLanguage: { sessionId: number; language: string } | null = null;
  /** Segment of which parts were heard. */
  #inParts: number | null = null;
  #lookedAtMs = -Infinity;
  #logged: { state: LiveCaptionsState | null; atMs: number } = { state: null, atMs: -Infinity };
  #closed = false;

  constructor(
    services: Services,
    timeline: LiveTimeline,
    files: LiveFiles,
    now: () => Current,
    recordedAt: RecordedAt,
  ) {
    this.#services = services;
    this.#timeline = timeline;
    this.#files = files;
    this.#now = now;
    this.#minutes = new TranscribedMinutes(services);
    this.#recorded = new RecordedCaptions(services, recordedAt);
    this.#aired = new AiredCaptions(services, timeline, now().stream.id);
    this.#journalPort = journalFile(captionJournalPath(services.config.dataDir, now().stream.id));
    if (services.speech === null) {
      this.#stopListening = () => undefined;
      return;
    }
    files.onMedia = {
      onPart: (part) => this.#hearPart(part),
      onSegment: (segment) => this.#hearSegment(segment),
    };
    // The sound of a source that is not on air any more is at its end.
    this.#stopListening = timeline.subscribe(() => {
      if (this.#hearing && timeline.current?.number !== this.#hearing.source) this.#stopHearing();
    });
  }

  /** The captions' playlist and segments; null for a stream that has had none since this process had it. */
  get segments(): CaptionSegments | null {
    if (this.#isChosen && !this.#closed) this.#segments ??= new CaptionSegments(this.#timeline, this.#journal());
    return this.#segments;
  }

  /** What the master playlist lists; null for nothing. */
  get track(): CaptionTrack | null {
    if (!this.#isChosen || this.#hasOwn) return null;
    const language = this.#language;
    const name = language === null ? "Captions (automatic)" : `${languageName(language)} (automatic)`;
    return { name, language, uri: `${captionFolder}/index.m3u8` };
  }

  /** How they are; null where there are none. A change for the worse is logged. */
  report(): LiveCaptionsState | null {
    const state = this.#state;
    if (state !== this.#logged.state) this.#logChange(state);
    return state;
  }

  /** Resolves when nothing runs; what was written can still be read. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#files.onMedia = null;
    this.#stopListening();
    this.#stopHearing();
    await this.#recognition?.close();
    await this.#recorded.written();
    await this.#aired.written();
    await this.#minutes.record().catch((error: unknown) => {
      this.#services.log.warn({ err: error }, "transcribed minutes not recorded");
    });
    this.#journalPort.close();
  }

  #journal(): CaptionJournal {
    return new CaptionJournal(this.#journalPort, (error) =>
      this.#services.log.warn({ err: error, stream: this.#now().stream.id }, "journal of captions not kept"),
    );
  }

  get #isChosen(): boolean {
    const { stream } = this.#now();
    return this.#services.speech !== null && stream.automatic_captions && stream.captions_mode !== "off";
  }

  /** The pictures have captions of the publisher's. */
  get #hasOwn(): boolean {
    return this.#timeline.closedCaptions.size > 0;
  }

  get #language(): string | null {
    const { stream, sessionId } = this.#now();
    const heard = this.#heardLanguage;
    return stream.captions_language ?? (heard && heard.sessionId === sessionId ? heard.language : null);
  }

  get #state(): LiveCaptionsState | null {
    if (!this.#isChosen) return null;
    if (this.#hasOwn) return "own";
    if (this.#minutes.isUsedUp) return "minutes_used";
    return this.#recognition?.problem ?? "on";
  }

  /** Whether sound is to be recognised. Test pictures cost nothing. */
  #isWanted(): boolean {
    if (!this.#isChosen || this.#hasOwn) return false;
    const { stream, sessionId } = this.#now();
    if (sessionId === null || (stream.test_until?.getTime() ?? 0) > Date.now()) return false;
    const isNew = this.#lookedAtMs === -Infinity;
    if ((isNew || this.#minutes.isUsedUp) && performance.now() - this.#lookedAtMs > LOOK_AGAIN_MS) {
      this.#lookedAtMs = performance.now();
      this.#inBackground(this.#minutes.check(stream));
    }
    return !this.#minutes.isUsedUp;
  }

  #hearPart({ rung, sequence, bytes }: NewPart): void {
    this.#inParts = sequence;
    this.#hear(rung, sequence, [bytes]);
  }

  /** A segment whose fragments are too long for parts was not heard before it is whole. */
  #hearSegment({ rung, sequence, chunks }: NewSegment): void {
    if (this.#inParts !== sequence) this.#hear(rung, sequence, chunks);
  }

  #hear(rung: string, sequence: number, chunks: readonly Buffer[]): void {
    if (!this.#isWanted()) return this.#stopHearing();
    const segment = this.#timeline.segments.findLast((one) => one.sequence === sequence);
    if (!segment || !this.segments) return;
    if (this.#hearing?.source !== segment.source) this.#begin(segment, rung, chunks);
    const { sound, rung: heard } = this.#hearing ?? {};
    if (!sound || heard !== rung) return;
    this.#recorded.follow(segment);
    // Memory of fragments is used again.
    if (!chunks.every((bytes) => sound.write(Buffer.from(bytes)))) this.#stopHearing();
  }

  /** Begins to decode the sound of a source, from its smallest rung. */
  #begin(segment: TimelineSegment, rung: string, [first]: readonly Buffer[]): void {
    this.#stopHearing();
    const [smallest] = segment.offered.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
    const init = this.#files.get(segment.rungs.get(rung)?.init ?? "");
    if (smallest?.label !== rung || !init || !first) return;
    const { source } = segment;
    if (!hasSound(init)) {
      this.#hearing = { source, rung, sound: null };
      return;
    }
    const startSeconds = soundStart(init, first);
    const { speech, log } = this.#services;
    if (startSeconds === null || speech === null) return;
    this.#recognition ??= new Recognition(speech, {
      language: () => this.#language,
      onRecognised: (recognised) => this.#add(recognised),
      onProblem: (error) =>
        log.warn({ err: error, stream: this.#now().stream.id }, "livestream's speech not recognised"),
    });
    const recognition = this.#recognition;
    const pieces = new SpeechPieces((piece) => recognition.add(piece, startSeconds * 1_000 + piece.startMs));
    const sound = new LiveSound(
      init,
      (samples) => pieces.add(samples),
      (error) => {
        log.warn({ err: error, stream: this.#now().stream.id }, "livestream's sound not decoded");
        if (this.#hearing?.sound === sound) this.#hearing = null;
      },
    );
    this.#hearing = { source, rung, sound };
  }

  #stopHearing(): void {
    this.#hearing?.sound?.end();
    this.#hearing = null;
  }

  #add({ words, language, soundSeconds, engineSeconds }: Recognised): void {
    const { stream, sessionId: id } = this.#now();
    if (id === null) return;
    this.#minutes.add({ id, stream }, soundSeconds, engineSeconds);
    if (words.length === 0) return;
    // What the first words are in is what the others are in: a name does not change the language of a talk.
    if (language !== null && this.#heardLanguage?.sessionId !== id) this.#heardLanguage = { sessionId: id, language };
    const cues = cuesOf(words);
    this.#segments?.add(cues);
    this.#recorded.add(cues, this.#language);
    this.#aired.add(cues, this.#language);
  }

  #logChange(state: LiveCaptionsState | null): void {
    const nowMs = performance.now();
    const detail = state && SENTENCES[state];
    if (detail && nowMs - this.#logged.atMs < LOG_APART_MS) return;
    const { stream, sessionId } = this.#now();
    this.#logged = { state, atMs: detail ? nowMs : this.#logged.atMs };
    if (detail)
      this.#inBackground(
        logStream(this.#services.db, stream, { type: "degraded", severity: "warning", detail, sessionId }),
      );
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#services.log.warn({ err: error, stream: this.#now().stream.id }, "captions of a livestream not followed"),
    );
  }
}
