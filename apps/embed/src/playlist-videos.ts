import type { PlaylistPage, PlaylistVideo } from "@kinora/domain/playback/playlist-page.ts";
import type { ItemAds, Player, PlayerItem, PlayerOptions } from "@kinora/player/options.ts";
import { countLater } from "./report-views.ts";
import { reportedAds } from "./reported-ads.ts";
import { doesReport, tellPlayed } from "./status.ts";

const LONGEST_ANSWER_MS = 10_000;

/** The master playlists of the videos that were loaded, by public id; their addresses carry a viewer's pass. */
const masters = new Map<string, string>();

/** The settings of the page's player. How videos begin, end and follow each other is the playlist's own. */
export function playerOptions({ hash, player }: PlaylistPage): Partial<PlayerOptions> {
  return {
    settings: { ...player.settings, autostart: "off", loop: false, resume: false, end_action: "next" },
    sharePage: new URL(`/v/${hash}`, location.href).href,
    pictures: (number) => `/players/${player.hash}/${number}.png`,
  };
}

/** The videos of a page as its list shows them. */
export const entriesOf = ({ entries }: PlaylistPage) =>
  entries.map(({ title, duration_seconds: durationSeconds, picture }) => ({ title, durationSeconds, picture }));

/** What the player needs of a video; null when viewers may not have it. @throws when there is no answer. */
export async function loadVideo(page: PlaylistPage, index: number): Promise<PlayerItem | null> {
  const query = new URLSearchParams({
    player: page.player.hash,
    ...(page.framed_by === null ? {} : { page: page.framed_by }),
    ...(page.pass === null ? {} : { token: page.pass }),
  });
  const response = await fetch(`${page.videos}${page.entries[index]?.hash ?? ""}.json?${query}`, {
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    credentials: "omit",
  });
  if (response.status === 404 || response.status === 403) return null;
  if (!response.ok) throw new Error(`The video could not be read (${response.status}).`);
  const video = (await response.json()) as PlaylistVideo;
  masters.set(video.hash, video.master);
  return { ...itemOf(video), ads: adsOf(page, video) };
}

/** The ads of a video. Members who look at a playlist by their pass see a preview, as those in the console do. */
function adsOf(page: PlaylistPage, { hash: contentId, ads }: PlaylistVideo): ItemAds | null {
  if (!page.ads || !ads) return null;
  const plays = reportedAds(ads, { console: page.console, framedBy: page.framed_by ?? "" });
  return { contentId, plays: page.is_preview ? { ...plays, report: null } : plays };
}

/** Reports that a video of the page plays. */
export function tellPlayedOf(shown: PlaylistPage, index: number): void {
  const { hash: playlist, entries, player, framed_by: page } = shown;
  const hash = entries[index]?.hash ?? "";
  const master = masters.get(hash);
  if (master !== undefined && doesReport(shown)) tellPlayed({ hash, master, player: player.hash, playlist }, page);
}

/** Counts the view of a video that was put into the page's player. */
export function countViewOf(page: PlaylistPage, index: number, player: Player): void {
  const hash = page.entries[index]?.hash ?? "";
  const master = masters.get(hash);
  if (master === undefined || !doesReport(page)) return;
  const { stamp, consent, framed_by: around } = page;
  const item = { hash, master, live: false, player: page.player.hash, stamp, page: around, consent };
  countLater(item, player);
}

function itemOf(video: PlaylistVideo): PlayerItem {
  const { master, title, poster, storyboard, chapters, transcripts, duration_seconds: seconds } = video;
  const item: PlayerOptions = { source: master, title, transcripts };
  if (poster) item.poster = poster;
  if (storyboard) item.storyboard = storyboard;
  if (chapters) item.chapters = chapters;
  if (seconds) item.durationSeconds = seconds;
  return item;
}
