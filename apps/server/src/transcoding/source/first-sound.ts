import { encodeAudio } from "@kinora/media/encoding/encode-audio.ts";
import type { Segment } from "@kinora/media/packaging/segment.ts";
import type { Services } from "../../context.ts";
import { awaitingSink, segmentsDone, storedInits, type RenditionIds } from "../encoding/segments.ts";
import type { StoredPlan, Transcode, Workplace } from "../encoding/transcode.ts";
import type { EarlyTools } from "./early-tools.ts";

/** The sound that is encoded together with the first picture, since nothing plays without it. */
export interface FirstSound {
  /** Resolves when its first segment is stored, or the run ended before that. */
  begun: Promise<void>;
  /** Resolves when the run has ended; the sound's own task resumes where it stopped and handles its errors. */
  stop(): Promise<void>;
}

/**
 * Encodes the beginning of the sound, unless there is none or it was started before. Only storing waits for the rows of the
 * renditions.
 */
export function beginFirstSound(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  renditions: Promise<RenditionIds>,
  source: string,
  place: Workplace,
  early: EarlyTools | null,
): FirstSound {
  const begun = Promise.withResolvers<void>();
  const stop = new AbortController();
  const sink = awaitingSink(services, transcode, renditions, place.signal);
  const options = {
    source,
    facts: plan.facts,
    plan: plan.encoding,
    workFolder: place.folder,
    signal: AbortSignal.any([place.signal, stop.signal]),
    onInit: sink.onInit,
    onSegment: async (segment: Segment) => {
      await sink.onSegment(segment);
      begun.resolve();
    },
  };
  const begunEarly = early?.sound.fits(options) ? early.sound : null;

  const encode = async () => {
    if (begunEarly) {
      await begunEarly.finish(options);
      return;
    }
    await early?.sound.drop();
    const audioId = (await renditions).get("audio");
    if (audioId === undefined || (await segmentsDone(services, [audioId], 0)) > 0) return;
    const init = (await storedInits(services, transcode, ["audio"])).get("audio");
    await encodeAudio({ ...options, ...(init ? { expectedInit: init } : {}) });
  };
  const ended = encode()
    .catch((error: unknown) => {
      if (!stop.signal.aborted)
        services.log.info({ transcode: transcode.id, err: error }, "could not encode the beginning of the sound");
    })
    .finally(() => begun.resolve());
  const end = async () => {
    stop.abort();
    await begunEarly?.drop();
    await ended;
  };
  // Leaves the processors to the picture.
  begun.promise.then(end).catch((error: unknown) => {
    services.log.warn({ transcode: transcode.id, err: error }, "could not end the early encode of the sound");
  });
  return { begun: begun.promise, stop: end };
}
