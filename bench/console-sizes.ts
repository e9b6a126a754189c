import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Manifest } from "vite";
import type { Tell } from "./console-baseline.ts";

const apps = resolve(import.meta.dirname, "../apps");

const KB = { unit: "kB", better: "lower" } as const;

/** What a browser has to fetch, compressed: the console's first page and its further ones, and the player; from a build made now. */
export async function measureSizes(cleanUp: AsyncDisposableStack, tell: Tell): Promise<void> {
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
  const dashboard = lazy.filter((key) => key.includes("DashboardPage") || key.endsWith("dashboard/texts.ts"));
  const first = closure(chunks, [...entry, ...dashboard]);
  await tell(
    "public home: scripts and styles",
    (await size(initial, "js")) + (await size(initial, "css")),
    "≤ 110 kB",
    KB,
  );
  await tell("first route (dashboard): scripts", await size(first, "js"), "≤ 230 kB", KB);
  await tell("first route (dashboard): styles", await size(first, "css"), "≤ 25 kB", KB);
  for (const key of lazy.filter((each) => each.endsWith("Page.tsx"))) {
    const further = new Set([...closure(chunks, [key])].filter((chunk) => !initial.has(chunk)));
    const name = key.split("/").at(-1);
    await tell(`further route ${name}: scripts`, await size(further, "js"), "≤ 40 kB", KB);
    await tell(`further route ${name}: styles`, await size(further, "css"), "≤ 25 kB with the first", KB);
  }
  await measureEmbed(tell);
}

async function measureEmbed(tell: Tell): Promise<void> {
  const dist = join(apps, "embed/dist");
  const chunks = await readManifest(join(dist, "manifest.json"));
  const size = sizer(dist, chunks);
  const page = Object.keys(chunks).filter((key) => key.endsWith("player-page.ts"));
  const before = closure(chunks, page);
  const playing = closure(chunks, [...page, ...page.flatMap((key) => chunks[key]?.dynamicImports ?? [])]);
  await tell("embed, before play", (await size(before, "js")) + (await size(before, "css")), "≤ 60 kB", KB);
  await tell("embed, playing", (await size(playing, "js")) + (await size(playing, "css")), "≤ 245 kB", KB);
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
    return bytes / 1_000;
  };
}
