import { encodeAudio } from "@kinora/media/encodeAudio.ts";
import type { Segment } from "@kinora/media/segment.ts";
import type { Services } from "../context.ts";
import type { EarlyTools } from "./early-tools.ts";
import { segmentsDone, storedInits, storingSink, type RenditionIds } from "./segments.ts";
import type { StoredPlan, Transcode, Workplace } from "./transcode.ts";

/** The sound being encoded beside the first picture, since nothing plays without it. */
export interface FirstSound {
  /** Resolves when its first segment is stored, or never will be by this run. */
  begun: Promise<void>;
  /** Answers when the run has ended; the sound's own task goes on where it stopped, and finds out about troubles. */
  stop(): Promise<void>;
}

/**
 * Encodes the beginning of the sound; nothing where there is none, or it began before. The renditions may still be being
 * written down: only storing waits for them.
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
  const sink = renditions.then((ids) => storingSink(services, transcode, ids, 0, 0));
  // Whoever encodes finds out; nobody may come so far.
  sink.catch(() => undefined);
  const options = {
    source,
    facts: plan.facts,
    plan: plan.encoding,
    workFolder: place.folder,
    signal: AbortSignal.any([place.signal, stop.signal]),
    onInit: async (init: Parameters<Awaited<typeof sink>["onInit"]>[0]) => (await sink).onInit(init),
    onSegment: async (segment: Segment) => {
      await (await sink).onSegment(segment);
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
      if (!stop.signal.aborted) services.log.info({ transcode: transcode.id, err: error }, "the sound could not begin");
    })
    .finally(() => begun.resolve());
  const end = async () => {
    stop.abort();
    await begunEarly?.drop();
    await ended;
  };
  // The processors belong to the picture then.
  begun.promise.then(end).catch((error: unknown) => {
    services.log.warn({ transcode: transcode.id, err: error }, "the early sound could not be ended");
  });
  return { begun: begun.promise, stop: end };
}
