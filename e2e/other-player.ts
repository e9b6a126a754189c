import { expect, type Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";

interface PlayerOnPage extends Window {
  /** Errors the player could not recover from. */
  playerErrors: string[];
}

/** A player of others, and how a page plays an address with it. */
export interface OtherPlayer {
  name: string;
  /** Its file. */
  script: string;
  /** A function of the address. */
  start: string;
}

/** A page that has nothing but the player, which has nothing to play yet. */
export async function prepare(page: Page, player: OtherPlayer, address: string): Promise<void> {
  const blank = new URL("/other-player", address).href;
  const body = "<!doctype html><video muted autoplay playsinline></video>";
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(blank);
  await page.addScriptTag({ path: player.script });
}

/** Plays an address on a prepared page. */
export const start = (page: Page, player: OtherPlayer, address: string) =>
  page.evaluate(`window.playerErrors ??= []; (${player.start})(${JSON.stringify(address)})`);

export const errorsOn = (page: Page) => page.evaluate(() => (window as unknown as PlayerOnPage).playerErrors);

/** Plays on for so many seconds from wherever it is: slowly on a busy machine, but no second of them takes longer than `timeout`. */
export async function playsSeconds(page: Page, seconds: number, timeout = LIVE_PATIENCE_MS): Promise<void> {
  const { currentTime: from } = await placeOf(page);
  for (let second = 1; second <= seconds; second += 1)
    await expect.poll(async () => (await placeOf(page)).currentTime, { timeout }).toBeGreaterThan(from + second);
}

/** Where a player is, in seconds. */
export const placeOf = (page: Page) =>
  page.locator("video").evaluate(({ ended, currentTime, duration, buffered }: HTMLVideoElement) => {
    const ranges = Array.from({ length: buffered.length }, (_, range) => [buffered.start(range), buffered.end(range)]);
    return { ended, currentTime, duration, buffered: ranges };
  });

/**
 * Plays what is left of a stream that is over. A player is as far behind as a busy machine made it stand still before: it may
 * take its time, and has to go on.
 */
export async function playsToItsEnd(page: Page): Promise<void> {
  for (let from = await placeOf(page); !from.ended; from = await placeOf(page)) {
    const goesOn = async () => {
      const now = await placeOf(page);
      return now.ended || now.currentTime > from.currentTime + 1 ? "it goes on" : now;
    };
    await expect.poll(goesOn, { timeout: LIVE_PATIENCE_MS }).toBe("it goes on");
  }
}
