import type { AdCue } from "@kinora/domain/playback/embed-page.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { ItemAds, ItemPlayer, PlayerItem, PlayerOptions } from "../options.ts";
import { createPlayer } from "../player.ts";
import type { AdSession } from "./ad-session.ts";
import { loadAds, type LoadedAds } from "./loaded-ads.ts";

const CONTENT_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "j", "l", "c"]);

/** A viewer this close to the end of what can be watched is at the live edge. */
const AT_END_SECONDS = 20;
/** The live edge of a livestream, in seconds of its video. */
const endOf = ({ seekable, currentTime }: HTMLVideoElement): number =>
  seekable.length > 0 ? seekable.end(seekable.length - 1) : currentTime;

/**
 * Puts a player with ads into `container`, as `createPlayer` does one without. The first request to play an item begins with what
 * comes before it; what requests, reads and plays ads is loaded then. The content always plays, whatever happens to its ads.
 */
export function createPlayerWithAds(container: HTMLElement, options: PlayerOptions): ItemPlayer {
  // The content's own ways to begin, as when it becomes visible, come by here, too.
  const beforePlay = () => adPlayer.playPrerolls();
  const content = createPlayer(container, { ...options, autoplay: false, beforePlay });
  const adPlayer = new PlayerWithAds(container, content, options);
  if (options.autoplay) adPlayer.play().catch(() => undefined);
  return adPlayer;
}

/** Passes what is asked of a player on to the content, or to the ad that plays in its place. */
class PlayerWithAds implements ItemPlayer {
  readonly video: HTMLVideoElement;
  readonly #content: ItemPlayer;
  readonly #container: HTMLElement;
  readonly #live: boolean;
  readonly #listening = new AbortController();
  #item: PlayerItem;
  /** `new` until the content may begin; `ad` while a break is requested or plays. */
  #state: "new" | "ad" | "content" = "new";
  #loading: Promise<LoadedAds> | null = null;
  #loaded: LoadedAds | null = null;
  #starting: Promise<void> | null = null;
  #startSeconds = 0;
  #lastSeconds = 0;
  /** The last break of a livestream's operator that was played, or came too early. */
  #lastCue = 0;

  constructor(container: HTMLElement, content: ItemPlayer, options: PlayerOptions) {
    this.#container = container;
    this.#content = content;
    this.video = content.video;
    this.#live = options.live ?? false;
    this.#item = options;
    this.#startSeconds = this.#lastSeconds = options.startSeconds ?? 0;
    this.#listen();
  }

  get root(): HTMLElement {
    return this.#content.root;
  }

  get settings(): PlayerSettings {
    return this.#content.settings;
  }

  configure(settings: Partial<PlayerSettings>): void {
    this.#content.configure(settings);
  }

