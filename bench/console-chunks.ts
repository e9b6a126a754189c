import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "vite";

const apps = resolve(import.meta.dirname, "../apps");

/** Something a browser has to fetch, compressed with gzip, and how much of it was promised at most; 1 kB is 1,000 bytes. */
export interface Weight {
  what: string;
  kilobytes: number;
  atMost: number;
}

/** How many scripts and styles a browser asks for before a page is whole, and how many were promised at most. */
export interface FileCount {
  what: string;
  files: number;
  atMost: number;
}

/** Parts that a page opens at once, although their code is in another file. */
const OPEN_WITH: Record<string, string> = { "video/VideoPage.tsx": "video/DetailsTab.tsx" };

/** What the frame fetches when the browser is idle; the controls that float come with it, and what most pages show. */
const FETCHED_IDLE = ["frame/PlaceMenu.tsx", "frame/UserMenuItems.tsx", "ListPage"];

/**
 * What the built console and the built player weigh: the visitors' home page, the first route with the frame around it,
 * what is fetched after it when the browser is idle, what every further route adds to both, and what it weighs when it is
 * the first page; the player before and after play is pressed.
 * @throws when an app is not built.
 */
export async function measureWeights(): Promise<Weight[]> {
  return [...(await consoleWeights()), ...(await embedWeights())];
}

/** How many files the built console's pages ask for: the visitors' home page, the first route, every further one. */
export async function countFiles(): Promise<FileCount[]> {
  const { chunks, home, ready, first, pages, beyond } = await readConsole();
  const count = (keys: ReadonlySet<string>) =>
    new Set([...keys].flatMap((key) => [chunks[key]?.file ?? [], chunks[key]?.css ?? []].flat())).size;
  return [
    { what: "public home", files: count(home), atMost: 8 },
    { what: "first route (dashboard)", files: count(first), atMost: 20 },
    ...pages.map((key) => ({
      what: `further route ${key.split("/").at(-1)}`,
      files: count(beyond([key], ready)),
      atMost: 8,
    })),
  ];
}

/** Files of the built console that import each other in a circle: whichever comes first runs before what it needs. */
export async function findCircles(): Promise<string[]> {
  const { chunks } = await readConsole();
  const reaches = (key: string) => closure(chunks, chunks[key]?.imports ?? []);
  return Object.keys(chunks).filter((key) => reaches(key).has(key));
}

async function readConsole() {
  const dist = join(apps, "console/dist");
  const chunks = await readManifest(join(dist, ".vite/manifest.json"));
  const lazy = Object.keys(chunks).filter((key) => chunks[key]?.isDynamicEntry);
  const pages = lazy.filter((key) => key.endsWith("Page.tsx"));
  const dashboard = lazy.filter((key) => key.includes("DashboardPage") || key.endsWith("dashboard/texts.ts"));
  const idle = Object.keys(chunks).filter((key) =>
    FETCHED_IDLE.some((path) => key.endsWith(path) || chunks[key]?.name === path),
  );
  if (idle.length < FETCHED_IDLE.length) throw new Error("The build has no files for what is fetched when idle.");
  return {
    dist,
    chunks,
    lazy,
    pages,
    idle,
    home: closure(chunks, ["home.html"]),
    frame: closure(chunks, ["index.html"]),
    /** What is there before a further page is opened. */
    ready: closure(chunks, ["index.html", ...idle]),
    first: closure(chunks, ["index.html", ...dashboard]),
    /** What some chunks need beside what is there already. */
    beyond: (keys: readonly string[], before: ReadonlySet<string>) =>
      new Set([...closure(chunks, keys)].filter((key) => !before.has(key))),
  };
}

async function consoleWeights(): Promise<Weight[]> {
  const { dist, chunks, lazy, pages, idle, home, frame, ready, first, beyond } = await readConsole();
  const size = sizer(dist, chunks);
  const weights = [
    {
      what: "public home: scripts and styles",
      kilobytes: (await size(home, "js")) + (await size(home, "css")),
      atMost: 110,
    },
    { what: "first route (dashboard): scripts", kilobytes: await size(first, "js"), atMost: 204 },
    { what: "first route (dashboard): styles", kilobytes: await size(first, "css"), atMost: 20 },
    { what: "fetched when idle: scripts", kilobytes: await size(beyond(idle, first), "js"), atMost: 69.5 },
  ];
  for (const key of pages) {
    const page = beyond([key], ready);
    const name = key.split("/").at(-1);
    const whole = new Set([...frame, ...beyond([key], frame)]);
    const styles = await size(whole, "css");
    weights.push(
      { what: `further route ${name}: scripts`, kilobytes: await size(page, "js"), atMost: 16 },
      { what: `first visit at ${name}: scripts`, kilobytes: await size(whole, "js"), atMost: 228 },
      { what: `further route ${name}: styles with the frame's`, kilobytes: styles, atMost: 22.9 },
    );
    const part = Object.entries(OPEN_WITH).find(([path]) => key.endsWith(path))?.[1];
    if (part === undefined) continue;
    const opened = beyond([key, ...lazy.filter((each) => each.endsWith(part))], new Set([...first, ...ready]));
    weights.push({
      what: `further route ${name} after the dashboard, with the part that opens: scripts`,
      kilobytes: await size(opened, "js"),
      atMost: 40,
    });
  }
  return weights;
}

