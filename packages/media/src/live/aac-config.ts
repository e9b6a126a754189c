/** The fields of an AudioSpecificConfig. */
export interface AacConfig {
  /** Sampling rate of the core coder, in which packets are counted; spectral band replication doubles it in the output. */
  sampleRate: number;
  /** Number of channels; 2 where it is defined in the packets. */
  channels: number;
  /** Samples in a packet, at the core coder's rate. */
  packetSamples: number;
  /** A silent packet, for AAC-LC; null for other profiles. */
  silentPacket: Buffer | null;
}

/** By samplingFrequencyIndex (ISO/IEC 14496-3, table 1.18). */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** By channelConfiguration (table 1.19); 0 is defined in the packets. */
const channelCounts = [2, 1, 2, 3, 4, 5, 6, 8];
/** Elements of a packet by channelConfiguration: one channel, a pair, the low frequencies. */
const elements: readonly (readonly Element[])[] = [
  [],
  ["one"],
  ["pair"],
  ["one", "pair"],
  ["one", "pair", "one"],
  ["one", "pair", "pair"],
  ["one", "pair", "pair", "low"],
  ["one", "pair", "pair", "pair", "low"],
];
type Element = "one" | "pair" | "low";

const objectType = { lowComplexity: 2, longTermPrediction: 4, bandReplication: 5, parametricStereo: 29 } as const;
/** The length of the configuration must fit into one byte of its descriptor. */
const longestBytes = 64;

/**
 * Reads the AudioSpecificConfig of AAC profiles with packets of 1,024 or 960 samples (ISO/IEC 14496-3 §1.6.2.1); null for others and
 * for invalid bytes.
 */
export function readAacConfig(bytes: Buffer): AacConfig | null {
  if (bytes.length < 2 || bytes.length > longestBytes) return null;
  const bits = new BitReader(bytes);
  const readRate = () => {
    const index = bits.take(4);
    return index === 15 ? bits.take(24) : (sampleRates[index] ?? 0);
  };
  let kind = bits.take(5);
  const sampleRate = readRate();
  const configuration = bits.take(4);
  const channels = channelCounts[configuration];
  const isExtended = kind === objectType.bandReplication || kind === objectType.parametricStereo;
  if (isExtended) {
    readRate();
    kind = bits.take(5);
  }
  const isKnown = kind >= 1 && kind <= objectType.longTermPrediction;
  const packetSamples = bits.take(1) === 1 ? 960 : 1024;
  if (!isKnown || channels === undefined || sampleRate < 7_350 || sampleRate > 96_000 || bits.isOver) return null;
  const isPlain = kind === objectType.lowComplexity && !isExtended && packetSamples === 1024;
  const layout = elements[configuration] ?? [];
  return { sampleRate, channels, packetSamples, silentPacket: isPlain && layout.length > 0 ? silence(layout) : null };
}

/** AAC-LC, 48 kHz, stereo. */
export const stereoConfig: Buffer = Buffer.from([0x11, 0x90]);

/**
 * A raw_data_block (ISO/IEC 14496-3 §4.4.2.1) whose channels have no scale factor bands and so no spectrum, which is silence at
 * any sampling rate.
 */
function silence(layout: readonly Element[]): Buffer {
  const bits = new BitWriter();
  const ids = { one: 0, pair: 1, low: 3 } as const;
  const seen = { one: 0, pair: 0, low: 0 };
  // Long window, sine shape, no band, no prediction.
  const window = () => bits.put(1, 0).put(2, 0).put(1, 0).put(6, 0).put(1, 0);
  // Neither pulses, nor noise shaping, nor gain control.
  const rest = () => bits.put(3, 0);
  for (const element of layout) {
    bits.put(3, ids[element]).put(4, seen[element]++);
    if (element === "pair") {
      bits.put(1, 1);
      window();
      bits.put(2, 0);
      for (let channel = 0; channel < 2; channel += 1) {
        bits.put(8, 0);
        rest();
      }
    } else {
      bits.put(8, 0);
      window();
      rest();
    }
  }
  return bits.put(3, 7).bytes();
}

class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** More bits were read than there are. */
  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }
}

class BitWriter {
  readonly #bits: number[] = [];

  put(count: number, value: number): this {
    for (let left = count - 1; left >= 0; left -= 1) this.#bits.push((value >> left) & 1);
    return this;
  }

  /** Padded with zeros to a whole byte. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at & 7)));
    return bytes;
  }
}
