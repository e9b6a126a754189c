import { readTracks } from "../live/live-init.ts";
import { startLiveProcess, type LiveProcess } from "../live/live-process.ts";
import { readBoxes } from "../packaging/boxes.ts";
import { readTrackFragments } from "../packaging/fragment.ts";
import { SPEECH_SAMPLE_RATE } from "./cut-speech.ts";

/** More than half a minute of any livestream: what does not decode that fast is given up. */
const MOST_WAITING_BYTES = 64 * 1024 ** 2;

/** The sound of a livestream's fragments as samples (16 bit, mono, 16 kHz), decoded as they come. */
export class LiveSound {
  readonly #onSamples: (samples: Buffer) => void;
  #process: LiveProcess | null = null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ended = false;

  /** @param init the initialisation segment; it must have a track of sound. @param onFailure called once when it ends before it is closed */
  constructor(init: Buffer, onSamples: (samples: Buffer) => void, onFailure: (reason: unknown) => void) {
    this.#onSamples = onSamples;
    this.write(init);
    this.#run().catch((error: unknown) => {
      if (!this.#ended) onFailure(error);
      this.end();
    });
  }

  /** Adds a fragment; false when it ended, or fell so far behind that it must be given up. */
  write(bytes: Buffer): boolean {
    if (this.#ended) return false;
    const input = this.#process?.input;
    if (input) return input.writableLength < MOST_WAITING_BYTES && (input.write(bytes), true);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    return this.#waitingBytes < MOST_WAITING_BYTES;
  }

  /** Ends the process at once; samples it has not written are lost. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#process?.kill();
  }

  async #run(): Promise<void> {
    const process = await startLiveProcess({ args: decodingArguments, input: true, outputs: [1] });
    const output = process.outputs.get(1);
    if (!process.input || !output) throw new Error("Sound to decode has no pipes.");
    if (this.#ended) return process.kill();
    this.#process = process;
    for (const bytes of this.#waiting.splice(0)) process.input.write(bytes);
    for await (const samples of output) if (!this.#ended) this.#onSamples(samples as Buffer);
    const { stderrTail } = await process.ended;
    if (!this.#ended) throw new Error(`The sound of a livestream could not be decoded: ${stderrTail.join(" ")}`);
  }
}

const decodingArguments = [
  ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-threads", "1"],
  ...["-protocol_whitelist", "pipe", "-format_whitelist", "mov,mp4", "-f", "mov"],
  // The tracks are described in the head of the stream: nothing is probed, so that no sound waits.
  ...["-probesize", "32", "-analyzeduration", "0", "-fpsprobesize", "0", "-fflags", "nobuffer", "-i", "pipe:0"],
  // Gaps are filled, so that samples are at the moments of the pictures.
  ...["-map", "0:a:0", "-af", "aresample=async=1000", "-ac", "1", "-ar", String(SPEECH_SAMPLE_RATE)],
  ...["-flush_packets", "1", "-f", "s16le", "pipe:1"],
];

/** Seconds at which the sound of a fragment begins; null where it has none. @throws BoxError */
export function soundStart(init: Buffer, fragment: Buffer): number | null {
  const tracks = readTracks(init);
  const sound = tracks.find(({ kind }) => kind === "audio");
  if (!sound) return null;
  const defaults = new Map(tracks.map((track) => [track.trackId, track.defaults]));
  for (const { type, start, end } of readBoxes(fragment)) {
    if (type !== "moof") continue;
    const found = readTrackFragments(fragment.subarray(start, end), defaults).find(
      ({ trackId, samples }) => trackId === sound.trackId && samples.length > 0,
    );
    if (found) return found.decodeTimeTicks / sound.timescale;
  }
  return null;
}

/** Whether a stream has sound. @throws BoxError */
export const hasSound = (init: Buffer): boolean => readTracks(init).some(({ kind }) => kind === "audio");
