import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import {
  breakMayPlay,
  cuedBreak,
  dueMidroll,
  planBreaks,
  viewMayHaveAds,
  type AdHistory,
  type PlannedBreak,
} from "@kinora/domain/ads/ad-schedule.ts";
import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { readVmap } from "@kinora/domain/ads/vmap.ts";
import { playBreak, type BreakOutcome, type PlayableBreak } from "./ad-break.ts";
import { NO_ADS_YET, RememberedAds } from "./ad-history.ts";
import { fillTag, type AdSubject } from "./ad-macro-values.ts";
import { AdReports } from "./ad-reports.ts";
import { xmlOf } from "./ad-request.ts";
import type { AdView } from "./ad-view.ts";
import { readConsent } from "./consent.ts";

export interface SessionOptions {
  ads: EmbedAds;
  subject: AdSubject;
  live: boolean;
  view: AdView;
  /** Called with what happens, besides the reports. */
  onEvent?(event: AdEvent, code?: number): void;
}

/** The ads of one view: which breaks there are, which were played, and whether a break plays now. */
export class AdSession {
  readonly #options: SessionOptions;
  /** Null in previews. */
  readonly #reports: AdReports | null;
  readonly #remembered: RememberedAds | null;
  readonly #settled = new Set<PlannedBreak<PlayableBreak>>();
  readonly #stop = new AbortController();
  #breaks: PlayableBreak[] | null = null;
  #planned: PlannedBreak<PlayableBreak>[] | null = null;
  #consent: Promise<string> | null = null;
  #mayHaveAds = true;
  #begun = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { report, project } = options.ads;
    this.#reports = report === null ? null : new AdReports(report);
    this.#remembered = report === null ? null : new RememberedAds(project);
  }

  /**
   * Plays what comes before the content. Whatever the ad server does, it ends within the preroll timeout, or with the ads that
   * began within it. `blocked`: the browser does not allow playback yet; begin again with the next click.
   */
  async playPrerolls(muted: boolean, volume: number): Promise<BreakOutcome> {
    const { ads, live, subject } = this.#options;
    if (!this.#begun) {
      this.#mayHaveAds = viewMayHaveAds(ads.frequency, this.#history);
      this.#remembered?.noteView();
      this.#begun = true;
    }
    if (!this.#mayHaveAds) return "none";
    const until = performance.now() + ads.preroll_timeout_ms;
    const breaks = await this.#readBreaks(ads.preroll_timeout_ms);
    const planned = planBreaks(breaks, { durationSeconds: live ? null : subject.durationSeconds, live });
    let outcome: BreakOutcome = "none";
    for (const each of planned.filter(({ kind }) => kind === "pre")) {
      const left: number = outcome === "played" ? ads.ads_timeout_ms : until - performance.now();
      const next: BreakOutcome = left > 0 ? await this.#play(each, left, muted, volume) : "none";
      if (next === "blocked") return next;
      if (next === "played") outcome = next;
    }
    return outcome;
  }

  /** Plans the breaks within and after the content, once its duration is known. Breaks before `startSeconds` are not played. */
  plan(durationSeconds: number, startSeconds: number): void {
    if (this.#planned || !this.#breaks || !this.#mayHaveAds) return;
    const { live } = this.#options;
    this.#planned = planBreaks(this.#breaks, { durationSeconds, live }).filter(({ kind }) => kind !== "pre");
    for (const each of this.#planned) if (each.at <= startSeconds) this.#settled.add(each);
  }

  /** The mid-roll to play after the content moved; it counts as played from now on, like those it passed. */
  due(from: number, to: number): PlannedBreak<PlayableBreak> | null {
    const due = dueMidroll(this.#planned ?? [], this.#settled, from, to);
    for (const each of due?.settles ?? []) this.#settled.add(each);
    return due?.play ?? null;
  }

  /** Breaks after the content that were not played. */
  get postrolls(): PlannedBreak<PlayableBreak>[] {
    return (this.#planned ?? []).filter((each) => each.kind === "post" && !this.#settled.has(each));
  }

  /** Plays a break within or after the content. */
  async playLater(each: PlannedBreak<PlayableBreak>, muted: boolean, volume: number): Promise<void> {
    this.#settled.add(each);
    await this.#play(each, this.#options.ads.ads_timeout_ms, muted, volume);
  }

  /** Whether this view plays breaks for which the operator of a livestream asks. */
  get playsCues(): boolean {
    return (
      this.#options.ads.cues && this.#mayHaveAds && breakMayPlay(this.#options.ads.frequency, this.#history, Date.now())
    );
  }

  /** Plays a break for which the operator of a livestream asks; no ad of it begins after `seconds`. */
  async playCue(seconds: number, muted: boolean, volume: number): Promise<void> {
    const until = performance.now() + seconds * 1_000;
    const { ads_timeout_ms: timeoutMs } = this.#options.ads;
    const cued = cuedBreak(await this.#readBreaks(timeoutMs));
    if (cued) await this.#play({ at: 0, kind: "mid", break: cued }, timeoutMs, muted, volume, until);
  }

  close(): void {
    this.#stop.abort();
    this.#reports?.close();
  }

  get #history(): AdHistory {
    return this.#remembered?.history ?? NO_ADS_YET;
  }

  async #play(
    { break: each }: PlannedBreak<PlayableBreak>,
    startWithinMs: number,
    muted: boolean,
    volume: number,
    noAdAfter = Infinity,
  ): Promise<BreakOutcome> {
    const { ads, view } = this.#options;
    if (!breakMayPlay(ads.frequency, this.#history, Date.now())) return "none";
    const begun = performance.now();
    const consent = await this.#readConsent();
    const left = startWithinMs - (performance.now() - begun);
    try {
      return await playBreak(each, {
        view,
        fill: (tag) => fillTag(tag, this.#options.subject, consent),
        report: (event, code) => this.#report(event, code),
        startWithinMs: left,
        noAdAfter,
        adsTimeoutMs: ads.ads_timeout_ms,
        skip: ads.skip,
        muted,
        volume,
        signal: this.#stop.signal,
      });
    } catch {
      // An ad that breaks the library that reads it is an ad that failed.
      this.#report("error", 900);
      return "none";
    }
  }

  #report(event: AdEvent, code?: number): void {
    if (event === "impression") this.#remembered?.noteAd(Date.now());
    this.#reports?.add(event, code);
    this.#options.onEvent?.(event, code);
  }

  #readConsent(): Promise<string> {
    this.#consent ??= this.#options.ads.consent ? readConsent() : Promise.resolve("");
    return this.#consent;
  }

  async #readBreaks(withinMs: number): Promise<PlayableBreak[]> {
    this.#breaks ??= await this.#findBreaks(withinMs);
    return this.#breaks;
  }

  async #findBreaks(withinMs: number): Promise<PlayableBreak[]> {
    const { ads, subject } = this.#options;
    if (ads.vmap_tag === null) return ads.breaks;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(withinMs)]);
    this.#report("request");
    try {
      const url = fillTag(ads.vmap_tag, subject, await this.#readConsent());
      const response = await fetch(url, { signal, credentials: "omit" });
      if (response.status === 204) return [];
      const breaks = response.ok ? readVmap(await xmlOf(response)) : null;
      if (breaks) return breaks;
      this.#report("error", response.ok ? 101 : 301);
    } catch {
      this.#report("error", 301);
    }
    return [];
  }
}
