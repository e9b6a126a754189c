import { existsSync } from "node:fs";
import { capture } from "./execute.mjs";
import { localBinary, pinnedNode } from "./paths.mjs";
import { canInstall, findProgram, installPackages } from "./system-packages.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Makes sure that the browser tests have a browser: the system's, its Debian package, or Playwright's own download. */
export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || names.some(findProgram)) return;
  if (canInstall()) {
    console.log("Installing chromium…");
    const problem = await installPackages(["chromium"]);
    if (!problem) return;
    console.error(problem);
  }
  const { chromium } = await import("@playwright/test");
  if (existsSync(chromium.executablePath())) return;
  console.log("Downloading a browser for the tests…");
  const { code, output } = await capture(pinnedNode, [localBinary("playwright"), "install", "chromium"]);
  if (code !== 0)
    console.error(`${output.trim()}\nNo browser could be found or installed: install chromium or set CHROMIUM_PATH.`);
}
