import { createHmac } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { SIGNING_SECRET } from "@kinora/server/platform/access/viewer-token.ts";
import { hashPlaybackPassword } from "@kinora/server/platform/secrets/playback-password.ts";
import { seal } from "@kinora/server/platform/secrets/sealed.ts";
import type { FrameLocator, Page } from "@playwright/test";
import { startPlaybackEdge, type EdgeVideo, type PlaybackEdge } from "./playback-edge.ts";
import { expect } from "./product.ts";

const KID = "sk_e2e";
const SECRET = "a secret of the project";

/** Of every profile of a test. */
export const PLAYBACK_PASSWORD = "open sesame";

/** An edge whose project has a signing key. */
export async function startRestrictedEdge(): Promise<PlaybackEdge> {
  const edge = await startPlaybackEdge();
  const { db, secrets } = edge.services;
  const secret = seal(secrets.encryptionKey, SIGNING_SECRET, SECRET);
  await insertRow(db, "signing_keys", { ...edge.owner, kid: KID, algorithm: "HS256", secret });
  return edge;
}

/** A video under rules of its own. */
export async function addRestricted(
  edge: PlaybackEdge,
  rules: Partial<RestrictionPolicy>,
): Promise<EdgeVideo & { profileId: number }> {
  const video = await edge.addVideo();
  const { db } = edge.services;
  const { id } = await insertRow(db, "restriction_profiles", {
    ...edge.owner,
    name: `Profile of ${video.hash}`,
    policy: JSON.stringify({ ...OPEN_POLICY, ...rules }),
    password_hash: await hashPlaybackPassword(PLAYBACK_PASSWORD),
  });
  await insertRow(db, "restriction_assignments", {
    project_id: edge.owner.project_id,
    profile_id: id,
    video_id: video.id,
  });
  return { ...video, profileId: id };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the project's signing key for a video or a playlist, named by its hash. */
export function sign(item: { video: string } | { playlist: string }, seconds = 3_600): string {
  const claims = { ...item, exp: Math.floor(Date.now() / 1_000) + seconds };
  const signed = `${encode({ alg: "HS256", kid: KID })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

/** Opens a page of another origin, which is 127.0.0.1 on a port of its own, with the player in a frame. */
export async function openElsewhere(page: Page, edge: PlaybackEdge, hash: string, query = ""): Promise<FrameLocator> {
  const html = `<!doctype html><title>A page</title><iframe width="640" height="360" src="${edge.url}/embed/${hash}${query}"></iframe>`;
  await page.goto(await edge.pageElsewhere(html));
  return page.locator("iframe").contentFrame();
}

export async function expectItPlays(frame: FrameLocator): Promise<void> {
  await frame.locator(".kinora-start-button").click();
  const video = frame.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5);
}

export const expectRefused = (frame: FrameLocator, reason: string) =>
  expect(frame.locator("#kinora")).toHaveAttribute("data-reason", reason);
