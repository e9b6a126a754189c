import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, frameOf } from "@kinora/domain/players/frame.ts";
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";
import { makePeopleProject, signInTo, type PeopleProject } from "./project-people.ts";
import { makeUploads } from "./video-uploads.ts";

const require = createRequire(import.meta.url);
/** The client of the protocol. */
const CLIENT = join(dirname(require.resolve("player.js/package.json")), "dist/player-0.1.0.js");

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startPlaybackEdge();
});
test.afterAll(async () => {
  await edge?.close();
});

/** The address of an embed page with a player of these settings. */
async function embedWith(settings: Partial<PlayerSettings>, query = ""): Promise<string> {
  const { hash } = await edge.addVideo();
  const { db } = edge.services;
  const player = newHash();
  const stored = {
    hash: player,
    title: "A player",
    settings: JSON.stringify(settings),
    draft: JSON.stringify(settings),
  };
  await db
    .insertInto("players")
    .values({ ...edge.owner, ...stored })
    .execute();
  return `${edge.url}/embed/${hash}?player=${player}${query}`;
}

const timeOf = (place: Page | FrameLocator) =>
  place.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
async function play(place: Page | FrameLocator): Promise<void> {
  await place.locator(".kinora-start-button").click();
  await expect.poll(() => timeOf(place)).toBeGreaterThan(0.3);
}
async function showControls(page: Page): Promise<void> {
  await page.mouse.move(200, 150);
  await page.mouse.move(240, 170);
}

test("controls are there or not, and the menu offers what the player offers", async ({ page }) => {
  await page.goto(
    await embedWith({
      volume: false,
      fullscreen: false,
      share: true,
      download: true,
      playback_rates: [1, 3],
      hide_after_seconds: 0,
      title_overlay: false,
    }),
  );
  await expect(page.locator(".kinora-title")).toBeHidden();
  await play(page);
  await showControls(page);
  const bar = page.locator("media-control-bar");
  await expect(bar.locator("media-play-button")).toBeVisible();
  await expect(bar.locator("media-mute-button")).toBeHidden();
  await expect(bar.locator("media-fullscreen-button")).toBeHidden();
  await expect(bar.locator("media-cast-button")).toBeHidden();
  await expect(bar.locator(".kinora-download")).toHaveAttribute("href", /\/mp4\/720p\.mp4\?download=1$/);
  await page.locator("media-settings-menu-button").click();
  await page.locator(".kinora-rate-item").click();
  await expect(page.locator("media-playback-rate-menu")).toHaveAttribute("rates", "1 3");
  expect(await obstacles(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator(".kinora-share-button").click();
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/\/v\/[0-9a-z]+$/);
  expect(await obstacles(page)).toEqual([]);
});

test("colours, shapes, pictures and CSS are seen", async ({ page }) => {
  await page.goto(
    await embedWith({
      primary_colour: "#e01b24",
      radius: 20,
      big_play: "square",
      control_bar: "solid",
      poster_fit: "cover",
      description_overlay: true,
      custom_css: ".kinora-title-text { text-transform: uppercase }",
    }),
  );
  const player = page.locator(".kinora-player");
  await expect(player).toHaveCSS("border-radius", "20px");
  await expect(page.locator(".kinora-start-button")).toHaveCSS("border-radius", "8px");
  await expect(page.locator("video")).toHaveCSS("object-fit", "cover");
  await expect(page.locator(".kinora-title-text")).toHaveCSS("text-transform", "uppercase");
  await expect(page.locator(".kinora-description")).toHaveText("A picture that counts its frames.");
  expect(
    await player.evaluate((element) => getComputedStyle(element).getPropertyValue("--media-range-bar-color")),
  ).toBe("#e01b24");
});

test("a player starts automatically, silent, at the lowest quality, and shows its link at the end", async ({
  page,
}) => {
  await page.goto(
    await embedWith({
      autostart: "on",
      mute_start: true,
      quality_cap: 360,
      keyboard: false,
      end_action: "link",
      end_link_url: "https://example.com/next",
      end_link_label: "Watch the next part",
    }),
  );
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3);
  const video = page.locator("video");
  expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.videoHeight])).toEqual([
    true,
    360,
  ]);
  await page.keyboard.press("k");
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.3;
  });
  const link = page.getByRole("link", { name: "Watch the next part" });
  await expect(link).toHaveAttribute("href", "https://example.com/next");
});

/** What pages do with the protocol's client; it is a script of theirs. */
interface PageWithClient extends Window {
  received: string[];
  player: Record<string, (...values: unknown[]) => void>;
  playerjs: { Player: new (frame: Element | null) => PageWithClient["player"] };
}

test("a page of another origin steers the player by the client of player.js, unless that is off", async ({ page }) => {
  const client = await readFile(CLIENT, "utf8");
  // The client must receive the frame's first message: it comes before it in the document.
  const frameOf = (address: string) =>
    `<!doctype html><title>A page</title><script>${client}</script><iframe src="${address}" allow="autoplay" width="640" height="360"></iframe>`;
  const connect = async (settings: Partial<PlayerSettings>) => {
    await page.goto(await edge.pageElsewhere(frameOf(await embedWith(settings, "&muted=1"))));
    await page.evaluate(() => {
      const here = window as unknown as PageWithClient;
      here.received = [];
      const player = new here.playerjs.Player(document.querySelector("iframe"));
      for (const event of ["ready", "play", "pause", "timeupdate"])
        player["on"]?.(event, () => {
          if (here.received.at(-1) !== event) here.received.push(event);
          if (event !== "ready") return;
          player["setVolume"]?.(40);
          player["setCurrentTime"]?.(4);
          player["play"]?.();
        });
      Object.assign(here, { player });
    });
    return page.locator("iframe").contentFrame();
  };
  const frame = await connect({});
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(4.2);
  expect(await frame.locator("video").evaluate((video: HTMLVideoElement) => video.volume)).toBe(0.4);
  const received = () => page.evaluate(() => (window as unknown as PageWithClient).received);
  expect(await received()).toContain("timeupdate");
  const duration = await page.evaluate(
    () =>
      new Promise((resolve) => {
        (window as unknown as PageWithClient).player["getDuration"]?.(resolve);
      }),
  );
  expect(duration).toBeGreaterThan(5);

  const silent = await connect({ api: false });
  await expect(silent.locator(".kinora-start-button")).toBeVisible();
  await play(silent);
  expect(await received()).toEqual([]);
});

