import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { ConsolePeople } from "../e2e/console-people.ts";
import { startKinora } from "../e2e/environment.ts";
import { until } from "../e2e/pipeline-project.ts";
import { repositoryRoot } from "./checks/repository.ts";
import { browserPath } from "./setup/browser.mjs";

// npm run screens: pictures of the console on demo videos, in light, dark and on a phone, into docs/screens/.
const folder = join(repositoryRoot, "docs/screens");
const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  mobile: { colorScheme: "light", viewport: { width: 390, height: 844 } },
} as const;

mkdirSync(folder, { recursive: true });
const kinora = await startKinora();
const people = new ConsolePeople(kinora);
const executablePath = browserPath();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const place = await people.place("Harbour Pictures", "North Quay");
  await people.member(place, ["video_view", "video_add"]);
  const videoId = await seedVideos(place.projectId);
  const hash = await hashOf(videoId);
  const streamId = await goOnAir(place.projectId, place.accountId, videoId);
  const screens: [name: string, path: string][] = [
    ["dashboard", "/dashboard"],
    ["upload", "/upload"],
    ["upload-log", "/upload/logs"],
    ["videos", "/video"],
    ...["recent", "inprogress", "failed", "trash"].map((type) => named(`videos-${type}`, `/video?type=${type}`)),
    ["videos-filtered-empty", "/video?search=nothing-like-it"],
    ["video", `/video/${videoId}`],
    ...["poster", "files", "captions", "embed", "activity"].map((tab) =>
      named(`video-${tab}`, `/video/${videoId}?tab=${tab}`),
    ),
    ["video-missing", "/video/999999"],
    ["live", "/live"],
    ["stream", `/live/${streamId}`],
    ["stream-log", "/live/logs"],
    ...["loop", "health", "sessions", "settings"].map((tab) => named(`stream-${tab}`, `/live/${streamId}?tab=${tab}`)),
    ["users", "/users"],
    ...["settings", "categories", "tags", "resolutions"].map((tab) => named(tab, `/settings/project/${tab}`)),
    ["not-built-yet", "/analytics/transcode"],
    ["server-error", "/auth-server-error?to=/video"],
    ["not-found", "/no-such-page"],
  ];
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, reducedMotion: "reduce", bypassCSP: true });
    const page = await context.newPage();
    await page.goto(kinora.urls.console);
    await picture(page, `home-${look}`);
    await page.goto(`${kinora.urls.login}/login`);
    await picture(page, `login-${look}`);
    for (const [name, path, shown] of [
      ["embed", `/embed/${hash}`, "media-controller"],
      ["share", `/v/${hash}`, "h1"],
    ] as const) {
      await page.goto(kinora.urls.edge + path);
      await picture(page, `${name}-${look}`, shown);
    }
    await people.arrive(page, place.owner);
    for (const [name, path] of screens) {
      await page.goto(kinora.urls.console + path);
      // What is on air and what comes in are looked at when somebody wants to see them.
      await picture(page, `${name}-${look}`, /^\/live(?!\/logs)/.test(path) ? "main img" : "h1");
    }
    if (look !== "mobile") {
      await page.goto(`${kinora.urls.console}/video`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or jump" }).waitFor();
      await picture(page, `palette-${look}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await people.close();
  await kinora.stop();
}

function named(name: string, path: string): [name: string, path: string] {
  return [name, path];
}

/** Takes the whole page, not only what a window shows of it. */
async function picture(page: Page, name: string, shown = "h1"): Promise<void> {
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("load");
  // A part whose code is on its way, or whose rows are.
  await page.waitForFunction("!document.querySelector('main [class*=coming], main .mantine-Skeleton-root')");
  const window = page.viewportSize();
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  if (window) await page.setViewportSize({ ...window, height: Math.max(window.height, height) });
  await page.evaluate("Promise.allSettled([...document.images].map((image) => image.decode()))");
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled", caret: "hide" });
  if (window) await page.setViewportSize(window);
  console.log(`docs/screens/${name}.png`);
}

async function hashOf(videoId: number): Promise<string> {
  return (await people.db.selectFrom("videos").select("hash").where("id", "=", videoId).executeTakeFirstOrThrow()).hash;
}

/** Demo videos in a project, ready and mostly published; answers the one to show. */
async function seedVideos(projectId: number): Promise<number> {
  const node = join(repositoryRoot, "node_modules/.bin/node");
  await promisify(execFile)(node, ["apps/server/src/cli/main.ts", "seed", "demo", "--project", String(projectId)], {
    cwd: repositoryRoot,
    env: { ...process.env, ...kinora.env, DATABASE_URL: kinora.databaseUrl },
  });
  const videos = await until(
    "the demo videos are complete",
    async () => {
      const rows = await people.db
        .selectFrom("videos")
        .select(["id", "status"])
        .where("project_id", "=", projectId)
        .orderBy("id")
        .execute();
      return rows.length > 0 && rows.every(({ status }) => status === "complete") ? rows : null;
    },
    400_000,
  );
  const shown = videos[0]?.id ?? 0;
  await people.db
    .updateTable("videos")
    .set({ published: true, published_at: new Date() })
    .where("id", "<", videos.at(-1)?.id ?? 0)
    .execute();
  return shown;
}

/** A livestream that shows the test picture, with a loop for afterwards; answers its id. */
async function goOnAir(projectId: number, accountId: number, loopedVideoId: number): Promise<number> {
  const key = `vk_live_${randomBytes(32).toString("base64url")}`;
  const row = { name: "Screens", prefix: key.slice(0, 12), key_hash: createHash("sha256").update(key).digest() };
  await people.db
    .insertInto("api_keys")
    .values({ project_id: projectId, account_id: accountId, scopes: ["full"], ...row })
    .execute();
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(kinora.urls.api + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as { data: { id: number } };
  };
  const { data } = await call("POST", `/projects/${projectId}/streams`, { name: "Harbour camera" });
  await call("PUT", `/streams/${data.id}/loop`, { video_ids: [loopedVideoId] });
  await call("POST", `/streams/${data.id}/test`, {});
  await until("the stream is on air", async () => {
    const stream = await people.db.selectFrom("streams").select("state").where("id", "=", data.id).executeTakeFirst();
    return stream?.state === "live";
  });
  return data.id;
}
