import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { furtherEncoders, hdrEncoders } from "@kinora/media/encoding/picture-encoders.ts";
import type { Services } from "../../context.ts";

/** The renditions that this machine can encode: those of H.264, and of other codecs while their encoders are installed. */
export async function encodable(
  { log }: Services,
  renditions: readonly PlannedRendition[],
): Promise<PlannedRendition[]> {
  if (renditions.every(({ codec }) => codec === undefined)) return [...renditions];
  const encoders = await furtherEncoders();
  const canEncode = ({ codec }: PlannedRendition) => codec === undefined || encoders.includes(codec);
  const left = renditions.filter((each) => !canEncode(each));
  if (left.length > 0)
    log.warn({ renditions: left.map(({ label }) => label) }, "ffmpeg lacks the encoder of renditions");
  return inEncodableRange(renditions.filter(canEncode));
}

/** The renditions in SDR where the encoder takes pictures of 8 bits alone. */
export async function inEncodableRange(renditions: readonly PlannedRendition[]): Promise<PlannedRendition[]> {
  if (renditions.every(({ hdr }) => hdr === undefined)) return [...renditions];
  const deep = await hdrEncoders();
  return renditions.map(({ hdr, ...rendition }) =>
    hdr && rendition.codec && deep.includes(rendition.codec) ? { ...rendition, hdr } : rendition,
  );
}
