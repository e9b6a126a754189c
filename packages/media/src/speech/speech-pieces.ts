import { SPEECH_SAMPLE_RATE } from "./cut-speech.ts";

/** A piece of sound in which someone may speak; times in milliseconds from the first sample. */
export interface SpeechSamples {
  startMs: number;
  endMs: number;
  /** 16 bit, mono, 16 kHz. */
  samples: Buffer;
  /** Where nothing is heard, counted from its beginning. */
  silences: { startMs: number; endMs: number }[];
}

const FRAME_MS = 20;
const FRAME_SAMPLES = (SPEECH_SAMPLE_RATE * FRAME_MS) / 1_000;
const FRAME_BYTES = FRAME_SAMPLES * 2;
/** −38 dB, below which sound counts as silent. */
const QUIET = 32_768 * 10 ** (-38 / 20);
/** Kept of the silence before speech: soft consonants are quieter. */
const EDGE_FRAMES = 200 / FRAME_MS;
/** A pause that ends a piece that is long enough, and one that ends any. */
const PAUSE_FRAMES = 300 / FRAME_MS;
const LONG_PAUSE_FRAMES = 700 / FRAME_MS;
const LEAST_FRAMES = 2_000 / FRAME_MS;
const MOST_FRAMES = 8_000 / FRAME_MS;
/** Speech without a pause is cut at its quietest moment within the last so much of a piece. */
const SEARCHED_FRAMES = 3_000 / FRAME_MS;

/** Cuts arriving sound into pieces of two to eight seconds, at pauses where there are any, and leaves out silence. */
export class SpeechPieces {
  readonly #onPiece: (piece: SpeechSamples) => void;
  #rest = Buffer.alloc(0);
  #frames: Buffer[] = [];
  /** Loudness of each frame. */
  #levels: number[] = [];
  /** Number of the first frame that is held. */
  #first = 0;
  #quietFrames = 0;
  #isSpoken = false;

  constructor(onPiece: (piece: SpeechSamples) => void) {
    this.#onPiece = onPiece;
  }

  add(samples: Buffer): void {
    const bytes = this.#rest.length === 0 ? samples : Buffer.concat([this.#rest, samples]);
    let at = 0;
    for (; at + FRAME_BYTES <= bytes.length; at += FRAME_BYTES) this.#take(bytes.subarray(at, at + FRAME_BYTES));
    this.#rest = Buffer.from(bytes.subarray(at));
  }

  #take(frame: Buffer): void {
    const level = loudnessOf(frame);
    this.#frames.push(frame);
    this.#levels.push(level);
    this.#quietFrames = level < QUIET ? this.#quietFrames + 1 : 0;
    this.#isSpoken ||= level >= QUIET;
    const { length } = this.#frames;
    if (!this.#isSpoken) {
      if (length > EDGE_FRAMES) this.#forget(length - EDGE_FRAMES);
    } else if (this.#quietFrames >= (length >= LEAST_FRAMES ? PAUSE_FRAMES : LONG_PAUSE_FRAMES)) this.#cut(length);
    else if (length >= MOST_FRAMES) this.#cut(this.#quietestFrame());
  }

  /** Where a piece without a pause is cut. */
  #quietestFrame(): number {
    let best = this.#frames.length;
    let least = Infinity;
    for (let at = this.#frames.length - SEARCHED_FRAMES; at < this.#frames.length; at += 1) {
      const around = (this.#levels[at - 1] ?? 0) + (this.#levels[at] ?? 0) + (this.#levels[at + 1] ?? 0);
      if (around < least) [least, best] = [around, at];
    }
    return best;
  }

  #cut(count: number): void {
    if (this.#isSpoken && count > 0)
      this.#onPiece({
        startMs: this.#first * FRAME_MS,
        endMs: (this.#first + count) * FRAME_MS,
        samples: Buffer.concat(this.#frames.slice(0, count)),
        silences: silencesOf(this.#levels.slice(0, count)),
      });
    this.#forget(count);
    this.#quietFrames = 0;
    this.#isSpoken = this.#levels.some((level) => level >= QUIET);
  }

  #forget(count: number): void {
    this.#frames.splice(0, count);
    this.#levels.splice(0, count);
    this.#first += count;
  }
}

function silencesOf(levels: readonly number[]): { startMs: number; endMs: number }[] {
  const silences: { startMs: number; endMs: number }[] = [];
  let begun = -1;
  for (const [at, level] of [...levels, Infinity].entries()) {
    if (level < QUIET && begun < 0) begun = at;
    if (level < QUIET || begun < 0) continue;
    if (at - begun >= PAUSE_FRAMES) silences.push({ startMs: begun * FRAME_MS, endMs: at * FRAME_MS });
    begun = -1;
  }
  return silences;
}

/** Root of the mean square of a frame. */
function loudnessOf(frame: Buffer): number {
  let sum = 0;
  for (let at = 0; at < FRAME_BYTES; at += 2) sum += frame.readInt16LE(at) ** 2;
  return Math.sqrt(sum / FRAME_SAMPLES);
}

/** Samples as a WAV file (16 bit, mono, 16 kHz). */
export function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SPEECH_SAMPLE_RATE, 24);
  head.writeUInt32LE(SPEECH_SAMPLE_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