  /** What comes before the content, if it did not come yet. Never throws: what cannot play now comes with the next click. */
  async playPrerolls(): Promise<void> {
    if (this.#state === "new") await this.#begin().catch(() => undefined);
  }

  play(): Promise<void> {
    if (this.#state === "content") return this.#content.play();
    if (this.#state === "ad") return this.#loaded?.view.video.play() ?? Promise.resolve();
    if (this.#starting) return this.#starting;
    const starting = this.#begin()
      .then(() => this.#content.play())
      .finally(() => {
        if (this.#starting === starting) this.#starting = null;
      });
    this.#starting = starting;
    return starting;
  }

  /** The breaks of the item that played are over, whether or not they were played. */
  load(item: PlayerItem): void {
    this.#leave();
    this.#item = item;
    this.#state = "new";
    this.#startSeconds = this.#lastSeconds = item.startSeconds ?? 0;
    this.#content.load(item);
  }

  pause(): void {
    if (this.#state === "ad") this.#loaded?.view.video.pause();
    else this.#content.pause();
  }

  /**
   * Plays a break for which the operator of a livestream asks. A viewer at the live edge returns to it afterwards, one who had sought
   * back to where they were. A viewer who has not started yet gets a preroll instead; one who paused gets the break on resuming,
   * while it lasts.
   */
  playCue({ number, seconds }: AdCue): void {
    if (number <= this.#lastCue || (this.#state === "content" && this.video.paused)) return;
    this.#lastCue = number;
    const { video } = this;
    if (this.#state !== "content" || !this.#loaded?.session.playsCues) return;
    const behind = endOf(video) - video.currentTime;
    void this.#interrupt((session) => session.playCue(seconds, video.muted, video.volume), false).then((finished) => {
      if (!finished) return;
      if (behind < AT_END_SECONDS) video.currentTime = endOf(video) - behind;
      this.#content.play().catch(() => undefined);
    });
  }

  /** While an ad plays, nothing is sought: the ad would be passed over. */
  seek(seconds: number): void {
    if (this.#state === "ad") return;
    if (this.#state === "new") this.#startSeconds = this.#lastSeconds = seconds;
    this.#content.seek(seconds);
  }

  destroy(): void {
    this.#listening.abort();
    this.#leave();
    this.#content.destroy();
  }

  #leave(): void {
    this.#loaded?.session.close();
    this.#loaded?.view.remove();
    this.#loaded = this.#loading = this.#starting = null;
  }

  #listen(): void {
    const { signal } = this.#listening;
    const capture = { capture: true, signal };
    // The container is around the player: these come before the player's own listeners.
    this.#container.addEventListener("mediaplayrequest", (event) => this.#onPlayRequest(event), capture);
    this.#container.addEventListener("mediapauserequest", (event) => this.#onPauseRequest(event), capture);
    this.#container.addEventListener("mediaseekrequest", (event) => this.#onSeekRequest(event), capture);
    this.#container.addEventListener("ended", (event) => this.#onEnded(event), capture);
    this.#container.addEventListener("pointerenter", () => this.#prepare(), { once: true, capture: true, signal });
    document.addEventListener("keydown", (event) => this.#onKey(event), capture);
    this.video.addEventListener("timeupdate", () => this.#onMoved(), { signal });
    this.video.addEventListener("seeking", () => this.#onMoved(), { signal });
    this.video.addEventListener("durationchange", () => this.#plan(), { signal });
  }

  #prepare(): void {
    const item = this.#item;
    if (item.ads) this.#load(item, item.ads).catch(() => undefined);
  }

  #onPlayRequest(event: Event): void {
    if (this.#state === "content") return;
    event.stopImmediatePropagation();
    this.play().catch(() => undefined);
  }

  #onPauseRequest(event: Event): void {
    if (this.#state !== "ad") return;
    event.stopImmediatePropagation();
    this.pause();
  }

  #onSeekRequest(event: Event): void {
    if (this.#state === "content") return;
    event.stopImmediatePropagation();
    if (this.#state === "ad") return;
    if (event instanceof CustomEvent && typeof event.detail === "number") this.seek(event.detail);
    this.play().catch(() => undefined);
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#state !== "ad" || event.metaKey || event.altKey || event.ctrlKey) return;
    const { target, key } = event;
    const onControl = this.#loaded?.view.owns(target) && (key === " " || key === "Enter" || key === "Tab");
    if (onControl || target instanceof HTMLInputElement) return;
    const video = this.#loaded?.view.video;
    const isContents = CONTENT_KEYS.has(key) || /^[0-9]$/.test(key);
    if (!isContents && key !== " " && key !== "k" && key !== "m") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!video || isContents) return;
    if (key === "m") video.muted = !video.muted;
    else if (video.paused) video.play().catch(() => undefined);
    else video.pause();
  }

  /**
   * Prerolls; the content may play afterwards. A browser that does not allow playback leaves everything as it was before.
   * @throws DOMException when it does not, and when another item was loaded meanwhile.
   */
  async #begin(): Promise<void> {
    const { video } = this;
    const item = this.#item;
    this.#state = "ad";
    const loaded = item.ads ? await this.#load(item, item.ads).catch(() => null) : null;
    if (item !== this.#item) throw new DOMException("Another item was loaded.", "AbortError");
    if (loaded) {
      loaded.view.wait();
      // Within the click: browsers let elements that were loaded in it play later.
      loaded.view.video.load();
      loaded.view.video.muted = video.muted;
      const outcome = await loaded.session.playPrerolls(video.muted, video.volume);
      if (this.#listening.signal.aborted) return;
      if (loaded !== this.#loaded) throw new DOMException("Another item was loaded.", "AbortError");
      if (outcome === "played") video.muted = loaded.view.video.muted;
      loaded.view.hide();
      if (outcome === "blocked") {
        this.#state = "new";
        throw new DOMException("The browser does not allow playback yet.", "NotAllowedError");
      }
    }
    this.#state = "content";
    this.#plan();
  }

  #plan(): void {
    const known = this.#item.durationSeconds ?? this.video.duration;
    if (this.#state === "content" && Number.isFinite(known) && known > 0)
      this.#loaded?.session.plan(known, this.#startSeconds);
  }

  #onMoved(): void {
    const { video } = this;
    if (this.#state !== "content" || video.paused) return;
    const from = this.#lastSeconds;
    this.#lastSeconds = video.currentTime;
    const due = this.#loaded?.session.due(from, video.currentTime);
    if (due) void this.#interrupt((session) => session.playLater(due, video.muted, video.volume), true);
  }

  /** Listeners of the content's end hear of it after its post-rolls. */
  #onEnded(event: Event): void {
    if (event.target !== this.video || this.#state !== "content") return;
    const postrolls = this.#loaded?.session.postrolls ?? [];
    if (postrolls.length === 0) return;
    event.stopImmediatePropagation();
    const { video } = this;
    void this.#interrupt(async (session) => {
      for (const each of postrolls) await session.playLater(each, video.muted, video.volume);
    }, false).then((finished) => finished && video.dispatchEvent(new Event("ended")));
  }

  /** Whether the break was played to its end: false when another item was loaded, or the player removed, meanwhile. */
  async #interrupt(run: (session: AdSession) => Promise<void>, resumes: boolean): Promise<boolean> {
    const loaded = this.#loaded;
    if (!loaded) return false;
    this.#state = "ad";
    this.video.pause();
    loaded.view.wait();
    loaded.view.video.muted = this.video.muted;
    await run(loaded.session);
    if (this.#listening.signal.aborted || loaded !== this.#loaded) return false;
    // A viewer who muted an ad, or unmuted it, meant the content, too.
    this.video.muted = loaded.view.video.muted;
    loaded.view.hide();
    this.#state = "content";
    if (resumes) await this.#content.play().catch(() => undefined);
    return true;
  }

  #load(item: PlayerItem, ads: ItemAds): Promise<LoadedAds> {
    if (this.#loading) return this.#loading;
    const loading = loadAds(this.#container, item, ads, this.#live).then(
      (loaded) => {
        if (item === this.#item) this.#loaded = loaded;
        else {
          loaded.session.close();
          loaded.view.remove();
        }
        return loaded;
      },
      (error: unknown) => {
        if (this.#loading === loading) this.#loading = null;
        throw error;
      },
    );
    this.#loading = loading;
    return loading;
  }
}
