import type { VideoFacts } from "@kinora/media/probe/facts.ts";
import type { Logger } from "pino";
import type { Publisher } from "../ingest/publisher.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import type { EncoderPort } from "./broadcast.ts";

/** The fields, colours and shape of the publisher's picture; null where they are plain and it is not encoded, or ffprobe finds none. */
export async function probePicture(
  publisher: Publisher,
  { id, ladder }: Pick<LiveStream, "id" | "ladder">,
  encoder: Pick<EncoderPort, "probe">,
  log: Logger,
): Promise<VideoFacts | null> {
  if (publisher.isPlain && ladder === "passthrough") return null;
  const source = publisher.snapshotSource();
  const picture =
    source &&
    (await encoder.probe(source).catch((error: unknown) => {
      log.warn({ err: error, stream: id }, "publisher's picture not probed");
      return null;
    }));
  if (!picture) log.warn({ stream: id }, "publisher's picture not described");
  return picture;
}
