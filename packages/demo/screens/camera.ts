import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import type { Page } from "@playwright/test";

/** Of WebP, 0-100: text stays sharp, and a page is about 60 kB. */
const QUALITY = 82;
/** Wide enough for the page of a document on a fine screen. */
const WIDEST = 1_600;
/** A taller page is cut: nobody reads the end of such a picture. */
const TALLEST = 2_400;

/** Waits until a page is complete: its parts, rows and pictures. */
export async function settle(page: Page, shown: string): Promise<void> {
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("load");
  await page.waitForFunction("!document.querySelector('main [class*=coming], main .mantine-Skeleton-root')");
  // A chart's frame is there before what draws it.
  await page.waitForFunction(
    "[...document.querySelectorAll('main [role=img][class*=plot]')].every((one) => one.querySelector('canvas'))",
  );
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  // What is not shown is not fetched either.
  await page.evaluate(
    "Promise.allSettled([...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode())).then(() => undefined)",
  );
}

/** Takes the whole page, not only what a window shows of it, as a WebP. */
export async function takePicture(page: Page, path: string, whole: boolean): Promise<void> {
  const window = page.viewportSize();
  if (!window) throw new Error("A picture needs a window of a known size.");
  if (whole) {
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    await page.setViewportSize({ ...window, height: Math.min(TALLEST, Math.max(window.height, height)) });
  }
  // What follows the size of the window, as charts do, is drawn in the frames after it.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  if (whole) await page.setViewportSize(window);
  await writeWebp(png, path);
}

async function writeWebp(png: Buffer, path: string): Promise<void> {
  const { ffmpegPath } = await mediaCapabilities();
  mkdirSync(dirname(path), { recursive: true });
  const input = ["-f", "png_pipe", "-i", "pipe:0"];
  const scale = ["-vf", `scale='min(${WIDEST},iw)':-2:flags=lanczos`];
  const output = [...scale, "-c:v", "libwebp", "-preset", "text", "-quality", String(QUALITY), path];
  await new Promise<void>((done, fail) => {
    const child = execFile(ffmpegPath, ["-hide_banner", "-v", "error", "-y", ...input, ...output], (error) =>
      error ? fail(new Error(`${path} was not written.`, { cause: error })) : done(),
    );
    child.stdin?.end(png);
  });
}
