import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borderRules } from "./borders.ts";
import { consoleNeighbours } from "./console-rooms.ts";
import { surveyImports } from "./cruise.ts";
import { allowedNeighbours } from "./rooms.ts";

let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "kinora-borders-"));
});
afterAll(() => rm(tree, { recursive: true, force: true }));

/** Plants files in a fresh tree with Kinora's packages linked as npm links them, and surveys it. */
async function crossingsOf(name: string, files: Record<string, string>, rules = borderRules()): Promise<string[]> {
  const root = join(tree, name);
  const everything: Record<string, string> = {
    "package.json": '{"type":"module"}',
    "node_modules/zod/package.json": '{"name":"zod","type":"module","main":"index.js"}',
    "node_modules/zod/index.js": "export const z = 1;",
    "node_modules/lodash/package.json": '{"name":"lodash","type":"module","main":"index.js"}',
    "node_modules/lodash/index.js": "export const z = 1;",
    "apps/server/src/main.ts": "export const main = 1;",
    "packages/domain/src/videos.ts": "export const x = 1;",
    ...files,
  };
  await mkdir(join(root, "node_modules/@kinora"), { recursive: true });
  for (const packageName of ["domain", "contract", "client", "db", "storage", "media", "player", "ui"]) {
    everything[`packages/${packageName}/package.json`] =
      `{"name":"@kinora/${packageName}","type":"module","exports":{"./*.ts":"./src/*.ts"}}`;
    await symlink(`../../packages/${packageName}`, join(root, "node_modules/@kinora", packageName));
  }
  for (const [path, text] of Object.entries(everything)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const { crossings } = await surveyImports(root, rules);
  return crossings.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
}

const value = (specifier: string): string => `import { x } from "${specifier}"; export const y = x;`;
const x = "export const x = 1;";

test.each<{ rule: string; from: string; imports: string; target?: string }>([
  {
    rule: "package-domain",
    from: "packages/domain/src/prices.ts",
    imports: "@kinora/db/schema.ts",
    target: "packages/db/src/schema.ts",
  },
  { rule: "domain-imports-nothing", from: "packages/domain/src/prices.ts", imports: "node:fs" },
  { rule: "domain-imports-nothing", from: "packages/domain/src/prices.ts", imports: "zod" },
  {
    rule: "package-contract",
    from: "packages/contract/src/videos.ts",
    imports: "@kinora/db/schema.ts",
    target: "packages/db/src/schema.ts",
  },
  { rule: "contract-imports-schemas-only", from: "packages/contract/src/videos.ts", imports: "lodash" },
  {
    rule: "package-client",
    from: "packages/client/src/kinora.ts",
    imports: "@kinora/db/schema.ts",
    target: "packages/db/src/schema.ts",
  },
  { rule: "package-storage", from: "packages/storage/src/local.ts", imports: "@kinora/domain/videos.ts" },
  {
    rule: "package-media",
    from: "packages/media/src/probe.ts",
    imports: "@kinora/db/schema.ts",
    target: "packages/db/src/schema.ts",
  },
  { rule: "packages-never-apps", from: "packages/db/src/schema.ts", imports: "../../../apps/server/src/main.ts" },
  {
    rule: "server-room-videos",
    from: "apps/server/src/videos/service.ts",
    imports: "../webhooks/service.ts",
    target: "apps/server/src/webhooks/service.ts",
  },
  {
    rule: "server-room-videos-in-tests",
    from: "apps/server/src/videos/service.test.ts",
    imports: "../webhooks/service.ts",
    target: "apps/server/src/webhooks/service.ts",
  },
  {
    rule: "server-room-api-keys",
    from: "apps/server/src/api-keys/service.ts",
    imports: "@kinora/ui/theme.ts",
    target: "packages/ui/src/theme.ts",
  },
  {
    rule: "server-platform",
    from: "apps/server/src/platform/http.ts",
    imports: "../videos/service.ts",
    target: "apps/server/src/videos/service.ts",
  },
  {
    rule: "server-composition-stays-on-top",
    from: "apps/server/src/videos/service.ts",
    imports: "../rooms.ts",
    target: "apps/server/src/rooms.ts",
  },
  {
    rule: "server-context-as-a-type",
    from: "apps/server/src/videos/service.ts",
    imports: "../context.ts",
    target: "apps/server/src/context.ts",
  },
  {
    rule: "server-supervisor",
    from: "apps/server/src/supervisor/start.ts",
    imports: "../videos/service.ts",
    target: "apps/server/src/videos/service.ts",
  },
  {
    rule: "server-cli",
    from: "apps/server/src/cli/seed.ts",
    imports: "../videos/queries.ts",
    target: "apps/server/src/videos/queries.ts",
  },
  {
    rule: "console-room-videos",
    from: "apps/console/src/videos/VideosPage.tsx",
    imports: "../live/LivePage.tsx",
    target: "apps/console/src/live/LivePage.tsx",
  },
  {
    rule: "console-platform",
    from: "apps/console/src/platform/session.ts",
    imports: "../live/LivePage.tsx",
    target: "apps/console/src/live/LivePage.tsx",
  },
  { rule: "apps-never-another-app", from: "apps/console/src/main.tsx", imports: "../../server/src/main.ts" },
  { rule: "browser-code-without-node", from: "apps/console/src/main.tsx", imports: "node:path" },
  {
    rule: "browser-apps-without-server-packages",
    from: "apps/login/src/main.tsx",
    imports: "@kinora/db/schema.ts",
    target: "packages/db/src/schema.ts",
  },
  {
    rule: "product-without-tests",
    from: "packages/db/src/schema.ts",
    imports: "./testing.ts",
    target: "packages/db/src/testing.ts",
  },
  { rule: "every-import-resolves", from: "packages/db/src/schema.ts", imports: "./nowhere.ts" },
])("$rule stops $imports in $from", async ({ rule, from, imports, target }) => {
  const name = `${rule}-${from}-${imports}`.replaceAll(/[^a-zA-Z]+/g, "-");
  const crossings = await crossingsOf(name, { ...(target ? { [target]: x } : {}), [from]: value(imports) });
  expect(crossings.filter((crossing) => crossing.startsWith(`${rule}: ${from} → `))).toHaveLength(1);
});

test.each(["import", "import type"])("a circle is stopped where it says %s", async (first) => {
  const crossings = await crossingsOf(`circle-of-${first.replace(" ", "-")}`, {
    "packages/db/src/first.ts": `${first} { x } from "./second.ts"; export const y: number = 1; export type Y = typeof x;`,
    "packages/db/src/second.ts": 'import { y } from "./first.ts"; export const x: number = y;',
  });
  expect(crossings).toContainEqual(expect.stringMatching(/^no-circle: /));
});

test("what the architecture allows passes", async () => {
  const crossings = await crossingsOf("allowed", {
    "packages/contract/src/videos.ts":
      'import { x } from "@kinora/domain/videos.ts"; import { z } from "zod"; export { x, z };',
    "packages/db/src/schema.ts": value("@kinora/domain/videos.ts"),
    "packages/db/src/testing.ts": value("./schema.ts"),
    "apps/server/src/context.ts": "export interface Context { a: 1 }",
    "apps/server/src/platform/http.ts": value("@kinora/contract/videos.ts"),
    "apps/server/src/videos/queries.ts": value("@kinora/db/schema.ts"),
    "apps/server/src/videos/service.ts":
      'import type { Context } from "../context.ts"; import { x } from "./queries.ts"; import { y } from "../platform/http.ts"; export const z = (_: Context) => [x, y];',
    "apps/server/src/videos/service.test.ts": value("@kinora/db/testing.ts"),
    "apps/server/src/users/service.ts": "export const z = 1;",
    "apps/server/src/rooms.ts": 'import { z } from "./videos/service.ts"; export { z };',
    "apps/server/src/cli/seed.ts": 'import { z } from "../users/service.ts"; export { z };',
    "apps/console/src/videos/VideosPage.tsx": value("@kinora/contract/videos.ts"),
  });
  expect(crossings).toEqual([]);
});

test("a neighbour on the list may be called, and only at the named file", async () => {
  const files = {
    "apps/server/src/videos/service.ts": x,
    "apps/server/src/videos/queries.ts": x,
    "apps/server/src/live/service.ts": value("../videos/service.ts"),
    "apps/server/src/live/recording.ts": value("../videos/queries.ts"),
  };
  const rules = borderRules([{ from: "live", to: "videos/service.ts", why: "a recording becomes a video" }]);
  expect(await crossingsOf("neighbour", files, rules)).toEqual([
    "server-room-live: apps/server/src/live/recording.ts → apps/server/src/videos/queries.ts",
  ]);
});

test("a neighbour in the console may be shown, and only the named file by the named rooms", async () => {
  const files = {
    "apps/console/src/players/PlayerSelect.tsx": x,
    "apps/console/src/players/queries.ts": x,
    "apps/console/src/videos/EmbedPanel.tsx": value("../players/PlayerSelect.tsx"),
    "apps/console/src/videos/EmbedTab.tsx": value("../players/queries.ts"),
    "apps/console/src/ads/AdsPage.tsx": value("../players/PlayerSelect.tsx"),
    "apps/console/src/shell/Frame.tsx": value("../players/PlayerSelect.tsx"),
  };
  const rules = borderRules([], [{ from: ["videos"], to: ["players/PlayerSelect.tsx"], why: "an embed has a player" }]);
  expect((await crossingsOf("console-neighbour", files, rules)).sort()).toEqual([
    "console-platform: apps/console/src/shell/Frame.tsx → apps/console/src/players/PlayerSelect.tsx",
    "console-room-ads: apps/console/src/ads/AdsPage.tsx → apps/console/src/players/PlayerSelect.tsx",
    "console-room-videos: apps/console/src/videos/EmbedTab.tsx → apps/console/src/players/queries.ts",
  ]);
});

const inConsole = consoleNeighbours.flatMap(({ from, to, why }) =>
  from.flatMap((room) => to.map((file) => ({ from: room, to: file, why }))),
);

test.each<[app: string, neighbours: readonly { from: string; to: string; why: string }[]]>([
  ["server", allowedNeighbours],
  ["console", inConsole],
])("the neighbours of the %s are there, have no circle and a reason in each line", (app, neighbours) => {
  const next = (room: string): string[] =>
    neighbours.filter(({ from }) => from === room).map(({ to }) => to.split("/")[0] ?? "");
  const reaches = (room: string, goal: string, seen = new Set<string>()): boolean =>
    next(room).some((other) => other === goal || (!seen.has(other) && reaches(other, goal, seen.add(other))));
  expect(neighbours.filter(({ from }) => reaches(from, from))).toEqual([]);
  expect(neighbours.filter(({ why }) => why.length < 20)).toEqual([]);
  const source = join(import.meta.dirname, `../../apps/${app}/src`);
  expect(neighbours.filter(({ to }) => !existsSync(join(source, to)))).toEqual([]);
});
