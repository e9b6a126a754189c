import { readSplices } from "@kinora/media/live/splice-info.ts";
import { AmfError, readAmf, writeAmf, type AmfValue } from "./amf.ts";
import { FLV_SCRIPT } from "./flv.ts";
import type { MediaTag, PublishSink, SpliceInfo } from "./session.ts";

const NAME = "kinoraSplice";

/** A splice as a message of RTMP, by which one live host tells another of it. */
export const spliceMessage = (
  { section, eventId, type, isAtOnce }: SpliceInfo,
  timestamp: number,
  sentAt: number,
): MediaTag => ({
  type: FLV_SCRIPT,
  timestamp: sentAt,
  body: writeAmf(NAME, section.toString("base64"), eventId, type, isAtOnce, timestamp),
});

/** A sink of a live host's publisher: splices among its messages are passed on as such. */
export function takingSplices(sink: PublishSink): PublishSink {
  return {
    write(tag) {
      const values = tag.type === FLV_SCRIPT ? messageIn(tag.body) : null;
      if (values?.[0] !== NAME) return sink.write(tag);
      passOn(sink, values);
      return true;
    },
    drained: () => sink.drained(),
    reject: (reason) => sink.reject(reason),
    leaveOut: (kind, which) => sink.leaveOut?.(kind, which),
    end: (clean) => sink.end(clean),
  };
}

function passOn(sink: PublishSink, [, section, eventId, type, isAtOnce, timestamp]: AmfValue[]): void {
  if (typeof section !== "string" || typeof timestamp !== "number") return;
  const bytes = Buffer.from(section, "base64");
  const found = readSplices(bytes).find((one) => one.eventId === eventId && one.type === type);
  if (!found) return;
  const { pts: _, ...splice } = found;
  sink.splice?.({ ...splice, isAtOnce: isAtOnce === true, section: bytes }, timestamp);
}

function messageIn(body: Buffer): AmfValue[] | null {
  try {
    return readAmf(body);
  } catch (error) {
    if (error instanceof AmfError) return null;
    throw error;
  }
}
