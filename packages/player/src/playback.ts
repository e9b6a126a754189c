import { isWholeFile } from "@kinora/domain/playback/whole-file.ts";
import type { AttachedStream } from "./attached-stream.ts";
import type { Controls } from "./controls.ts";
import { playerTexts } from "./language/language.ts";
import { loadMenus } from "./load-menus.ts";
import { showNotice, type Notice } from "./notice.ts";
import type { PlayerOptions, RenditionState } from "./options.ts";
import type { ActiveSettings } from "./player-settings.ts";
import { RenditionList } from "./rendition-list.ts";
import { storedPosition } from "./resume.ts";
import { SoundList } from "./sound-list.ts";
import { holdPicture } from "./still.ts";
import type { StreamProblem } from "./stream-options.ts";
import { hasMediaSource, openStream } from "./stream.ts";

/** A file that is gone is looked for at its new place this often at most. */
const LOOK_AGAIN_MS = 10_000;

/** The stream of a player: opened when playback is first requested, and exchanged when its files are elsewhere by then. */
export class Playback {
  readonly #controls: Controls;
  readonly #options: PlayerOptions;
  readonly #settings: ActiveSettings;
  readonly #beforePlay: () => Promise<void> | undefined;
  readonly #renditions: RenditionList;
  readonly #sounds = new SoundList();
  #stream: Promise<AttachedStream> | null = null;
  #source: string;
  #startSeconds: number;
  #ready: Promise<void> | null = null;
  #lookedAgainAt = -Infinity;
  #readAgainAt = -Infinity;

  constructor(
    controls: Controls,
    options: PlayerOptions,
    settings: ActiveSettings,
    beforePlay: () => Promise<void> | undefined,
  ) {
    this.#controls = controls;
    this.#options = options;
    this.#settings = settings;
    this.#beforePlay = beforePlay;
    this.#renditions = Object.assign(controls.video, { videoRenditions: new RenditionList() }).videoRenditions;
    if (hasMediaSource()) Object.defineProperty(controls.video, "audioTracks", { value: this.#sounds });
    this.#source = options.source;
    const begins = options.startSeconds || (settings.now.resume && options.item ? storedPosition(options.item) : 0);
    // Addresses and stored places may be older than a video that became shorter: it would begin at its end.
    this.#startSeconds = begins < (options.durationSeconds ?? Infinity) ? begins : 0;
  }

  get isOpen(): boolean {
    return this.#stream !== null;
  }

  open(): Promise<AttachedStream> {
    const { root, video } = this.#controls;
    if (!this.#stream) loadMenus(root);
    this.#stream ??= openStream(video, {
      source: this.#source,
      startSeconds: this.#startSeconds,
      live: this.#options.live ?? false,
      renditions: this.#renditions,
      sounds: this.#sounds,
      onWatched: this.#options.onWatched,
      fades: this.#options.fades,
      whep: this.#options.whep,
      quality: () => this.#settings.now,
      onMissing: () => this.#onMissing(),
      onProblem: (problem) => this.#onProblem(problem),
    }).catch((error: unknown) => {
      this.#stream = null;
      this.#onProblem("unreachable");
      throw error;
    });
    return this.#stream;
  }

  async play(): Promise<void> {
    const { root, video } = this.#controls;
    root.toggleAttribute("data-starting", true);
    try {
      await this.open();
      this.#ready ??= this.#beforePlay() ?? Promise.resolve();
      await this.#ready;
      await video.play();
    } finally {
      root.removeAttribute("data-starting");
    }
  }

  /** A refusal to play is no fault: the player stays where it is and waits for a click. */
  playQuietly(): void {
    this.play().catch(() => undefined);
  }

  seek(moment: number): void {
    const { video } = this.#controls;
    if (this.#stream) video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration : moment);
    else this.#startSeconds = moment;
  }

  load(source: string, startSeconds: number): void {
    this.#source = source;
    this.#startSeconds = startSeconds;
    this.#lookedAgainAt = this.#readAgainAt = -Infinity;
    this.#ready = null;
    this.#forgetMissing();
    this.#stream?.then((stream) => stream.load(source, startSeconds), isReported);
  }

  /** Other renditions are made by now, or none is `available` any more. */
  onRenditions({ available, source = this.#source }: Pick<RenditionState, "available" | "source">): void {
    const { video } = this.#controls;
    if (!available) {
      video.pause();
      this.#lookedAgainAt = performance.now();
      this.#onProblem("gone");
    } else if (this.#stream) {
      this.#exchange(!video.paused, source);
    } else {
      this.#source = source;
    }
  }

  destroy(): void {
    this.#forgetMissing();
    this.#stream?.then((stream) => stream.destroy(), isReported);
  }

  #onProblem(problem: StreamProblem): void {
    const { root, video } = this.#controls;
    if (this.#isUpload && performance.now() - this.#lookedAgainAt > LOOK_AGAIN_MS) {
      this.#lookedAgainAt = performance.now();
      this.#lookAgain(problem);
      return;
    }
    // Once all renditions are made, their temporary substitutes are removed: the master playlist names the new ones.
    if (problem === "gone" && this.#stream && performance.now() - this.#lookedAgainAt > LOOK_AGAIN_MS) {
      this.#lookedAgainAt = performance.now();
      return this.#exchange(!video.paused);
    }
    this.#forgetMissing();
    if (isTakenCareOf(root, problem, this.#options)) return;
    showProblem(root, problem, () => this.#tryAgain());
  }

  /** Whether the uploaded file plays until there are renditions. */
  get #isUpload(): boolean {
    return this.#options.renditions !== undefined && isWholeFile(this.#source);
  }

  /** The uploaded file is late, or renditions have taken its place. */
  #lookAgain(problem: StreamProblem): void {
    this.#options.renditions?.check().then(
      (state) => this.onRenditions(state),
      () => this.#onProblem(problem),
    );
  }

  /**
   * What is loaded is played to its end, where the multivariant playlist is read again. Where nothing is loaded, hls.js
   * requests the file again until caches have its new address.
   */
  #onMissing(): void {
    const { video } = this.#controls;
    if (video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA)
      video.addEventListener("waiting", this.#atEndOfLoaded, { once: true });
  }

  readonly #atEndOfLoaded = () => {
    // A file that stays away is met again at once: the part before it is loaded already.
    if (performance.now() - this.#readAgainAt <= LOOK_AGAIN_MS) return;
    this.#readAgainAt = performance.now();
    this.#exchange(true);
  };

  #forgetMissing(): void {
    this.#controls.video.removeEventListener("waiting", this.#atEndOfLoaded);
  }

  #tryAgain(): void {
    const { root, controller } = this.#controls;
    showNotice(root, null);
    controller.focus({ preventScroll: true });
    this.#exchange(true);
  }

