import type { PeekSource } from "@kinora/media/live/livePeek.ts";
import { FLV_AUDIO } from "./rtmp/flv.ts";
import type { MatroskaWriter } from "./rtmp/matroska.ts";
import { tagOf, type SourceMoment } from "./source-taker.ts";

/** What is needed to look at moments that begin with a key frame: in Matroska where FLV does not know the codec's name. */
export function peekOf(moments: readonly SourceMoment[], head: Buffer, matroska: MatroskaWriter | null): PeekSource {
  const parts = moments.map((moment) => (matroska ? matroska.write(tagOf(moment)) : tagOf(moment)));
  return {
    bytes: Buffer.concat([matroska?.head ?? head, ...parts.filter((part) => part !== null)]),
    container: matroska ? "matroska" : "live_flv",
    hasSound: moments.some(({ type }) => type === FLV_AUDIO),
  };
}
