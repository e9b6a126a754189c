import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HeardWord } from "@kinora/domain/speech/heard.ts";
import { wavOf, type SpeechSamples } from "@kinora/media/speech/speech-pieces.ts";
import { SpeechProblem, type SpeechEngine } from "../../platform/speech/engine.ts";

/** A piece that was not recognised this long after it was cut is left out, in milliseconds. */
const ANSWER_MS = 10_000;
/** For so long after a piece was left out, the engine counts as slower than the speech. */
const BEHIND_MS = 60_000;
/** For so long nothing is sent to an engine that refused what it was sent. */
const REFUSED_MS = 60_000;
/** How much the newest piece says of the engine's speed. */
const NEWEST_SHARE = 0.5;

/** A piece of a livestream's sound. */
interface Piece extends SpeechSamples {
  /** Milliseconds of the stream's clock at its first sample. */
  clockMs: number;
  cutAtMs: number;
}

/** What was recognised of a piece; the times of words are those of the stream's clock. */
export interface Recognised {
  words: HeardWord[];
  language: string | null;
  soundSeconds: number;
  engineSeconds: number;
}

interface RecognitionHooks {
  /** BCP 47; null: the engine detects it. */
  language(): string | null;
  onRecognised(recognised: Recognised): void;
  onProblem(error: unknown): void;
}

/**
 * Sends pieces of a livestream's sound to the speech engine, one at a time and in order. Where the engine is slower than the speech,
 * pieces that would be too late are left out.
 */
export class Recognition {
  readonly #engine: SpeechEngine;
  readonly #hooks: RecognitionHooks;
  readonly #answerMs: number;
  readonly #stopped = new AbortController();
  #folder: Promise<string> | null = null;
  #waiting: Piece[] = [];
  #running: Promise<void> | null = null;
  /** Seconds the engine takes for a second of sound. */
  #pace = 0;
  #leftOutAtMs = -Infinity;
  #refusedAtMs = -Infinity;
  #isFailing = false;

  /** @param answerMs how long after it was cut a piece may be recognised */
  constructor(engine: SpeechEngine, hooks: RecognitionHooks, answerMs = ANSWER_MS) {
    this.#engine = engine;
    this.#hooks = hooks;
    this.#answerMs = answerMs;
  }

  /** What is wrong at the moment; null where nothing is. */
  get problem(): "failed" | "behind" | null {
    if (this.#isFailing) return "failed";
    return performance.now() - this.#leftOutAtMs < BEHIND_MS ? "behind" : null;
  }

  /** @param clockMs of the piece's first sample, on the stream's clock */
  add(samples: SpeechSamples, clockMs: number): void {
    const cutAtMs = performance.now();
    if (this.#stopped.signal.aborted || cutAtMs - this.#refusedAtMs < REFUSED_MS) return;
    this.#waiting.push({ ...samples, clockMs, cutAtMs });
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Stops at once; resolves when nothing runs. */
  async close(): Promise<void> {
    this.#stopped.abort();
    this.#waiting = [];
    await this.#running;
    const folder = await this.#folder?.catch(() => null);
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    for (let piece = this.#next(); piece; piece = this.#next()) {
      const begunAt = performance.now();
      try {
        await this.#recognise(piece, begunAt);
        this.#isFailing = false;
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        if (isLate(error)) this.#leftOutAtMs = performance.now();
        else this.#fail(error);
      }
      const pace = (performance.now() - begunAt) / Math.max(1, piece.endMs - piece.startMs);
      this.#pace = this.#pace === 0 ? pace : this.#pace * (1 - NEWEST_SHARE) + pace * NEWEST_SHARE;
    }
  }

  /** The oldest piece that can be recognised in time. A new one is always tried, so that an engine that was slow gets its chance. */
  #next(): Piece | undefined {
    for (let piece = this.#waiting.shift(); piece; piece = this.#waiting.shift()) {
      const ageMs = performance.now() - piece.cutAtMs;
      const isReadyInTime = ageMs + this.#pace * (piece.endMs - piece.startMs) < this.#answerMs;
      if (isReadyInTime || (this.#waiting.length === 0 && ageMs < this.#answerMs / 2)) return piece;
      this.#leftOutAtMs = performance.now();
    }
    return undefined;
  }

  async #recognise(piece: Piece, begunAt: number): Promise<void> {
    const { clockMs, startMs, endMs, silences, cutAtMs } = piece;
    const leftMs = Math.max(1, Math.round(this.#answerMs - (begunAt - cutAtMs)));
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(leftMs)]);
    const folder = await (this.#folder ??= mkdtemp(join(tmpdir(), "kinora-captions-")));
    const path = join(folder, "speech.wav");
    await writeFile(path, wavOf(piece.samples));
    const durationMs = endMs - startMs;
    const heard = await this.#engine.transcribe(
      { path, durationMs, silences, language: this.#hooks.language() },
      signal,
    );
    if (this.#stopped.signal.aborted) return;
    this.#hooks.onRecognised({
      language: heard.language,
      words: heard.words.map((word) => ({ ...word, startMs: word.startMs + clockMs, endMs: word.endMs + clockMs })),
      soundSeconds: durationMs / 1_000,
      engineSeconds: (performance.now() - begunAt) / 1_000,
    });
  }

  #fail(error: unknown): void {
    if (!this.#isFailing) this.#hooks.onProblem(error);
    this.#isFailing = true;
    if (error instanceof SpeechProblem && error.retryable) return;
    this.#refusedAtMs = performance.now();
    this.#waiting = [];
  }
}

/** Whether the engine did not answer in time. */
const isLate = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";
