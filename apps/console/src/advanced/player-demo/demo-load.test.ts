// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn } from "../../testing/signed-in.ts";
import { NO_FIELDS, type DemoFields, type FieldProblem } from "./demo-fields.ts";
import { loadDemo } from "./demo-load.ts";
import type { DemoItem } from "./demo-queries.ts";

const EDGE = "https://media.example.com";
const item = {
  kind: "video",
  id: 4,
  hash: "8f3a21c9",
  title: "Harbor",
  preview_url: `${EDGE}/embed/8f3a21c9?token=pass`,
} as DemoItem;

/** What the server answers. */
let answer: () => [body: object, status: number];
beforeEach(() => {
  signedIn();
  answer = () => [{ data: [] }, 200];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const [body, status] = answer();
    return Response.json(body, { status });
  });
});
afterEach(() => vi.restoreAllMocks());

const load = (fields: Partial<DemoFields>, host: DemoItem | null = item) =>
  loadDemo(
    { ...NO_FIELDS, ...fields },
    { edgeUrl: EDGE, t: (key) => key, notJson: () => "notJson", host: () => Promise.resolve(host) },
  );
const problemOf = (fields: Partial<DemoFields>, host?: null) =>
  load(fields, host).then(
    () => null,
    ({ field, words }: FieldProblem) => [field, ...words],
  );

test("a superuser's pass plays an item in the chosen player, and may fetch ads of other servers only where one is asked for", async () => {
  expect(await load({ item, player: "p1p1p1p1" })).toMatchObject({
    page: `${EDGE}/embed/8f3a21c9?token=pass&player=p1p1p1p1`,
    player: "p1p1p1p1",
    orders: { settings: null, ads: null, source: null },
  });
  const withAd = await load({ item, tag: " https://ads.example.com/vast " });
  expect(withAd.page).toBe(`${EDGE}/embed/8f3a21c9?token=pass&ads=draft`);
  expect(withAd.orders.ads?.breaks[0]?.tags).toEqual(["https://ads.example.com/vast"]);
});

test("a viewer has no pass but a token of their own, and no ads of the console", async () => {
  const tag = "https://ads.example.com/vast";
  expect(await load({ item, context: "viewer", token: " abc ", tag })).toMatchObject({
    page: `${EDGE}/embed/8f3a21c9?token=abc`,
    orders: { ads: null },
  });
  expect((await load({ item, context: "viewer" })).page).toBe(`${EDGE}/embed/8f3a21c9`);
});

test("an address of another server plays in the page of a video, and has no codes of its own", async () => {
  expect(await load({ address: "https://other.example/a.m3u8", live: true, player: "p1p1p1p1" })).toMatchObject({
    item: null,
    player: null,
    page: `${EDGE}/embed/8f3a21c9?token=pass&ads=draft`,
    orders: { source: { source: "https://other.example/a.m3u8", live: true } },
  });
  expect(await problemOf({ address: "https://other.example/a.m3u8" }, null)).toEqual(["address", "hostMissing"]);
});

test("an ID that the server knows is played, and one it does not know is refused in place", async () => {
  answer = () => [{ data: [item] }, 200];
  expect(await load({ address: `${EDGE}/v/8f3a21c9` })).toMatchObject({ item: { id: 4 } });
  expect(await problemOf({ address: "another12" })).toEqual(["address", "itemMissing"]);
});

test.each<[Partial<DemoFields>, string[]]>([
  [{}, ["item", "sourceEmpty"]],
  [{ address: "file:///etc/passwd" }, ["address", "sourceUnknown"]],
  [{ item, settings: "{ radius: 3 }" }, ["settings", "notJson"]],
  [{ item, settings: "[]" }, ["settings", "settingsNoObject"]],
])("%j is refused at its field", async (fields, problem) => {
  expect(await problemOf(fields)).toEqual(problem);
});

test("what the server says of settings stands at the field, a line for each setting", async () => {
  answer = () => [
    {
      code: "invalid",
      message: "Wrong.",
      errors: { "settings.radius": ["Too round."], "settings.loop": ["No flag."] },
    },
    422,
  ];
  expect(await problemOf({ item, settings: '{"radius": 400}' })).toEqual([
    "settings",
    "radius: Too round.",
    "loop: No flag.",
  ]);
});