test("the frame of a player has the shape or the size that its settings give the codes", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.setViewportSize({ width: 800, height: 600 });
  const sizesOf = async (change: Partial<PlayerSettings>) => {
    const frame = frameOf({ ...DEFAULT_PLAYER_SETTINGS, ...change });
    const { iframe, script } = embedCodes(edge.url, hash, "A film", frameInCodes(frame, { width: 1080, height: 1920 }));
    const style = "<!doctype html><title>A page</title><style>body{margin:0} div{width:360px}</style>";
    await page.goto(await edge.pageElsewhere(`${style}<div>${iframe}</div><div>${script}</div>`));
    await expect(page.locator("iframe")).toHaveCount(2);
    const boxes = await page
      .locator("iframe")
      .evaluateAll((frames) => frames.map((each) => each.getBoundingClientRect()));
    return boxes.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`);
  };
  const both = (size: string) => [size, size];
  expect(await sizesOf({})).toEqual(both("360 × 203"));
  expect(await sizesOf({ aspect: "4:3" })).toEqual(both("360 × 270"));
  expect(await sizesOf({ aspect: "auto" })).toEqual(both("360 × 640"));
  expect(await sizesOf({ fixed_size: true, frame_width: 320, frame_height: 240 })).toEqual(both("320 × 240"));
});

test("embed.js gives pages a KinoraPlayer", async ({ page }) => {
  const [address = "", query = ""] = (await embedWith({})).split("?");
  const hash = address.slice(address.lastIndexOf("/") + 1);
  const player = new URLSearchParams(query).get("player") ?? "";
  const script = `<script async src="${edge.url}/embed.js" data-video="${hash}" data-player="${player}" data-muted></script>`;
  await page.goto(await edge.pageElsewhere(`<!doctype html><title>A page</title>${script}`));
  await expect(page.locator("iframe")).toHaveAttribute("src", `${address}?player=${player}&muted=1`);
  await page.evaluate(() => {
    const { KinoraPlayer } = window as unknown as { KinoraPlayer: new (frame: Element | null) => { play(): void } };
    const steered = new KinoraPlayer(document.querySelector("iframe"));
    Object.assign(window, { steered });
    steered.play();
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { steered: { currentTime: number } }).steered.currentTime))
    .toBeGreaterThan(0.3);
});

test.describe("in the console", () => {
  let project: PeopleProject;

  test.beforeAll(async ({ product }) => {
    project = await makePeopleProject(product, "Player Films");
    const uploads = await makeUploads(product, project);
    const footage = await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 }));
    await uploads.untilVersion(await uploads.upload(footage), 1);
  });
  test.afterAll(async () => {
    await project?.db.destroy();
  });

  // spec: 1.9, 2.49, 3.21, 5.10, 8.15
  test("a player is made, its draft shows in the frame at once, and what is published is what embeds get", async ({
    page,
    product,
  }) => {
    await signInTo(page, product, project.owner, "/player");
    await expect(page.getByRole("link", { name: "Default player" })).toBeVisible();
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole("button", { name: /New player/ }).click();
    await page.getByRole("button", { name: "Create player" }).click();
    await expect(page.getByText("Player title can not be empty.")).toBeVisible();
    await page.getByLabel("Title").fill("Shop window");
    await page.getByRole("button", { name: "Create player" }).click();

    const frame = page.locator("iframe").contentFrame();
    await expect(frame.locator(".kinora-start-button")).toBeVisible();
    await group(page, "Look").click();
    await page.getByLabel("Corner radius").fill("24");
    await expect(frame.locator(".kinora-player")).toHaveCSS("border-radius", "24px");
    await page.getByRole("combobox", { name: "Font" }).click();
    await page.getByRole("option", { name: "Serif" }).click();
    await expect(frame.locator(".kinora-title-text")).toHaveCSS("font-family", /^Charter/);
    await page.getByRole("switch", { name: "Title overlay" }).click({ force: true });
    await expect(frame.locator(".kinora-title")).toBeHidden();
    await group(page, "Look").click();
    await expect(group(page, "Look")).toContainText("Corner radius 24");
    await group(page, "Size").click();
    await page.getByRole("combobox", { name: "Aspect ratio" }).click();
    await page.getByRole("option", { name: "1:1" }).click();
    await expect(page.locator("iframe")).toHaveCSS("aspect-ratio", "1 / 1");
    expect(await obstacles(page)).toEqual([]);

    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("Player is saved.").first()).toBeVisible();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("button", { name: "Version 2" })).toBeVisible();
    const { settings } = await project.db
      .selectFrom("players")
      .select("settings")
      .where("title", "=", "Shop window")
      .executeTakeFirstOrThrow();
    expect(settings).toEqual({ aspect: "1:1", font: "serif", radius: 24, title_overlay: false });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await pixelsTooWide(page)).toBe(0);
  });
});

const group = (page: Page, name: string): Locator => page.locator("summary").filter({ hasText: name });
