import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { expect, test } from "vitest";
import { addPerson, CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

// A name of RFC 6761 that nothing resolves: what a server knows of its own public name behind many a router.
const PUBLIC = "https://login.kinora.invalid";
const world = await sharedSignIn({ KINORA_LOGIN_URL: PUBLIC });

/** Follows redirects as a browser outside does, for which the name exists. */
async function follow(browser: TestBrowser, address: string): Promise<string> {
  for (let hop = 0, at = address; hop < 12; hop += 1) {
    const reached = at.replace(PUBLIC, world.login);
    if (![world.login, world.api].includes(new URL(reached).origin)) return at;
    const response = await browser.fetch(reached);
    const location = response.headers.get("location");
    if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
  }
  throw new Error("Too many redirects.");
}

test("a sign-in works where the server cannot reach the login application by its public name", async () => {
  const id = await addPerson(world.services, "ann@example.com");
  const browser = new TestBrowser(world);
  const signedIn = await browser.fetch(`${world.login}/api/sign-in`, {
    method: "POST",
    headers: { origin: PUBLIC, [LOGIN_HEADER]: "1", "content-type": "application/json" },
    body: JSON.stringify({ email: "ann@example.com", password: PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  expect(await follow(browser, `${world.api}/session/start`)).toBe(`${CONSOLE}/dashboard`);
  expect(await (await browser.fetch(`${world.api}/who`)).json()).toEqual({ user_id: id });
});
