import { VIEW_PARTS, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";
import type { Player } from "./options.ts";

const SAMPLE_EVERY_MS = 250;
const TELL_EVERY_MS = 10_000;
/** A longer pause between two samples is a suspended page: only what the picture moved counts. */
const SUSPENDED_MS = 2_000;
const CHANGES = ["play", "playing", "waiting", "seeked", "ratechange", "emptied"] as const;

/** What the picture does: `still` because nobody plays it, or while it is looked for. */
type Motion = "moving" | "waiting" | "still";

/** Adds what happens in a player to the sums of a view. */
export class ViewMeter {
  readonly #sums: ViewSums;
  readonly #player: Pick<Player, "video" | "root">;
  readonly #isLive: boolean;
  readonly #tell: () => void;
  readonly #stop = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #motion: Motion = "still";
  #at = performance.now();
  #place: number;
  #part = -1;
  /** After a seek it waits for the data of another place, which is no fault of the delivery. */
  #seeks = false;
  /** When the first frame was asked for. */
  #askedAt: number | null;
  #toldMs: number;

  /** `tell` is called whenever the sums are worth a report. */
  constructor(sums: ViewSums, player: Pick<Player, "video" | "root">, isLive: boolean, tell: () => void) {
    this.#sums = sums;
    this.#player = player;
    this.#isLive = isLive;
    this.#tell = tell;
    this.#place = player.video.currentTime;
    this.#askedAt = player.root.hasAttribute("data-starting") ? this.#at : null;
    this.#toldMs = sums.watched_ms + sums.waited_ms;
    this.#listenToVideo();
    this.#listenToPlayer();
    this.#timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS);
    this.sample();
  }

  /** Brings the sums up to now. */
  sample(): void {
    const sums = this.#sums;
    const now = performance.now();
    const ms = this.#passedMs(now);
    if (this.#motion === "moving") this.#watch(ms);
    else if (this.#motion === "waiting") sums.waited_ms += ms;
    const next = this.#motionNow();
    if (next === "waiting" && this.#motion !== "waiting") sums.waits += 1;
    this.#motion = next;
    if (next === "moving") this.#begin(now);
    if (sums.watched_ms + sums.waited_ms - this.#toldMs >= TELL_EVERY_MS) this.#report();
  }

  stop(): void {
    this.sample();
    clearInterval(this.#timer);
    this.#stop.abort();
  }

  #passedMs(now: number): number {
    const { currentTime, playbackRate } = this.#player.video;
    const passed = now - this.#at;
    const moved = ((currentTime - this.#place) * 1_000) / (playbackRate || 1);
    this.#at = now;
    this.#place = currentTime;
    return passed > SUSPENDED_MS ? Math.max(0, Math.min(passed, moved)) : passed;
  }

  #motionNow(): Motion {
    const { video } = this.#player;
    if (video.paused || video.seeking || video.ended) return "still";
    if (video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return "moving";
    return this.#sums.played && !this.#seeks ? "waiting" : "still";
  }

  #begin(now: number): void {
    this.#seeks = false;
    if (this.#sums.played) return;
    this.#sums.played = true;
    this.#sums.first_frame_ms = this.#askedAt === null ? null : now - this.#askedAt;
    this.#lookAtPlace();
    this.#report();
  }

  #watch(ms: number): void {
    const { heights } = this.#sums;
    const { video } = this.#player;
    const height = String(video.videoHeight);
    this.#sums.watched_ms += ms;
    heights[height] = (heights[height] ?? 0) + ms;
    if (!video.seeking) this.#lookAtPlace();
  }

  #lookAtPlace(): void {
    const sums = this.#sums;
    const { duration, currentTime } = this.#player.video;
    if (this.#isLive || !Number.isFinite(duration) || duration <= 0) return;
    const share = Math.min(currentTime / duration, 1);
    sums.furthest = Math.max(sums.furthest ?? 0, share);
    const now = Math.min(Math.floor(share * VIEW_PARTS), VIEW_PARTS - 1);
    if (now === this.#part) return;
    sums.parts ??= Array.from({ length: VIEW_PARTS }, () => 0);
    // Of a short video, more than one part passes between two samples.
    for (let passed = this.#part < 0 || now < this.#part ? now : this.#part + 1; passed <= now; passed += 1)
      sums.parts[passed] = (sums.parts[passed] ?? 0) + 1;
    this.#part = now;
  }

  #report(): void {
    this.#toldMs = this.#sums.watched_ms + this.#sums.waited_ms;
    this.#tell();
  }

  #listenToVideo(): void {
    const { signal } = this.#stop;
    const { video } = this.#player;
    for (const name of CHANGES) video.addEventListener(name, () => this.sample(), { signal });
    video.addEventListener("play", () => (this.#askedAt ??= performance.now()), { signal });
    video.addEventListener(
      "seeking",
      () => {
        this.#seeks = true;
        this.#part = -1;
        this.sample();
      },
      { signal },
    );
    video.addEventListener(
      "pause",
      () => {
        this.sample();
        if (!video.ended) this.#report();
      },
      { signal },
    );
    video.addEventListener(
      "ended",
      () => {
        this.sample();
        this.#sums.ended = true;
        if (!this.#isLive) this.#sums.furthest = 1;
        this.#report();
      },
      { signal },
    );
  }

  #listenToPlayer(): void {
    const { signal } = this.#stop;
    const { video, root } = this.#player;
    const asking = new MutationObserver(() => {
      if (root.hasAttribute("data-starting")) this.#askedAt ??= performance.now();
      else if (video.paused) this.#askedAt = null;
    });
    asking.observe(root, { attributeFilter: ["data-starting"] });
    signal.addEventListener("abort", () => asking.disconnect());
    root.addEventListener("kinora-problem", (event) => this.#onProblem(event), { signal });
    root.addEventListener("kinora-ad", (event) => this.#onAd(event), { signal });
  }

  #onProblem(event: Event): void {
    this.sample();
    this.#sums.error ??= String((event as CustomEvent<unknown>).detail);
    this.#report();
  }

  #onAd(event: Event): void {
    const { event: name } = (event as CustomEvent<{ event: string }>).detail;
    // The content begins after its ads.
    if (!this.#sums.played) this.#askedAt = performance.now();
    if (name === "request") this.#sums.ad_requests += 1;
    if (name !== "impression") return;
    this.#sums.ads += 1;
    this.#report();
  }
}
