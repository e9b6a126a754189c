import type { ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import { BoxError } from "../../packaging/boxes.ts";
import { NotArrived, type ArrivingFile } from "./arriving-file.ts";
import { readMp4Head } from "./mp4-head.ts";
import { readWebmHead } from "./webm-head.ts";

/**
 * Reads whether browsers can play a file from its beginning while the rest arrives: an MP4 whose description is in front of its
 * media (ISO/IEC 14496-12), or a WebM (RFC 9559), with a picture, and only codecs that browsers decode.
 * @returns `incomplete` while too little has arrived to say.
 */
export async function readProgressiveHead(file: ArrivingFile): Promise<ProgressiveHead | "incomplete" | "unsuitable"> {
  try {
    return (await readMp4Head(file)) ?? (await readWebmHead(file)) ?? "unsuitable";
  } catch (error) {
    if (error instanceof NotArrived) return "incomplete";
    if (error instanceof BoxError || error instanceof RangeError) return "unsuitable";
    throw error;
  }
}
