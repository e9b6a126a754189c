import {
  mainPlaylistOf,
  readAudioPlaylist,
  soundPlaylistOf,
  type AudioPlaylist,
  type AudioSegment,
} from "./audio-playlist.ts";

/** How many peaks are drawn of a second. */
export const PEAKS_A_SECOND = 50;
const SEGMENTS_MAX = 200;

/** The greatest amplitude, 0–1, of each part of equal length. Pure. */
export function peaksOf(samples: Float32Array, sampleRate: number): Float32Array {
  const width = sampleRate / PEAKS_A_SECOND;
  const peaks = new Float32Array(Math.ceil(samples.length / width));
  for (let at = 0; at < samples.length; at += 1) {
    const place = Math.floor(at / width);
    const value = Math.abs(samples[at] ?? 0);
    if (value > (peaks[place] ?? 0)) peaks[place] = value;
  }
  return peaks;
}

/** A part of the sound that is read. */
export interface ReadPeaks {
  /** Seconds from the beginning of the video. */
  start: number;
  peaks: Float32Array;
}

/**
 * The sound of a video as peaks. Only the segments that are shown are fetched and decoded, each once: an hour of sound is never
 * in memory.
 */
export class AudioPeaks {
  readonly #previewUrl: string;
  #playlist: Promise<AudioPlaylist | null> | null = null;
  #init: Promise<ArrayBuffer> | null = null;
  readonly #segments = new Map<string, Promise<ReadPeaks>>();

  constructor(previewUrl: string) {
    this.#previewUrl = previewUrl;
  }

  /** The parts of the sound between two moments; null for a video without sound. @throws where it cannot be fetched or decoded. */
  async between(from: number, to: number): Promise<ReadPeaks[] | null> {
    this.#playlist ??= readPlaylist(this.#previewUrl);
    const playlist = await this.#playlist;
    if (!playlist) return null;
    const wanted = playlist.segments.filter(({ start, end }) => start < to && end > from);
    return Promise.all(wanted.map((segment) => this.#read(playlist, segment)));
  }

  #read({ initUrl }: AudioPlaylist, segment: AudioSegment): Promise<ReadPeaks> {
    const known = this.#segments.get(segment.url);
    if (known) return known;
    this.#init ??= fetchBytes(initUrl);
    const reading = decode(this.#init, segment);
    this.#segments.set(segment.url, reading);
    const [oldest] = this.#segments.keys();
    if (this.#segments.size > SEGMENTS_MAX && oldest !== undefined) this.#segments.delete(oldest);
    return reading;
  }
}

async function readPlaylist(previewUrl: string): Promise<AudioPlaylist | null> {
  const mainUrl = mainPlaylistOf(previewUrl);
  const soundUrl = mainUrl === null ? null : soundPlaylistOf(await fetchText(mainUrl), mainUrl);
  return soundUrl === null ? null : readAudioPlaylist(await fetchText(soundUrl), soundUrl);
}

async function decode(beginning: Promise<ArrayBuffer>, { url, start }: AudioSegment): Promise<ReadPeaks> {
  const [init, segment] = await Promise.all([beginning, fetchBytes(url)]);
  const whole = new Uint8Array(init.byteLength + segment.byteLength);
  whole.set(new Uint8Array(init));
  whole.set(new Uint8Array(segment), init.byteLength);
  // What is decoded has the rate of its context: a low one takes less memory, and peaks look the same.
  const context = new OfflineAudioContext(1, 1, 8_000);
  const sound = await context.decodeAudioData(whole.buffer);
  return { start, peaks: peaksOf(sound.getChannelData(0), sound.sampleRate) };
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(`The sound could not be read (${response.status}).`);
  return response;
}
const fetchText = async (url: string) => (await get(url)).text();
const fetchBytes = async (url: string) => (await get(url)).arrayBuffer();
