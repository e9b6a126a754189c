import { encodeAudio } from "@kinora/media/encodeAudio.ts";
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

/** Encodes the beginning of the sound; nothing where there is none, or it began before. */
export async function beginFirstSound(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  ids: RenditionIds,
  source: string,
  place: Workplace,
  early: EarlyTools | null,
): Promise<FirstSound> {
  const audioId = ids.get("audio");
  if (audioId === undefined || (await segmentsDone(services, [audioId], 0)) > 0)
    return { begun: Promise.resolve(), stop: () => Promise.resolve() };
  const begun = Promise.withResolvers<void>();
  const stop = new AbortController();
  const init = (await storedInits(services, transcode, ["audio"])).get("audio");
  const sink = storingSink(services, transcode, ids, 0, 0);
  const options = {
    source,
    facts: plan.facts,
    plan: plan.encoding,
    ...(init ? { expectedInit: init } : {}),
    workFolder: place.folder,
    signal: AbortSignal.any([place.signal, stop.signal]),
    onInit: sink.onInit,
    onSegment: async (segment: Parameters<typeof sink.onSegment>[0]) => {
      await sink.onSegment(segment);
      begun.resolve();
    },
  };
  const begunEarly = early?.sound.fits(options) ? early.sound : null;
  if (!begunEarly) await early?.sound.drop();
  const ended = (begunEarly ? begunEarly.finish(options) : encodeAudio(options))
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
  void begun.promise.then(end);
  return { begun: begun.promise, stop: end };
}
