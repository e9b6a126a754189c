import type { SourceFacts } from "./facts.ts";

/** Posters to take from a source. */
export interface PosterOptions {
  source: string;
  facts: SourceFacts;
  /** A moment a person chose; without it a telling frame early in the video is found, not a black one. */
  atSeconds?: number;
  workFolder: string;
  signal: AbortSignal;
}

/** One poster, a JPEG in the work folder. */
export interface Poster {
  /** 360p, 720p, 1080p, 1440p; or the source's own height when it is smaller than all of them. */
  label: string;
  width: number;
  height: number;
  path: string;
}

/** Takes posters at 360, 720, 1080 and 1440 pixels of the shorter side, never larger than the source, in one seek. */
export declare function makePosters(options: PosterOptions): Promise<Poster[]>;
