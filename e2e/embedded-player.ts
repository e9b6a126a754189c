import { insertRow } from "@kinora/db/testing-rows.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { FrameLocator, Page } from "@playwright/test";
import type { PlaybackEdge } from "./playback-edge.ts";
import { expect } from "./product.ts";

/** The address of an embed page with a player of these settings. */
export async function embedWith(edge: PlaybackEdge, settings: Partial<PlayerSettings>, query = ""): Promise<string> {
  const { hash } = await edge.addVideo();
  const { db } = edge.services;
  const player = newHash();
  const stored = {
    hash: player,
    title: "A player",
    settings: JSON.stringify(settings),
    draft: JSON.stringify(settings),
  };
  await insertRow(db, "players", { ...edge.owner, ...stored });
  return `${edge.url}/embed/${hash}?player=${player}${query}`;
}

/** Seconds at which the video is. */
export const timeOf = (place: Page | FrameLocator) =>
  place.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Starts the video with its button, and answers when the picture moves. */
export async function play(place: Page | FrameLocator): Promise<void> {
  await place.locator(".kinora-start-button").click();
  await expect.poll(() => timeOf(place)).toBeGreaterThan(0.3);
}
