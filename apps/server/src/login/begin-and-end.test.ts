import { beforeAll, beforeEach, expect, test } from "vitest";
import { createPerson } from "./person.ts";
import { CONSOLE, sharedSignIn, signInWorld, TestBrowser } from "./testing.ts";

const PERSON = { email: "ada@example.com", password: "violet ladder hums", superuser: false, ownerOf: null };
let browser: TestBrowser;

const world = await sharedSignIn();

beforeAll(() => createPerson(world.services, PERSON));
beforeEach(async () => {
  browser = new TestBrowser(world);
  const { body } = await browser.ask("/sign-in", { email: PERSON.email, password: PERSON.password });
  await browser.follow(String(body["next"]));
});

async function isSignedIn(): Promise<boolean> {
  const answer = (await (await browser.fetch(`${world.api}/who`)).json()) as { user_id: number | null };
  return answer.user_id !== null;
}

test.each([
  ["a foreign page", { referer: "https://evil.example/", "sec-fetch-site": "cross-site" }, false],
  ["a foreign page that hides itself", { "sec-fetch-site": "cross-site" }, false],
  ["a neighbour of the same site", { "sec-fetch-site": "same-site" }, false],
  ["a foreign page in an old browser", { referer: "http://localhost:4009/" }, false],
  ["the console", { referer: `${CONSOLE}/`, "sec-fetch-site": "same-site" }, true],
  ["the address bar", { "sec-fetch-site": "none" }, true],
  ["a script that keeps cookies", {}, true],
])("signing out by a request of %s", async (_name, headers: Record<string, string>, signsOut) => {
  const redirect = encodeURIComponent(`${CONSOLE}/live`);
  const response = await browser.fetch(`${world.login}/logout?redirect=${redirect}`, { headers });
  const asked = `${world.login}/sign-out?redirect=${redirect}`;
  expect(response.headers.get("location")).toBe(signsOut ? `${CONSOLE}/live` : asked);
  expect(await isSignedIn()).toBe(!signsOut);
  // The page that asks then signs out.
  const { status, body } = await browser.ask("/sign-out", { redirect: `${CONSOLE}/live` });
  expect([status, body["next"]]).toEqual([200, `${CONSOLE}/live`]);
  expect(await isSignedIn()).toBe(false);
});

test("ninety visits to the start leave one short cookie, and every sign-in of them leads to its own page", async () => {
  const begun: string[] = [];
  for (let visit = 0; visit < 90; visit += 1) {
    const redirect = encodeURIComponent(`${CONSOLE}/video?page=${visit}&q=${"x".repeat(1_500)}`);
    const response = await browser.fetch(`${world.api}/session/start?redirect=${redirect}`);
    begun.push(response.headers.get("location") ?? "");
  }
  const size = browser.cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  expect(browser.cookies.filter(({ name }) => name.startsWith("kinora_start"))).toHaveLength(1);
  expect(size).toBeLessThan(1_000);
  for (const visit of [0, 89]) {
    const arrived = new URL(await browser.follow(begun[visit] ?? ""));
    expect(arrived.searchParams.get("page")).toBe(String(visit));
  }
});

test("two installations on one host name leave each other's sessions alone", async () => {
  const other = await signInWorld();
  await createPerson(other.services, PERSON);
  const there = new TestBrowser(other);
  there.cookies.push(...browser.cookies);
  const { body } = await there.ask("/sign-in", { email: PERSON.email, password: PERSON.password });
  await there.follow(String(body["next"]));
  browser.cookies.splice(0, browser.cookies.length, ...there.cookies);
  expect(await isSignedIn()).toBe(true);
  expect((await browser.ask("/profile")).status).toBe(200);
  await there.ask("/sign-out", {});
  browser.cookies.splice(0, browser.cookies.length, ...there.cookies);
  expect(await isSignedIn()).toBe(true);
  // The token both share is set again with each answer, and so with the one before a change.
  const token = browser.cookie("XSRF-TOKEN") ?? "";
  const changed = await browser.fetch(`${world.api}/who`, {
    method: "POST",
    headers: { "x-xsrf-token": token, origin: CONSOLE },
  });
  expect(changed.status).toBe(200);
  await other.stop();
});

test("a sign-in begun more than half an hour ago is not finished", async () => {
  let address = `${world.api}/session/start?redirect=${encodeURIComponent(`${CONSOLE}/live`)}`;
  while (!address.includes("/session/callback")) {
    const location = (await browser.fetch(address)).headers.get("location") ?? "";
    address = new URL(location, address).href;
  }
  const before = browser.cookie(world.cookieName("kinora_api_local"));
  world.later(31 * 60 * 1000);
  expect(await browser.follow(address)).toBe(`${CONSOLE}/dashboard`);
  expect(browser.cookie(world.cookieName("kinora_api_local"))).toBe(before);
});
