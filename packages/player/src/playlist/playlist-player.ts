import type { PlaylistLayout } from "@kinora/domain/playlists/playlists.ts";
import { playerTexts } from "../language/language.ts";
import { showNotice } from "../notice.ts";
import type { ItemPlayer, PlayerItem, PlayerOptions } from "../options.ts";
import { buildList, type ListEntry } from "./list-view.ts";
import { showNextUp } from "./next-up.ts";
import { PlayQueue } from "./queue.ts";
import "./playlist.css";

/** How long what comes next is announced before it begins. */
const NEXT_SECONDS = 5;
/** How often the place is kept, in seconds of the video. */
const KEEP_EVERY_SECONDS = 5;

/** What a playlist shows and how it plays. */
export interface PlaylistOptions {
  name: string;
  entries: readonly ListEntry[];
  layout: PlaylistLayout;
  autoplayNext: boolean;
  loop: boolean;
  shuffle: boolean;
  /** Index of the first video to play, and where in it. */
  first: number;
  firstSeconds: number;
  /** Whether the first one begins automatically. */
  autoplay: boolean;
  /** What the player needs of a video; null when it cannot play now, so that the next one is taken. */
  load(index: number): Promise<PlayerItem | null>;
  /** Makes the player with its first video; it plays all the others, too. */
  create(stage: HTMLElement, item: PlayerItem, more: Pick<PlayerOptions, "onProblem">): ItemPlayer;
  /** Called when a video was put into the player. */
  onItem(index: number, player: ItemPlayer): void;
  /** Called when a video begins or resumes to play. */
  onPlaying(index: number): void;
  /** Called now and then with the viewer's place; null at the end of the playlist. */
  onPlace(index: number | null, seconds: number): void;
}

/** Plays the videos of a playlist one after the other in one media element. */
export function playPlaylist(container: HTMLElement, options: PlaylistOptions): void {
  new PlaylistPlayer(container, options);
}

class PlaylistPlayer {
  readonly #options: PlaylistOptions;
  readonly #queue: PlayQueue;
  readonly #list: ReturnType<typeof buildList>;
  #player: ItemPlayer | null = null;
  #leaveNext: (() => void) | null = null;
  /** Counts the videos that were asked for: an answer to an earlier one comes too late. */
  #turn = 0;
  #keptSeconds = 0;

  constructor(container: HTMLElement, options: PlaylistOptions) {
    const { entries, first, loop, shuffle } = options;
    this.#options = options;
    this.#queue = new PlayQueue({ length: entries.length, first, loop, shuffle });
    this.#list = buildList({
      ...options,
      controls: {
        onChoose: (index) => this.#open(index, true),
        onNext: () => this.#openIf(this.#queue.next),
        onPrevious: () => this.#openIf(this.#queue.previous),
        onShuffle: (on) => {
          this.#queue.shuffle = on;
          this.#show();
        },
        onLoop: (on) => {
          this.#queue.loop = on;
          this.#show();
        },
      },
    });
    container.replaceChildren(this.#list.root);
    window.addEventListener("pagehide", () => this.#keepPlace());
    this.#open(first, options.autoplay, options.firstSeconds);
  }

  #openIf(index: number | null): void {
    if (index !== null) this.#open(index, true);
  }

  #open(index: number, playing: boolean, seconds = 0): void {
    this.#leaveNext?.();
    this.#leaveNext = null;
    this.#queue.goTo(index);
    this.#show();
    this.#turn += 1;
    const turn = this.#turn;
    this.#options.load(index).then(
      (item) => {
        if (turn !== this.#turn) return;
        if (item) this.#put({ ...item, startSeconds: seconds }, playing);
        else this.#skip(playing);
      },
      () => {
        if (turn === this.#turn) this.#sayUnreachable(index, playing, seconds);
      },
    );
  }

  #put(item: PlayerItem, playing: boolean): void {
    this.#keptSeconds = 0;
    if (this.#player) this.#player.load(item);
    else this.#player = this.#make(item);
    this.#options.onItem(this.#queue.current, this.#player);
    if (playing) void this.#player.play().catch(() => undefined);
  }

  #make(item: PlayerItem): ItemPlayer {
    const onProblem = (problem: string) => {
      if (problem !== "gone") return false;
      this.#skip(true);
      return true;
    };
    const player = this.#options.create(this.#list.stage, item, { onProblem });
    const { video } = player;
    video.addEventListener("ended", () => this.#onEnded());
    video.addEventListener("playing", () => {
      this.#leaveNext?.();
      this.#options.onPlaying(this.#queue.current);
    });
    video.addEventListener("timeupdate", () => {
      if (Math.abs(video.currentTime - this.#keptSeconds) >= KEEP_EVERY_SECONDS) this.#keepPlace();
    });
    return player;
  }

  /** Unpublished, blocked and deleted videos are passed over. */
  #skip(playing: boolean): void {
    const { current } = this.#queue;
    this.#queue.skip(current);
    this.#list.markUnavailable(current);
    const { next } = this.#queue;
    if (next !== null) return this.#open(next, playing);
    this.#show();
    if (!this.#player) showNotice(this.#list.stage, playerTexts().problems.nothing);
    this.#options.onPlace(null, 0);
  }

  #sayUnreachable(index: number, playing: boolean, seconds: number): void {
    const { problems, tryAgain } = playerTexts();
    showNotice(this.#list.stage, {
      ...problems.unreachable,
      action: {
        label: tryAgain,
        run: () => {
          showNotice(this.#list.stage, null);
          this.#open(index, playing, seconds);
        },
      },
    });
  }

  #onEnded(): void {
    const { next } = this.#queue;
    const entry = next === null ? undefined : this.#options.entries[next];
    if (next === null || !entry) return this.#options.onPlace(null, 0);
    this.#options.onPlace(next, 0);
    this.#leaveNext = showNextUp(this.#list.stage, {
      ...entry,
      seconds: this.#options.autoplayNext ? NEXT_SECONDS : null,
      onPlay: () => this.#open(next, true),
      onStay: () => undefined,
    });
  }

  #keepPlace(): void {
    const video = this.#player?.video;
    if (!video || video.ended || video.currentTime === 0) return;
    this.#keptSeconds = video.currentTime;
    this.#options.onPlace(this.#queue.current, video.currentTime);
  }

  #show(): void {
    const { current, next, previous, shuffle, loop } = this.#queue;
    this.#list.show({ current, hasNext: next !== null, hasPrevious: previous !== null, shuffle, loop });
  }
}
