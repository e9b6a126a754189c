import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { hostileTexts } from "../apps/console/src/testing/hostile-texts.ts";
import { fillWithHostileTexts, type HostileVideo } from "./hostile-project.ts";
import { expect, test } from "./product.ts";
import { foreignMarkup, watchScripts, type ScriptWatch } from "./script-watch.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures");
let videos: HostileVideo[];
let key: string;

test.beforeAll(async () => {
  videos = await fillWithHostileTexts(people.db, place);
  key = `vk_live_${randomBytes(32).toString("base64url")}`;
  const row = { name: "Test", prefix: key.slice(0, 12), key_hash: createHash("sha256").update(key).digest() };
  await insertRow(people, "api_keys", {
    project_id: place.projectId,
    account_id: place.accountId,
    scopes: ["full"],
    ...row,
  });
});

/** A browser of its own in which everything that runs is noticed. */
async function watched(browser: Browser): Promise<{ context: BrowserContext; page: Page; watch: ScriptWatch }> {
  const context = await browser.newContext();
  const watch = await watchScripts(context);
  return { context, page: await context.newPage(), watch };
}

test("embed pages, share pages and what other sites are given run nothing", async ({ browser }) => {
  const { context, page, watch } = await watched(browser);
  const { edge } = kinora.urls;
  const markup: string[] = [];
  for (const [index, { id, hash, text }] of videos.entries()) {
    const title = text.slice(0, 200);
    await page.goto(`${edge}/v/${hash}`);
    expect(await page.locator("h1").textContent()).toBe(title);
    expect(await page.locator("title").textContent()).toBe(title);
    // What ended its element would make a second one, or be cut.
    const [description = "", ...others] = await page.locator("script:not([src])").allTextContents();
    expect(others).toEqual([]);
    expect(JSON.parse(description)).toMatchObject({ "@type": "VideoObject", name: title });
    markup.push(...(await foreignMarkup(page)));
    await page.goto(`${edge}/embed/${hash}`);
    const data = await page.locator("[data-page]").getAttribute("data-page");
    expect(JSON.parse(data ?? "")).toMatchObject({ hash, title });
    markup.push(...(await foreignMarkup(page)));

    const oembed = (await (
      await page.request.get(`${edge}/oembed?url=${encodeURIComponent(`${edge}/v/${hash}`)}`)
    ).json()) as { title: string; html: string };
    const detail = await page.request.get(`${kinora.urls.api}/videos/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { embed } = ((await detail.json()) as { data: { embed: { iframe: string; script: string } } }).data;
    expect(oembed.title).toBe(title);
    for (const html of [oembed.html, embed.iframe, embed.script]) {
      const parts = await page.evaluate((given) => {
        const read = new DOMParser().parseFromString(given, "text/html");
        return [...read.body.children, ...read.head.children].map(({ tagName, attributes }) => [
          tagName,
          ...[...attributes].map(({ name }) => name).filter((name) => name.startsWith("on")),
        ]);
      }, html);
      expect(parts, html).toEqual([[html === embed.script ? "SCRIPT" : "IFRAME"]]);
    }

    const chapters = await page.request.get(`${edge}/hls/${hash}/chapters.vtt`);
    expect(chapters.headers()).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(chapters.headers()["content-type"]).toContain("text/vtt");
    expect((await chapters.text()).match(/^.*-->.*$/gm)).toHaveLength(index === 0 ? hostileTexts.length : 1);
  }
  expect(markup).toEqual([]);
  expect(watch.findings).toEqual([]);
  await context.close();
});

test("words of captions and chapters are words in a player, whatever they look like", async ({ browser }) => {
  const { context, page, watch } = await watched(browser);
  const { id, hash } = videos[1] ?? { id: 0, hash: "" };
  const lines = hostileTexts.map((text) => text.replaceAll(/[\r\n]+/g, " ").trim());
  const answer = await page.request.post(`${kinora.urls.api}/videos/${id}/captions`, {
    headers: { authorization: `Bearer ${key}` },
    data: { language: "en", label: "Words", kind: "captions", file: asVtt(lines) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { data } = (await answer.json()) as { data: { id: number; cues: number } };
  // Those that were nothing but tags are no captions any more.
  expect(data.cues).toBeGreaterThan(lines.length / 2);
  const stored = await page.request.get(`${kinora.urls.edge}/hls/${hash}/captions/${data.id}-1.vtt`);
  expect(stored.headers()).toMatchObject({ "x-content-type-options": "nosniff" });
  const chapters = await page.request.get(`${kinora.urls.edge}/hls/${videos[0]?.hash}/chapters.vtt`);
  await page.goto(`${kinora.urls.edge}/embed/${hash}`);
  const files: [text: string, cues: number][] = [
    [await stored.text(), data.cues],
    [await chapters.text(), hostileTexts.length],
  ];
  for (const [file, cues] of files) {
    // Read as the player's browser reads it, and drawn as it draws it.
    const drawn = await page.evaluate(async (text) => {
      const track = document.createElement("track");
      track.src = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
      const video = document.createElement("video");
      video.append(track);
      document.body.append(video);
      const loaded = new Promise((done) => track.addEventListener("load", done));
      track.track.mode = "hidden";
      await loaded;
      return [...(track.track.cues ?? [])].map((cue) => {
        const box = document.createElement("div");
        box.append((cue as VTTCue).getCueAsHTML());
        document.body.append(box);
        return [...box.querySelectorAll("*")].map(({ tagName, attributes }) =>
          [tagName, ...[...attributes].map(({ name }) => name)].join(" "),
        );
      });
    }, file);
    expect(drawn).toHaveLength(cues);
    // Bold, speakers and the like are all that captions can say.
    expect(
      [...new Set(drawn.flat())].filter((what) => !/^(B|I|U|SPAN|RUBY|RT)( class| title| lang)*$/.test(what)),
    ).toEqual([]);
  }
  expect(await foreignMarkup(page)).toEqual([]);
  expect(watch.findings).toEqual([]);
  await context.close();
});

/** A second of its own for every line. */
function asVtt(lines: readonly string[]): string {
  const time = (second: number) =>
    `00:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}.000`;
  const cues = lines.map((line, at) => `${time(at)} --> ${time(at + 1)}\n${line}`);
  return ["WEBVTT", ...cues].join("\n\n");
}

test("a page that embeds a video with our script gets a frame and nothing else", async ({ browser }) => {
  const { context, page, watch } = await watched(browser);
  const site = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(
      videos
        .slice(0, 10)
        .map(({ hash }) => `<script async src="${kinora.urls.edge}/embed.js" data-video="${hash}"></script>`)
        .join(""),
    ),
  );
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("The site has no port.");
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await expect(page.locator("iframe")).toHaveCount(10);
  expect(await foreignMarkup(page)).toEqual([]);
  expect(watch.findings).toEqual([]);
  await context.close();
  site.closeAllConnections();
  site.close();
});

test("no cell of an exported table is a formula, and every text is still there", async ({ page }) => {
  const headers = { authorization: `Bearer ${key}` };
  for (const path of ["videos.csv", "videos.csv?type=failed", "videos.csv?type=trash", "uploads/log.csv"]) {
    const answer = await page.request.get(`${kinora.urls.api}/projects/${place.projectId}/${path}`, { headers });
    expect(answer.headers(), path).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(answer.headers()["content-type"]).toContain("text/csv");
    expect(answer.headers()["content-disposition"]).toMatch(/^attachment/);
    const [head, ...rows] = readCsv(await answer.text());
    expect(rows).toHaveLength(hostileTexts.length);
    for (const { cells } of rows) {
      expect(cells).toHaveLength(head?.cells.length ?? 0);
      for (const cell of cells) expect(cell.trimStart(), path).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/);
    }
    // Categories are people's words as well.
    if (path.startsWith("videos"))
      expect(rows.filter(({ cells }) => cells.some((cell) => /kinoraRan=1.* \d+$/.test(cell))).length).toBeGreaterThan(
        20,
      );
    const written = new Set(rows.flatMap(({ cells }) => cells).map((cell) => cell.trim()));
    const missing = hostileTexts
      .map((text) => text.slice(0, 200).trim())
      .filter((text) => !written.has(text) && !written.has(`'${text}`) && !written.has(`' ${text}`));
    expect(missing, path).toEqual([]);
  }
});

test("no origin lets a page run inline scripts", async ({ page }) => {
  const { console: home, login, edge, api } = kinora.urls;
  const hash = videos[0]?.hash ?? "";
  const read = async (address: string) => {
    const policy = (await page.request.get(address)).headers()["content-security-policy"] ?? "";
    const parts = Object.fromEntries(
      policy.split(";").map((directive) => {
        const [name = "", ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    return { policy, scripts: parts["script-src"] ?? parts["default-src"] };
  };
  for (const address of [home, `${home}/video`, login, `${edge}/v/${hash}`, `${edge}/embed/${hash}`, `${api}/docs`]) {
    const { policy, scripts } = await read(address);
    expect(scripts, address).toBeDefined();
    expect(scripts, address).not.toContain("'unsafe-inline'");
    expect(scripts, address).not.toContain("'unsafe-eval'");
    // Any page may frame an embed.
    if (!address.includes("/embed/")) expect(policy, address).toContain("frame-ancestors");
  }
  for (const address of [home, login, `${edge}/v/${hash}`])
    expect((await read(address)).policy, address).not.toContain("unsafe-inline");
});
