import { createHash } from "node:crypto";
import { parse, setOptions, types } from "hls-parser";

setOptions({ strictMode: true });

/** What was seen of one rendition while it grew and when it was whole. */
export interface SeenRendition {
  /** SHA-256 of each listed file by its address, from the moment it was first listed. */
  files: Map<string, string>;
  /** How many segments each reading of the playlist listed. */
  lengths: number[];
  targetDurations: Set<number>;
  ended: boolean;
}

/** Reads playlists as a player does and holds each to the strict rules of HLS. @throws on the first that breaks them. */
export class StreamWatch {
  readonly renditions = new Map<string, SeenRendition>();
  readonly #base: string;

  /** `base` is the address of the folder of the master playlist, with its slash. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Reads everything once; false while nothing can play yet. */
  async look(): Promise<boolean> {
    const text = await this.#text("master.m3u8");
    if (text === null) return false;
    const master = parse(text);
    if (!(master instanceof types.MasterPlaylist)) throw new Error("master.m3u8 is no master playlist.");
    const audios = master.variants.flatMap(({ audio }) => audio.flatMap(({ uri }) => uri ?? []));
    for (const uri of new Set([...master.variants.map((variant) => variant.uri), ...audios])) await this.#lookAt(uri);
    return true;
  }

  /** Reads every file again that was ever listed; answers the addresses whose bytes are not what they were. */
  async changed(): Promise<string[]> {
    const changed: string[] = [];
    for (const { files } of this.renditions.values()) {
      for (const [address, hash] of files) if ((await this.#hash(address)) !== hash) changed.push(address);
    }
    return changed;
  }

  async #lookAt(uri: string): Promise<void> {
    const text = await this.#text(uri);
    if (text === null) throw new Error(`${uri} is listed, and not there.`);
    const playlist = parse(text);
    if (!(playlist instanceof types.MediaPlaylist)) throw new Error(`${uri} is no media playlist.`);
    const seen = this.renditions.get(uri) ?? {
      files: new Map(),
      lengths: [] as number[],
      targetDurations: new Set(),
      ended: false,
    };
    this.renditions.set(uri, seen);
    const folder = uri.slice(0, uri.lastIndexOf("/") + 1);
    const before = seen.lengths.at(-1) ?? 0;
    if (playlist.mediaSequenceBase !== 0 && playlist.mediaSequenceBase !== undefined)
      throw new Error(`${uri} lost its beginning.`);
    if (playlist.segments.length < before)
      throw new Error(`${uri} shrank from ${before} to ${playlist.segments.length} segments.`);
    if (seen.ended && !playlist.endlist) throw new Error(`${uri} was ended, and continues.`);
    seen.lengths.push(playlist.segments.length);
    seen.targetDurations.add(playlist.targetDuration);
    seen.ended = playlist.endlist;
    const init = playlist.segments[0]?.map?.uri;
    for (const name of [...(init ? [init] : []), ...playlist.segments.map((segment) => segment.uri)]) {
      const address = `${folder}${name}`;
      if (!seen.files.has(address)) seen.files.set(address, await this.#hash(address));
    }
  }

  async #hash(address: string): Promise<string> {
    const response = await fetch(`${this.#base}${address}`);
    if (!response.ok) throw new Error(`${address} is listed, and answers ${response.status}.`);
    return createHash("sha256")
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest("hex");
  }

  async #text(address: string): Promise<string | null> {
    const response = await fetch(`${this.#base}${address}`);
    const text = await response.text();
    return response.ok ? text : null;
  }
}
