import { randomInt } from "node:crypto";
import { adTagProblem, fillAdMacros } from "@kinora/domain/ads/ad-macros.ts";
import { browsersPlay, isAdMedia, vastErrorText } from "@kinora/domain/ads/ad-media.ts";
import type { Context } from "../context.ts";
import { isDemoTag } from "./demo/demo-documents.ts";
import { requireNone } from "./settings.ts";
import { followTag, type TagChain } from "./tag-chain.ts";

/** For the whole chain. */
const PATIENCE_MS = 15_000;

/**
 * Requests an ad tag as a player would and describes what it leads to. The tags of our own demo ad server may be on this machine,
 * all others must be on the public web. Of a VMAP document, the tag of the first break is followed.
 * @throws Refusal `invalid` when the tag is no tag.
 */
export async function tryAdTag({ config }: Pick<Context, "config">, tag: string) {
  const problem = adTagProblem(tag);
  if (problem) requireNone({ tag: problem });
  const url = fillAdMacros(tag, {
    cachebuster: String(randomInt(1e9)),
    page_url: config.urls.console,
    content_id: "test",
    video_title: "Test video",
    duration: "600",
    consent: "",
    device: "desktop",
  });
  const reach = {
    mayBePrivate: (to: URL) => config.allowPrivateUrls || isDemoTag(config.urls.edge, to),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  const begun = performance.now();
  const chain = await followTag(url, reach);
  const ads = chain.ads.map(describeAd);
  return {
    url,
    steps: chain.steps,
    ads,
    breaks: chain.breaks.map(({ position, at, tags }) => ({ position, at, tag: tags[0] ?? null })),
    errors: [...new Set([...chain.codes, ...chain.ads.flatMap(playProblem)])].map((code) => ({
      code,
      text: vastErrorText(code),
    })),
    took_ms: Math.round(performance.now() - begun),
  };
}

/** The code that the player reports of an ad that it cannot play: no linear creative, no file that browsers play. */
function playProblem({ creatives }: TagChain["ads"][number]): number[] {
  const linear = creatives.find(({ type }) => type === "linear");
  if (!linear) return [200];
  return mediaOf(linear).some(({ playable }) => playable) ? [] : [403];
}

const mediaOf = (linear: TagChain["ads"][number]["creatives"][number] | undefined) =>
  (linear?.mediaFiles ?? []).map(({ fileURL, mimeType, width, height, bitrate, apiFramework }) => {
    const file = { url: fileURL ?? "", type: mimeType ?? "", width, height, bitrate, api_framework: apiFramework };
    const { bitrate: kbps, ...described } = file;
    return { ...described, bitrate_kbps: kbps, playable: isAdMedia(file, { canPlay: browsersPlay }) };
  });

function describeAd({ id, title, system, sequence, creatives }: TagChain["ads"][number]) {
  const linear = creatives.find(({ type }) => type === "linear");
  return {
    id: id ?? "",
    title: title ?? "",
    system: system?.value ?? "",
    sequence: sequence === null ? null : Number(sequence),
    duration_seconds: linear?.duration !== undefined && linear.duration > 0 ? linear.duration : null,
    skip_after_seconds: linear?.skipDelay ?? null,
    media: mediaOf(linear),
  };
}
