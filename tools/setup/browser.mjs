import { existsSync } from "node:fs";
import { capture } from "./execute.mjs";
import { localBinary, pinnedNode } from "./paths.mjs";
import { canInstall, findProgram, installPackages } from "./system-packages.mjs";

// Debian's build for tests comes first: the same Chromium without the window around it takes half the processor time.
const testBrowser = "chromium-headless-shell";
const names = [testBrowser, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser of this machine: CHROMIUM_PATH, otherwise the first known name in PATH; null means Playwright's own download. */
export function browserPath() {
  return process.env.CHROMIUM_PATH || (names.map(findProgram).find(Boolean) ?? null);
}

/** Makes sure that the browser tests have a browser: its Debian package, the system's, or Playwright's own download. */
export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || findProgram(testBrowser)) return;
  if (canInstall()) {
    console.log(`Installing ${testBrowser}…`);
    const problem = (await installPackages([testBrowser])) && (await installPackages(["chromium"]));
    if (!problem) return;
    console.error(problem);
  }
  if (browserPath()) return;
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return;
  console.log("Downloading a browser for the tests…");
  const { code, output } = await capture(pinnedNode, [localBinary("playwright"), "install", "chromium"]);
  if (code !== 0)
    console.error(`${output.trim()}\nNo browser could be found or installed: install chromium or set CHROMIUM_PATH.`);
}
