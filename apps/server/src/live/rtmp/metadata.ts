import { AmfError, readAmf, type AmfValue } from "./amf.ts";

/** What a publisher says of what it sends (`onMetaData`, FLV specification 10.1, E.5); 0 for what it does not say. */
export interface FlvMetadata {
  width: number;
  height: number;
  fps: number;
  hasAudio: boolean;
  /** What the program calls itself; null where it does not. */
  encoder: string | null;
}

/** A program's name as it may be shown; null for what is none. */
export const programName = (value: AmfValue | undefined): string | null =>
  typeof value === "string" ? value.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 100) || null : null;

/** Reads the body of a script tag; null for one that says nothing, or nothing that can be read. */
export function readMetadata(body: Buffer): FlvMetadata | null {
  try {
    const [name, facts] = readAmf(body);
    if (name !== "onMetaData" || typeof facts !== "object" || facts === null || Array.isArray(facts)) return null;
    const number = (key: string) => (typeof facts[key] === "number" && facts[key] > 0 ? Math.round(facts[key]) : 0);
    const hasAudio = facts["audiocodecid"] !== undefined && facts["audiocodecid"] !== 0;
    return {
      width: number("width"),
      height: number("height"),
      fps: number("framerate"),
      hasAudio,
      encoder: programName(facts["encoder"]),
    };
  } catch (error) {
    // Facts nobody can read are no reason to refuse the picture.
    if (error instanceof AmfError) return null;
    throw error;
  }
}
