import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { borderRules } from "./borders.ts";
import { consoleNeighbours } from "./console-rooms.ts";
import { surveyImports } from "./cruise.ts";
import { allowedNeighbours } from "./rooms.ts";

const tree = testFolder("borders");

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
  for (const packageName of ["domain", "contract", "client", "db", "storage", "media", "player", "ui", "demo"]) {
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

// One tree for all: to survey one takes as long as all of these.
const forbidden: readonly (readonly [rule: string, from: string, imports: string])[] = [
  ["package-domain", "packages/domain/src/prices.ts", "@kinora/db/schema.ts"],
  ["domain-imports-nothing", "packages/domain/src/rates.ts", "node:fs"],
  ["domain-imports-nothing", "packages/domain/src/taxes.ts", "zod"],
  ["package-contract", "packages/contract/src/videos.ts", "@kinora/db/schema.ts"],
  ["contract-imports-schemas-only", "packages/contract/src/lists.ts", "lodash"],
  ["package-client", "packages/client/src/kinora.ts", "@kinora/db/schema.ts"],
  ["package-storage", "packages/storage/src/local.ts", "@kinora/domain/videos.ts"],
  ["package-media", "packages/media/src/probe.ts", "@kinora/db/schema.ts"],
  ["packages-never-apps", "packages/db/src/rows.ts", "../../../apps/server/src/main.ts"],
  ["package-demo", "packages/demo/src/films.ts", "../../../apps/server/src/videos/queries.ts"],
  ["product-without-demo", "apps/server/src/main.ts", "@kinora/demo/people.ts"],
  ["server-room-videos", "apps/server/src/videos/lists.ts", "../webhooks/service.ts"],
  ["server-room-videos-in-tests", "apps/server/src/videos/lists.test.ts", "../webhooks/service.ts"],
  ["server-room-api-keys", "apps/server/src/api-keys/service.ts", "@kinora/ui/theme.ts"],
  ["server-platform", "apps/server/src/platform/http.ts", "../videos/service.ts"],
  ["server-composition-stays-on-top", "apps/server/src/videos/tasks.ts", "../rooms.ts"],
  ["server-context-as-a-type", "apps/server/src/videos/routes.ts", "../context.ts"],
  ["server-supervisor", "apps/server/src/supervisor/start.ts", "../videos/service.ts"],
  ["server-cli", "apps/server/src/cli/import.ts", "../videos/queries.ts"],
  ["console-room-videos", "apps/console/src/videos/VideosPage.tsx", "../live/LivePage.tsx"],
  ["console-platform", "apps/console/src/platform/session.ts", "../live/LivePage.tsx"],
  ["apps-never-another-app", "apps/console/src/main.tsx", "../../server/src/main.ts"],
  ["browser-code-without-node", "apps/console/src/paths.tsx", "node:path"],
  ["browser-apps-without-server-packages", "apps/login/src/main.tsx", "@kinora/db/schema.ts"],
  ["product-without-tests", "packages/db/src/tables.ts", "./testing.ts"],
  ["every-import-resolves", "packages/db/src/views.ts", "./nowhere.ts"],
];
const imported = [
  "packages/db/src/schema.ts",
  "apps/server/src/webhooks/service.ts",
  "packages/ui/src/theme.ts",
  "apps/server/src/videos/service.ts",
  "apps/server/src/rooms.ts",
  "apps/server/src/context.ts",
  "apps/server/src/videos/queries.ts",
  "apps/console/src/live/LivePage.tsx",
  "packages/db/src/testing.ts",
  "packages/demo/src/people.ts",
];
const circles = ["import", "import type"];

describe("in a tree that breaks every rule", () => {
  let crossings: string[];
  beforeAll(async () => {
    crossings = await crossingsOf("forbidden", {
      ...Object.fromEntries(imported.map((path) => [path, x])),
      ...Object.fromEntries(forbidden.map(([, from, imports]) => [from, value(imports)])),
      ...Object.fromEntries(circles.flatMap((first) => Object.entries(circleOf(first)))),
    });
  });

  test.each(forbidden)("%s stops an import in %s: %s", (rule, from) => {
    expect(crossings.filter((crossing) => crossing.startsWith(`${rule}: ${from} → `))).toHaveLength(1);
  });

  test.each(circles)("a circle is stopped where it says %s", (first) => {
    const [one = ""] = Object.keys(circleOf(first));
    expect(crossings.filter((crossing) => crossing.startsWith("no-circle: ") && crossing.includes(one))).not.toEqual(
      [],
    );
  });
});

function circleOf(first: string): Record<string, string> {
  const [one, two] = [`${first.replace(" ", "-")}-one`, `${first.replace(" ", "-")}-two`];
  return {
    [`packages/db/src/${one}.ts`]: `${first} { x } from "./${two}.ts"; export const y: number = 1; export type Y = typeof x;`,
    [`packages/db/src/${two}.ts`]: `import { y } from "./${one}.ts"; export const x: number = y;`,
  };
}

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
    "apps/server/src/cli/import.ts": 'import { z } from "../users/service.ts"; export { z };',
    "apps/server/src/login/person.ts": x,
    "packages/demo/src/people.ts": value("../../../apps/server/src/login/person.ts"),
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
