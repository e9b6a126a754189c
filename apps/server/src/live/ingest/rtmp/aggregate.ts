import { MESSAGE, type RtmpMessage } from "./chunks.ts";

/** Type, size, timestamp (its highest byte last), stream (FLV specification 10.1, E.4.1), and the size again behind the body. */
const HEAD_BYTES = 11;
const TAIL_BYTES = 4;
const MEDIA: readonly number[] = [MESSAGE.audio, MESSAGE.video, MESSAGE.dataAmf0];

/**
 * The messages of media in an aggregate (RTMP specification 1.0, §7.1.6), which servers send that pass a stream on. The first one's
 * timestamp is that of the aggregate, whatever it says of itself. What is cut off is left out.
 */
export function messagesIn({ streamId, timestamp, payload }: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  let first: number | null = null;
  for (let at = 0; at + HEAD_BYTES <= payload.length;) {
    const type = payload.readUInt8(at);
    const end = at + HEAD_BYTES + payload.readUIntBE(at + 1, 3);
    const said = payload.readUIntBE(at + 4, 3) + payload.readUInt8(at + 7) * 2 ** 24;
    if (end > payload.length) break;
    first ??= said;
    if (MEDIA.includes(type))
      messages.push({
        ...{ type, streamId, timestamp: (timestamp + said - first) >>> 0 },
        payload: payload.subarray(at + HEAD_BYTES, end),
      });
    at = end + TAIL_BYTES;
  }
  return messages;
}
