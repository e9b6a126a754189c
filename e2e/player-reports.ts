import { selectOrdered } from "@kinora/db/testing-rows.ts";
import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import type { Page } from "@playwright/test";
import { patient } from "./patience.ts";
import type { PlaybackEdge } from "./playback-edge.ts";
import { expect } from "./product.ts";

const SUMS = ["loads", "plays", "views", "ends", "errors", "furthest", "watched_ms", "waited_ms", "waits"] as const;

/** The browser of the tests says that it has no screen, and would count as an automatic client. */
export const COUNTED_AGENT =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const frameOf = (page: Page) => page.locator("iframe").contentFrame();

/** Reports that left the page, oldest first. */
export function reportsOf(page: Page): PlayerReport[] {
  const reports: PlayerReport[] = [];
  page.on("request", (request) => {
    if (/\/embed\/[^/]+\/view$/.test(request.url()))
      reports.push(JSON.parse(request.postData() ?? "null") as PlayerReport);
  });
  return reports;
}

/** Opens a page of another origin with the video in a frame; answers its host. */
export async function openElsewhere(page: Page, edge: PlaybackEdge, hash: string): Promise<string> {
  const html = `<!doctype html><title>A page</title><body><script src="${edge.url}/embed.js" data-video="${hash}"></script>`;
  const address = await edge.pageElsewhere(html);
  await page.goto(address);
  return new URL(address).host;
}

/** The sums of a video; a test may begin in one hour and end in the next. */
export async function sumsOf(edge: PlaybackEdge, id: number) {
  const rows = await selectOrdered(edge.services, "view_sums", "at", {
    step: "hour",
    dimension: "item",
    value: String(id),
  });
  const sum = (name: (typeof SUMS)[number]) => rows.reduce((total, row) => total + row[name], 0);
  const [first] = rows;
  const startups = rows.flatMap(({ startups: steps }) => steps ?? []).reduce((total, count) => total + count, 0);
  return { ...first, ...Object.fromEntries(SUMS.map((name) => [name, sum(name)])), startups };
}

/** The same once the edge has written what it was told last. */
export async function counted(edge: PlaybackEdge, id: number, last: PlayerReport) {
  await expect
    .poll(() => sumsOf(edge, id), { timeout: patient(20_000) })
    .toMatchObject({ watched_ms: last.watched_ms });
  return sumsOf(edge, id);
}
