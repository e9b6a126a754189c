import type { EmbedPlayer, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";
import type { WatchReport } from "@kinora/player/options.ts";

const LONGEST_ANSWER_MS = 10_000;

/** Asks how the video stands now. @throws when the answer is not one; ask again later. */
export async function fetchStatus(address: string): Promise<EmbedStatus> {
  const response = await fetch(address, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS), credentials: "omit" });
  // A missing video answers 404 with a status like any other, a refused one 403, one that was taken down 451.
  if (!response.ok && ![404, 403, TAKEN_DOWN_STATUS].includes(response.status))
    throw new Error(`The status could not be read (${response.status}).`);
  return (await response.json()) as EmbedStatus;
}

/** Whether the player of a page reports what it plays. */
export const doesReport = ({ player: { settings } }: { player: EmbedPlayer }): boolean => settings.reports ?? true;

/** Tells how a livestream plays; nothing depends on its arrival. */
export function tellWatched(hash: string, report: WatchReport): void {
  fetch(`/embed/${hash}/watched`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    credentials: "omit",
    keepalive: true,
  }).catch(() => undefined);
}

/** Ends the session of a viewer who closes the page, so that another one may use their token. */
export function tellLeft(status: string): void {
  navigator.sendBeacon(status.replace("/status.json", "/left"));
}

const played = new Set<string>();

/** What plays: its public id, its master playlist, and the public ids of its player and its playlist. */
interface Played {
  hash: string;
  master: string;
  player: string;
  playlist?: string;
}

/** Reports that a video plays, once for each video of the page, with the page around it; nothing depends on its arrival. */
export function tellPlayed({ hash, master, player, playlist }: Played, page: string | null = document.referrer): void {
  if (played.has(hash)) return;
  played.add(hash);
  const pass = /\/~([^/]+)\//.exec(master)?.[1];
  const report = { page: page?.split(/[?#]/)[0] || null, player: player || null, playlist: playlist ?? null };
  navigator.sendBeacon(`/embed/${hash}/played${pass ? `?token=${pass}` : ""}`, JSON.stringify(report));
}
