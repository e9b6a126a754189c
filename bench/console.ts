import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Manifest } from "vite";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";

const apps = resolve(import.meta.dirname, "../apps");

/** What a browser has to fetch, compressed: the console's first page and its further ones, and the player. */
export const consoleSizes: Benchmark = {
  what: "kB (gzip) of scripts and styles, from a build made now",
  async run(cleanUp) {
    const outDir = await mkdtemp(join(tmpdir(), "kinora-bench-build-"));
    cleanUp.defer(() => rm(outDir, { recursive: true, force: true }));
    await build({
      configFile: join(apps, "console/vite.config.ts"),
      logLevel: "error",
      build: { manifest: true, outDir, emptyOutDir: true },
    });
    const chunks = await readManifest(join(outDir, ".vite/manifest.json"));
    const size = sizer(outDir, chunks);
    const entry = Object.keys(chunks).filter((key) => chunks[key]?.isEntry);
    const initial = closure(chunks, entry);
    const lazy = Object.keys(chunks).filter((key) => chunks[key]?.isDynamicEntry);
    const dashboard = lazy.filter((key) => key.includes("DashboardPage"));
    const first = closure(chunks, [...entry, ...dashboard]);
    await tell("console, before any route: scripts", await size(initial, "js"), "≤ 230 kB with the first route");
    await tell("console, first route (dashboard): scripts", await size(first, "js"), "≤ 230 kB");
    await tell("console, first route (dashboard): styles", await size(first, "css"), "≤ 25 kB");
    for (const key of lazy) {
      const further = new Set([...closure(chunks, [key])].filter((chunk) => !initial.has(chunk)));
      await tell(`console, further: ${key.split("/").at(-1)}`, await size(further, "js"), "≤ 40 kB");
    }
    await embedSizes();
  },
};

async function embedSizes(): Promise<void> {
  const dist = join(apps, "embed/dist");
  const chunks = await readManifest(join(dist, "manifest.json"));
  const size = sizer(dist, chunks);
  const page = Object.keys(chunks).filter((key) => key.endsWith("player-page.ts"));
  const before = closure(chunks, page);
  const playing = closure(chunks, [...page, ...page.flatMap((key) => chunks[key]?.dynamicImports ?? [])]);
  await tell("embed, before play", (await size(before, "js")) + (await size(before, "css")), "≤ 60 kB");
  await tell("embed, playing", (await size(playing, "js")) + (await size(playing, "css")), "≤ 245 kB");
}

async function tell(what: string, ours: number, goal: string): Promise<void> {
  print({ what, ours: ours / 1_000, unit: "kB", beside: null, better: "lower", goal, rounds: 1 });
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8")) as Manifest;
}

/** Some chunks and everything they import at once. */
function closure(chunks: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    waiting.push(...(chunks[key]?.imports ?? []));
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
    return bytes;
  };
}
