import type { AttachedStream } from "./attached-stream.ts";
import type { WatchReport } from "./options.ts";
import { keepWatchDiary } from "./watch-diary.ts";
import { openWhepView, type WhepView } from "./whep-view.ts";

const LOOK_MS = 1_000;

interface LowDelayOptions {
  /** Where the livestream can be watched over WebRTC at this moment; null while it cannot. */
  whep?: (() => string | null) | undefined;
  onWatched?: ((report: WatchReport) => void) | undefined;
}

/**
 * Plays a livestream over WebRTC, and its playlist where that is not possible or ends: while its publisher is away, for example. When the
 * livestream offers it again, it is tried again.
 * @param openPlaylist attaches the playlist to the video. @throws what `openPlaylist` throws at the beginning
 */
export async function openLowDelay(
  video: HTMLVideoElement,
  options: LowDelayOptions,
  openPlaylist: () => Promise<AttachedStream>,
): Promise<AttachedStream> {
  const stream = new LowDelayStream(video, options, openPlaylist);
  await stream.begin();
  return stream;
}

class LowDelayStream implements AttachedStream {
  readonly #video: HTMLVideoElement;
  readonly #options: LowDelayOptions;
  readonly #openPlaylist: () => Promise<AttachedStream>;
  #view: WhepView | null = null;
  #stopDiary: () => void = () => undefined;
  #playlist: Promise<AttachedStream> | null = null;
  #looking: ReturnType<typeof setInterval> | undefined;
  /** Whether it was offered in the last try already: what failed is not tried again until it is offered again. */
  #wasOffered = true;
  #isOver = false;

  constructor(video: HTMLVideoElement, options: LowDelayOptions, openPlaylist: () => Promise<AttachedStream>) {
    this.#video = video;
    this.#options = options;
    this.#openPlaylist = openPlaylist;
  }

  async begin(): Promise<void> {
    if (!(await this.#try())) await this.#playPlaylist();
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
  }

  reload(seconds: number): void {
    this.#playlist?.then((playlist) => playlist.reload(seconds), isReported);
  }

  load(source: string, seconds: number): void {
    this.#leaveView();
    this.#playPlaylist().then((playlist) => playlist.load(source, seconds), isReported);
  }

  destroy(): void {
    this.#isOver = true;
    clearInterval(this.#looking);
    this.#leaveView();
    this.#playlist?.then((playlist) => playlist.destroy(), isReported);
  }

  get #url(): string | null {
    return this.#options.whep?.() ?? null;
  }

  #look(): void {
    const url = this.#url;
    const isOfferedAnew = url !== null && !this.#wasOffered;
    this.#wasOffered = url !== null;
    if (isOfferedAnew && !this.#view) void this.#try();
  }

  /** Plays over WebRTC in the place of the playlist. Returns whether it does. */
  async #try(): Promise<boolean> {
    const url = this.#url;
    const view = url === null ? null : await openWhepView(url);
    if (!view) return false;
    if (this.#isOver) {
      view.close();
      return false;
    }
    const wasPlaying = this.#playlist !== null && !this.#video.paused;
    (await this.#playlist?.catch(() => null))?.destroy();
    this.#playlist = null;
    this.#view = view;
    this.#video.srcObject = view.media;
    const { onWatched } = this.#options;
    if (onWatched) this.#stopDiary = keepWatchDiary(this.#video, () => null, onWatched);
    if (wasPlaying) this.#playOn();
    void view.ended.then(() => this.#onEnd(view));
    return true;
  }

  #onEnd(view: WhepView): void {
    if (view !== this.#view) return;
    const wasPlaying = !this.#video.paused;
    this.#leaveView();
    this.#playPlaylist().then(() => (wasPlaying ? this.#playOn() : undefined), isReported);
  }

  #leaveView(): void {
    const view = this.#view;
    if (!view) return;
    this.#view = null;
    this.#stopDiary();
    view.close();
    this.#video.srcObject = null;
  }

  #playPlaylist(): Promise<AttachedStream> {
    return (this.#playlist ??= this.#openPlaylist());
  }

  /** Where the browser wants a click for another source, the viewer has the button. */
  #playOn(): void {
    this.#video.play().catch(() => undefined);
  }
}

/** A playlist that could not be opened has shown its problem. */
const isReported = () => undefined;
