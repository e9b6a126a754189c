import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, expect, test } from "vitest";
import { endSessions } from "./sessions.ts";
import { aSignedInPerson, CONSOLE, echoApi, sharedSignIn, type TestBrowser } from "./testing.ts";

const port = await freePort();
const second = `http://localhost:${port}`;
const world = await sharedSignIn({ KINORA_CELLS: `second=${second}` });
const { services } = world;
const { config } = services;
const there = await echoApi({
  ...services,
  config: { ...config, cell: "second", urls: { ...config.urls, api: second } },
});
await there.listen({ port });
afterAll(() => there.close());

const cells = [world.api, second];

const whoIsAt = async (api: string, browser: TestBrowser) =>
  ((await (await browser.fetch(`${api}/who`)).json()) as { user_id: number | null }).user_id;

test.each([
  ["signs out in one place", (browser: TestBrowser) => browser.ask("/sign-out", {})],
  ["loses all sessions, as one who is blocked", (_: TestBrowser, id: number) => endSessions(services.db, id)],
])("who %s is signed out at the API hosts of all cells with the next request", async (how, end) => {
  const { id, browser } = await aSignedInPerson(world, `${how.slice(0, 5).trim()}@example.com`);
  for (const api of cells)
    await browser.follow(`${api}/session/start?redirect=${encodeURIComponent(`${CONSOLE}/live`)}`);
  for (const api of cells) expect(await whoIsAt(api, browser)).toBe(id);
  await end(browser, id);
  for (const api of cells) expect(await whoIsAt(api, browser)).toBeNull();
});

test("the session of one cell is none at another", async () => {
  const { id, browser } = await aSignedInPerson(world, "one@example.com");
  await browser.follow(`${world.api}/session/start?redirect=${encodeURIComponent(`${CONSOLE}/live`)}`);
  const [own, other] = ["kinora_api_local", "kinora_api_second"].map((name) => world.cookieName(name));
  const value = browser.cookie(own ?? "") ?? "";
  expect(value).not.toBe("");
  browser.cookies.push({ name: other ?? "", value, path: "/" });
  expect([await whoIsAt(world.api, browser), await whoIsAt(second, browser)]).toEqual([id, null]);
});