async function embedWeights(): Promise<Weight[]> {
  const dist = join(apps, "embed/dist");
  const chunks = await readManifest(join(dist, "manifest.json"));
  const size = sizer(dist, chunks);
  const page = Object.keys(chunks).filter((key) => key.endsWith("player-page.ts"));
  const before = closure(chunks, page);
  const later = page.flatMap((key) => chunks[key]?.dynamicImports ?? []);
  const isList = (key: string) => key.endsWith("playlist-page.ts");
  // These come only where a project has ads, or reports views to providers.
  const isExtra = (key: string) => /\/(measure|player-with-ads)\.ts$/.test(key);
  const isLive = (key: string) => key.endsWith("/live-following.ts");
  // This comes only for livestreams that are watched over WebRTC.
  const isLowDelay = (key: string) => key.endsWith("/low-delay.ts");
  // What playing fetches of none: previews and figures of the console, the panels behind the buttons of share and transcript, the curve
  // of the most watched parts, which few players have, what decodes CEA-708, which few videos have alone, and the pictures that move
  // under a pointer before.
  const isAskedFor = (key: string) =>
    /\/(previews|tell-figures|share-panel|transcript-panel|watched-curve|moving-pictures|digital-captions\/tracks)\.ts$/.test(
      key,
    );
  // English is the player's own; of the others a viewer loads one.
  const isLanguage = (key: string) => /\/language\/[a-z]+\.ts$/.test(key);
  const isApart = (key: string) => [isList, isExtra, isLive, isLowDelay, isAskedFor, isLanguage].some((is) => is(key));
  const playing = closure(chunks, [...page, ...later.filter((key) => !isApart(key))]);
  const live = closure(chunks, [...playing, ...later.filter(isLive)]);
  const lowDelay = new Set([...closure(chunks, later.filter(isLowDelay))].filter((key) => !live.has(key)));
  const extras = new Set([...closure(chunks, later.filter(isExtra))].filter((key) => !playing.has(key)));
  const list = new Set([...closure(chunks, later.filter(isList))].filter((key) => !playing.has(key)));
  return [
    {
      what: "embed, before play",
      kilobytes: (await size(before, "js")) + (await size(before, "css")),
      atMost: 60,
    },
    { what: "embed, playing", kilobytes: (await size(playing, "js")) + (await size(playing, "css")), atMost: 209 },
    {
      what: "another language of the player, the largest",
      kilobytes: Math.max(...(await Promise.all(later.filter(isLanguage).map((key) => size(new Set([key]), "js"))))),
      atMost: 3,
    },
    {
      what: "embed with ads that reports to providers, beside a video's",
      kilobytes: await size(extras, "js"),
      atMost: 4,
    },
    {
      what: "embed, playing a livestream",
      kilobytes: (await size(live, "js")) + (await size(live, "css")),
      atMost: 211.5,
    },
    { what: "a livestream over WebRTC, beside a livestream's", kilobytes: await size(lowDelay, "js"), atMost: 3 },
    {
      what: "embed of a playlist, beside a video's",
      kilobytes: (await size(list, "js")) + (await size(list, "css")),
      atMost: 20,
    },
  ];
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8")) as Manifest;
}

/** Some chunks and everything they import at once. @throws when one of the chunks is not there. */
function closure(chunks: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue;
    const chunk = chunks[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    found.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  return found;
}

function sizer(folder: string, chunks: Manifest) {
  return async (keys: ReadonlySet<string>, kind: "js" | "css"): Promise<number> => {
    const files = new Set(
      [...keys].flatMap((key) => (kind === "js" ? (chunks[key]?.file ?? []) : (chunks[key]?.css ?? []))),
    );
    let bytes = 0;
    for (const file of files)
      if (file.endsWith(`.${kind}`)) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
    return bytes / 1_000;
  };
}