  /** Reloads the multivariant playlist, or opens another source, and resumes at the same moment. */
  #exchange(playing: boolean, source = this.#source): void {
    if (!this.#stream) return playing ? this.playQuietly() : undefined;
    const { video } = this.#controls;
    const { currentTime, playbackRate } = video;
    this.#forgetMissing();
    holdPicture(video);
    this.#stream.then((stream) => {
      this.#startSeconds = currentTime || this.#startSeconds;
      if (source === this.#source) stream.reload(this.#startSeconds);
      else this.#openInstead(stream, source);
      video.playbackRate = playbackRate;
      if (playing) this.playQuietly();
    }, isReported);
  }

  /** A whole file and a master playlist are read by different streams. */
  #openInstead(old: AttachedStream, source: string): void {
    old.destroy();
    this.#stream = null;
    this.#source = source;
    this.open().catch(isReported);
  }
}

/** A stream that could not be opened has already shown its problem. */
const isReported = () => undefined;

/** Says that it cannot go on to all who listen, and asks the page whether it does something about it. */
function isTakenCareOf(root: HTMLElement, problem: StreamProblem, { onProblem }: PlayerOptions): boolean {
  root.dispatchEvent(new CustomEvent("kinora-problem", { detail: problem }));
  return onProblem?.(problem) ?? false;
}

function showProblem(root: HTMLElement, problem: StreamProblem, tryAgain: () => void): void {
  const { problems, tryAgain: label } = playerTexts();
  const notice: Notice = { ...problems[problem] };
  if (problem !== "gone") notice.action = { label, run: tryAgain };
  showNotice(root, notice);
}
