import { readPlayOptions } from "@kinora/domain/playback/play-options.ts";
import type { PlaylistPage } from "@kinora/domain/playback/playlist-page.ts";
import { channelPlace } from "@kinora/domain/playlists/channel.ts";
import { dateInWords, playerTexts } from "@kinora/player/language/language.ts";
import { showNotice } from "@kinora/player/notice.ts";
import type { ItemPlayer, PlayerItem } from "@kinora/player/options.ts";
import type { createPlayer } from "@kinora/player/player.ts";
import { buildList } from "@kinora/player/playlist/list-view.ts";
import { serverNow } from "./page-clock.ts";
import { steerFromOutside } from "./page-player.ts";
import { countViewOf, entriesOf, loadVideo, playerOptions, tellPlayedOf } from "./playlist-videos.ts";

/** Browsers do not wait longer (HTML §8.7: a signed 32-bit number of milliseconds). */
const LONGEST_WAIT_MS = 2_000_000_000;
/** Someone further away from what is on air is brought back when playback continues. */
const DRIFT_SECONDS = 3;

/** Shows a channel: every viewer sees the same moment of the same video, after the prerolls of the first one they tune in to. */
export function showChannel(
  container: HTMLElement,
  page: PlaylistPage,
  startsAtMs: number,
  create: typeof createPlayer,
): void {
  const entries = entriesOf(page);
  const list = buildList({ name: page.name, entries, layout: page.layout, controls: null });
  container.replaceChildren(list.root);
  new Channel(page, list, startsAtMs, create).tune(readPlayOptions(new URLSearchParams(location.search)).autoplay);
}

class Channel {
  readonly #page: PlaylistPage;
  readonly #list: ReturnType<typeof buildList>;
  readonly #clock: Parameters<typeof channelPlace>[0];
  readonly #create: typeof createPlayer;
  #player: ItemPlayer | null = null;
  #loaded = -1;
  #turn = 0;
  /** The viewer sees the channel: ads came before, or there were none. */
  #begun = false;

  constructor(page: PlaylistPage, list: ReturnType<typeof buildList>, startsAtMs: number, create: typeof createPlayer) {
    this.#page = page;
    this.#create = create;
    this.#list = list;
    const seconds = page.entries.map(({ duration_seconds: length }) => length ?? 0);
    this.#clock = { seconds, startsAtMs, loop: page.loop, shuffle: page.shuffle };
  }

  /** Loads what is on air now. */
  tune(playing: boolean): void {
    const place = this.#place();
    if (place.state === "over") return this.#say(playerTexts().channelEnded);
    if (place.state === "before") {
      setTimeout(() => this.tune(playing), Math.min(place.waitMs, LONGEST_WAIT_MS));
      return this.#say(this.#page.name, playerTexts().begins(dateInWords(this.#clock.startsAtMs)));
    }
    showNotice(this.#list.stage, null);
    const { item: index } = place;
    this.#list.show({ current: index, hasNext: false, hasPrevious: false, shuffle: false, loop: false });
    this.#turn += 1;
    const asked = this.#turn;
    loadVideo(this.#page, index).then(
      (item) => {
        if (asked !== this.#turn) return;
        if (!item) return this.#waitForNext(index, playing);
        const now = this.#place();
        if (now.state !== "on_air" || now.item !== index) return this.tune(playing);
        const ads = this.#begun || !item.ads ? null : { ...item.ads, prerollsOnly: true };
        this.#load({ ...item, ads, startSeconds: now.offsetSeconds }, index, playing);
      },
      () => setTimeout(() => this.tune(playing), DRIFT_SECONDS * 1_000),
    );
  }

  /** A video that cannot play leaves its time empty: nobody gets ahead of the others. */
  #waitForNext(index: number, playing: boolean): void {
    this.#list.markUnavailable(index);
    this.#player?.pause();
    this.#say(playerTexts().nextVideoSoon);
    const place = this.#place();
    const leftSeconds = place.state === "on_air" ? (this.#clock.seconds[index] ?? 0) - place.offsetSeconds : 0;
    setTimeout(() => this.tune(playing), Math.max(0, leftSeconds) * 1_000);
  }

  #load(item: PlayerItem, index: number, playing: boolean): void {
    this.#loaded = index;
    if (this.#player) this.#player.load(item);
    else this.#player = this.#makePlayer(item);
    countViewOf(this.#page, index, this.#player);
    if (playing) void this.#player.play().catch(() => undefined);
  }

  #makePlayer(item: PlayerItem): ItemPlayer {
    const onProblem = (problem: string) => {
      if (problem === "gone") this.#waitForNext(this.#loaded, true);
      return problem === "gone";
    };
    const { muted } = readPlayOptions(new URLSearchParams(location.search));
    const player = this.#create(this.#list.stage, { ...item, ...playerOptions(this.#page), muted, onProblem });
    steerFromOutside(player, this.#page);
    player.video.addEventListener("ended", () => this.tune(true));
    player.video.addEventListener("playing", () => tellPlayedOf(this.#page, this.#loaded));
    player.video.addEventListener("play", () => {
      this.#begun = true;
      const place = this.#place();
      if (place.state !== "on_air" || place.item !== this.#loaded) this.tune(true);
      else if (Math.abs(place.offsetSeconds - player.video.currentTime) > DRIFT_SECONDS)
        player.seek(place.offsetSeconds);
    });
    return player;
  }

  #place() {
    return channelPlace(this.#clock, serverNow());
  }

  #say(title: string, text?: string): void {
    showNotice(this.#list.stage, text ? { title, text } : { title });
  }
}
