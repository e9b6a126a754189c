import { insertRow } from "@kinora/db/testing-rows.ts";
import { readCaptions } from "@kinora/domain/videos/captions.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { bigPlay, expectPlaying, facts, problemsOf, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

/** Captions of five seconds each, of which every one says its number. */
const speech = (word: string) =>
  readCaptions(
    `WEBVTT\n\n${["01", "06", "11"].map((second, at) => `00:${second}.000 --> 00:${String(5 * at + 5).padStart(2, "0")}.900\n<v Ada>${word} ${at + 1}`).join("\n\n")}\n`,
  ).vtt;

/** A video with captions in two languages, and the address of its page with a player that shows the transcript. */
async function addSpokenVideo(): Promise<{ hash: string; page: string; files: string[] }> {
  const { id, hash } = await edge.addVideo();
  const files: string[] = [];
  for (const [language, label, word] of [
    ["en", "English", "Number"],
    ["de", "German", "Nummer"],
  ] as const) {
    const row = await insertRow(edge.services, "captions", {
      ...edge.owner,
      video_id: id,
      language,
      label,
      kind: "captions",
      format: "vtt",
      size_bytes: 1,
      cues: 3,
    });
    await edge.services.storage.put(`assets/${id}/captions/${row.id}-1.vtt`, Buffer.from(speech(word)));
    files.push(`${row.id}-1.vtt`);
  }
  const settings = JSON.stringify({ transcript: true });
  const player = newHash();
  await insertRow(edge.services, "players", {
    ...edge.owner,
    hash: player,
    title: "With a transcript",
    settings,
    draft: settings,
  });
  return { hash, page: `${edge.url}/embed/${hash}?player=${player}&muted=1`, files };
}

async function openTranscript(page: Page) {
  await bigPlay(page).click();
  await expectPlaying(page);
  await showControls(page);
  await page.locator(".kinora-transcript-button").click();
  const panel = page.getByRole("region", { name: "Transcript" });
  await expect(panel.getByRole("listitem")).toHaveCount(3);
  return panel;
}

test("a transcript is fetched when it is opened, follows playback and is a list of places to go to", async ({
  page,
}) => {
  const { page: address, files } = await addSpokenVideo();
  const problems = problemsOf(page);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
  await page.goto(address);
  await expect(bigPlay(page)).toBeVisible();
  expect(fetched.filter((name) => files.includes(name) || /transcript-panel/.test(name))).toEqual([]);
  const panel = await openTranscript(page);
  await panel.getByRole("button", { name: /Number 3/ }).click();
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThanOrEqual(11);
  await expect(panel.locator("[aria-current]")).toContainText("Number 3");
  await panel.getByRole("searchbox").fill("number 2");
  await expect(panel.getByRole("status")).toHaveText("1 place found.");
  await expect(panel.locator("mark")).toHaveText("Number 2");
  await panel.getByRole("combobox").selectOption("German");
  await expect(panel.getByRole("status")).toHaveText("0 places found.");
  await panel.getByRole("searchbox").fill("");
  await expect(panel.getByText("Nummer 1")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("beside the picture where there is room, below it where there is little", async ({ page }) => {
  const { page: address } = await addSpokenVideo();
  await page.setViewportSize({ width: 960, height: 540 });
  await page.goto(address);
  const panel = await openTranscript(page);
  const boxes = async () => {
    const picture = await page.locator("media-controller").boundingBox();
    const words = await panel.boundingBox();
    if (!picture || !words) throw new Error("Nothing is laid out.");
    return { picture, words };
  };
  const wide = await boxes();
  expect(wide.picture.x + wide.picture.width).toBeLessThanOrEqual(wide.words.x + 1);
  await page.setViewportSize({ width: 390, height: 500 });
  const narrow = await boxes();
  expect(narrow.picture.y + narrow.picture.height).toBeLessThanOrEqual(narrow.words.y + 1);
  expect(narrow.words.width).toBe(390);
  expect(await obstacles(page)).toEqual([]);
});

test("a player without the option has no transcript, and a share page has what is said", async ({ page }) => {
  const { hash } = await addSpokenVideo();
  await page.goto(`${edge.url}/embed/${hash}?muted=1`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await showControls(page);
  await expect(page.locator(".kinora-transcript-button")).toBeHidden();
  await page.goto(`${edge.url}/v/${hash}`);
  await page.getByText("Transcript", { exact: true }).click();
  await expect(page.getByText("Number 1 Number 2 Number 3")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole("link", { name: "0:01" }).click();
  const frame = page.frames().find((each) => each.url().includes("/embed/"));
  if (!frame) throw new Error("The page has no player.");
  await expectPlaying(frame, 0.5);
});
