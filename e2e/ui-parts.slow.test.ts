import { resolve } from "node:path";
import { test, type BrowserContext, type Page } from "@playwright/test";
import { build, preview, type PreviewServer } from "vite";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect } from "./product.ts";
import { faintControls, smallTargets } from "./ui-measures.ts";

const configFile = resolve(import.meta.dirname, "../packages/ui/gallery/vite.config.ts");

let server: PreviewServer;
let address: string;

test.beforeAll(async () => {
  const outDir = resolve(test.info().outputDir, "gallery");
  await build({ configFile, logLevel: "error", build: { outDir } });
  server = await preview({ configFile, logLevel: "error", build: { outDir }, preview: { port: 0 } });
  address = server.resolvedUrls?.local[0] ?? "";
});
test.afterAll(() => server?.close());

async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

const parts = (page: Page) => page.locator("section[aria-label]:has(> h2)");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Invite to North Quay" });

for (const width of [1280, 390]) {
  test(`every part of the kit is accessible in light and dark, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    expect(await parts(page).count()).toBeGreaterThan(12);
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
    await expect.poll(() => pixelsTooWide(page)).toBe(0);
    await page.getByRole("button", { name: "Open the dialog" }).click();
    await dialog(page).getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog(page).getByText("Write whom to invite.")).toBeVisible();
    expect(await obstaclesInBothSchemes(page)).toEqual([]);
  });
}

for (const scheme of ["light", "dark"] as const) {
  test(`what shows that something is a control has a contrast of 3:1 in ${scheme}`, async ({ page }) => {
    await open(page);
    await page.getByText(scheme === "light" ? "Light" : "Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    const { measured, faint } = await faintControls(page);
    expect(measured).toBeGreaterThan(25);
    expect(faint).toEqual([]);
  });
}

test.describe("with fingers", () => {
  let context: BrowserContext;
  test.beforeEach(async ({ browser }) => {
    context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  });
  test.afterEach(async () => {
    await context.close();
  });

  test("whatever is pressed takes a touch 44 px high and wide, and no input makes the browser zoom", async () => {
    const page = await context.newPage();
    await open(page);
    const { measured, small } = await smallTargets(page);
    expect(measured).toBeGreaterThan(25);
    expect(small).toEqual([]);
    const sizes = await page
      .locator(".mantine-Input-input:is(input, textarea), .mantine-PasswordInput-innerInput")
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes)).toBe(16);
  });
});
