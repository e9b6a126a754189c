import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import type { AdSkip } from "@kinora/domain/ads/ad-media.ts";
import type { AdBreak } from "@kinora/domain/ads/ad-settings.ts";
import { playAd } from "./ad-playback.ts";
import { isPod, requestAds, sendBeacon, type VastAd } from "./ad-request.ts";
import type { AdView } from "./ad-view.ts";

/** A break to play: its tags, or the document that a VMAP document has in their place. */
export interface PlayableBreak extends AdBreak {
  vast?: string | null;
  tracking?: { breakStart: string[]; breakEnd: string[]; error: string[] };
}

export interface BreakContext {
  view: AdView;
  /** Fills the macros of a tag. */
  fill(tag: string): string;
  report(event: AdEvent, code?: number): void;
  /** Until the first frame of the first ad. */
  startWithinMs: number;
  /** No ad begins after this time, as `performance.now()` has it. */
  noAdAfter: number;
  adsTimeoutMs: number;
  skip: AdSkip;
  muted: boolean;
  volume: number;
  signal: AbortSignal;
}

/** `none`: no ad was played; `blocked`: the browser does not allow playback yet. */
export type BreakOutcome = "played" | "none" | "blocked";

/** Plays a break: of its tags, the first that leads to an ad. Ends after the last ad, or when the time to begin is over. */
export async function playBreak(each: PlayableBreak, context: BreakContext): Promise<BreakOutcome> {
  const until = performance.now() + context.startWithinMs;
  const sources = each.vast
    ? [{ tag: location.href, document: each.vast }]
    : each.tags.map((tag) => ({ tag: context.fill(tag), document: null }));
  each.tracking?.breakStart.forEach(sendBeacon);
  let outcome: BreakOutcome = "none";
  for (const { tag, document } of sources) {
    const left = until - performance.now();
    if (left <= 0 || context.signal.aborted) break;
    context.report("request");
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(Math.ceil(left))]);
    const answer = await requestAds(tag, document, signal);
    if ("code" in answer) {
      context.report("error", answer.code);
      continue;
    }
    context.report("fill");
    outcome = await playAds(answer.ads, each, context, until);
    if (outcome !== "none") break;
  }
  if (outcome === "none") each.tracking?.error.forEach((url) => sendBeacon(url.replaceAll("[ERRORCODE]", "303")));
  else if (outcome === "played") each.tracking?.breakEnd.forEach(sendBeacon);
  return outcome;
}

/** A pod one after the other; other ads until one plays. */
async function playAds(
  ads: VastAd[],
  each: PlayableBreak,
  context: BreakContext,
  until: number,
): Promise<BreakOutcome> {
  const pod = isPod(ads);
  const chosen = pod ? ads.slice(0, each.max_ads) : ads;
  let played = 0;
  for (const [index, ad] of chosen.entries()) {
    const startWithinMs = played > 0 ? context.adsTimeoutMs : until - performance.now();
    if (startWithinMs <= 0 || context.signal.aborted || performance.now() > context.noAdAfter) break;
    const outcome = await playAd(ad, {
      view: context.view,
      number: pod ? index + 1 : 1,
      total: pod ? chosen.length : 1,
      skipAfterSeconds: each.skip_after_seconds,
      skip: context.skip,
      startWithinMs,
      stallMs: context.adsTimeoutMs,
      // A viewer who muted an ad gets the next one muted.
      muted: played > 0 ? context.view.video.muted : context.muted,
      volume: context.volume,
      report: context.report,
      signal: context.signal,
    });
    if (outcome === "blocked" && played === 0) return "blocked";
    if (outcome === "played") played += 1;
    if (outcome === "played" && !pod) break;
  }
  return played > 0 ? "played" : "none";
}
