import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, frameOf } from "@kinora/domain/players/frame.ts";
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { embedWith, play, timeOf } from "./embedded-player.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const require = createRequire(import.meta.url);
/** The client of the protocol. */
const CLIENT = join(dirname(require.resolve("player.js/package.json")), "dist/player-0.1.0.js");

const edge = sharedEdge();

test("a player starts automatically, silent, at the lowest quality, and shows its link at the end", async ({
  page,
}) => {
  await page.goto(
    await embedWith(edge, {
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
    await page.goto(await edge.pageElsewhere(frameOf(await embedWith(edge, settings, "&muted=1"))));
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
  const [address = "", query = ""] = (await embedWith(edge, {})).split("?");
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
