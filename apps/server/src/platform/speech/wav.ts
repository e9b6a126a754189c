import { readFile } from "node:fs/promises";

const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 32_768;

/** The samples of a WAV file of 16 bit and one channel, from -1 to 1. @throws RangeError when it is another file */
export async function readWav(path: string): Promise<{ samples: Float32Array; sampleRate: number }> {
  const file = await readFile(path);
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw new RangeError("This is no WAV file.");
  let sampleRate = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const begin = at + 8;
    if (name === "fmt ") sampleRate = file.readUInt32LE(begin + 4);
    if (name === "data") return { sampleRate, samples: samplesOf(file.subarray(begin, begin + size)) };
    // Chunks begin at even places.
    at = begin + size + (size % 2);
  }
  throw new RangeError("This WAV file has no samples.");
}

const samplesOf = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: Math.floor(bytes.length / BYTES_PER_SAMPLE) }, (_, at) => {
    return bytes.readInt16LE(at * BYTES_PER_SAMPLE) / FULL_SCALE;
  });
