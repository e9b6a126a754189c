import { AmfError, readAmf, type AmfValue } from "./amf.ts";

/** A publisher's `onMetaData` (FLV specification 10.1, E.5); 0 for missing numbers. */
export interface FlvMetadata {
  width: number;
  height: number;
  fps: number;
  hasAudio: boolean;
  hasVideo: boolean;
  /** The name of the publisher's program; null when missing. */
  encoder: string | null;
}

/** Beyond what any codec has: larger numbers of odd encoders, and infinite ones, are none. */
const LARGEST = 65_535;

/** The printable part of a program's name; null when there is none. */
export const programName = (value: AmfValue | undefined): string | null =>
  typeof value === "string" ? value.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 100) || null : null;

/** Reads the body of a script tag; null for one that is not `onMetaData` or cannot be parsed. */
export function readMetadata(body: Buffer): FlvMetadata | null {
  try {
    const [name, metadata] = readAmf(body);
    if (name !== "onMetaData" || typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
      return null;
    const number = (key: string) => {
      const value = metadata[key];
      return typeof value === "number" && value > 0 && value <= LARGEST ? Math.round(value) : 0;
    };
    const hasAudio = metadata["audiocodecid"] !== undefined && metadata["audiocodecid"] !== 0;
    return {
      width: number("width"),
      height: number("height"),
      fps: number("framerate"),
      hasAudio,
      hasVideo: metadata["videocodecid"] !== undefined || metadata["width"] !== undefined,
      encoder: programName(metadata["encoder"]),
    };
  } catch (error) {
    // Broken metadata is no reason to refuse the media.
    if (error instanceof AmfError) return null;
    throw error;
  }
}
