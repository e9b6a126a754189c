import { updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { cellClient } from "../platform/http/cells.ts";
import { createLoginApp } from "./app.ts";
import { createPerson } from "./person.ts";
import { CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

const world = await sharedSignIn();

let people = 0;
async function aPerson(options: { superuser?: boolean; ownerOf?: string } = {}) {
  people += 1;
  const email = `person${people}@example.com`;
  const made = await createPerson(world.services, {
    email,
    password: PASSWORD,
    superuser: options.superuser ?? false,
    ownerOf: options.ownerOf ?? null,
  });
  return { email, ...made };
}

async function signedIn(email: string, browser = new TestBrowser(world), redirect = `${CONSOLE}/video?page=2`) {
  const { status, body } = await browser.ask("/sign-in", { email, password: PASSWORD, redirect });
  expect(status).toBe(200);
  const arrived = await browser.follow(String(body["next"]));
  return { browser, arrived };
}

async function who(browser: TestBrowser, init: Parameters<TestBrowser["fetch"]>[1] = {}) {
  const response = await browser.fetch(`${world.api}/who`, init);
  return { status: response.status, ...((await response.json()) as { user_id: number | null }) };
}

test("signing in leads back to the page of the console with a session on the API host", async () => {
  const { email, user } = await aPerson({ ownerOf: "Acme" });
  const { browser, arrived } = await signedIn(email);
  expect(arrived).toBe(`${CONSOLE}/video?page=2`);
  expect(await who(browser)).toEqual({ status: 200, user_id: user.id });
});

test("the cookies: the sessions are hidden from scripts, the XSRF token is not, nothing of the sign-in is left", async () => {
  const { email } = await aPerson();
  const { browser } = await signedIn(email);
  const kept = browser.cookies.map(({ name }) => name).filter((name) => !name.startsWith("kinora_oidc"));
  const own = ["kinora_api_local", "kinora_known", "kinora_login"].map((name) => world.cookieName(name));
  expect(kept.sort()).toEqual(["XSRF-TOKEN", ...own]);
});

test("a change needs the token of the cookie, in the header, from the console", async () => {
  const { email, user } = await aPerson();
  const { browser } = await signedIn(email);
  const token = browser.cookie("XSRF-TOKEN") ?? "";
  expect((await who(browser, { method: "POST" })).status).toBe(403);
  expect((await who(browser, { method: "POST", headers: { "x-xsrf-token": "guessed" } })).status).toBe(403);
  expect(
    (await who(browser, { method: "POST", headers: { "x-xsrf-token": token, origin: "https://evil.example" } })).status,
  ).toBe(403);
  expect(await who(browser, { method: "POST", headers: { "x-xsrf-token": token, origin: CONSOLE } })).toEqual({
    status: 200,
    user_id: user.id,
  });
});

test("signing out ends the session at the login application and on the API host", async () => {
  const { email } = await aPerson();
  const { browser } = await signedIn(email);
  const copy = new TestBrowser(world);
  copy.cookies.push(...browser.cookies);
  const response = await browser.fetch(`${world.login}/logout?redirect=${encodeURIComponent(`${CONSOLE}/`)}`);
  expect(response.headers.get("location")).toBe(`${CONSOLE}/`);
  expect((await who(copy)).user_id).toBeNull();
  expect((await copy.fetch(`${world.login}/host`)).status).toBe(401);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "javascript:alert(1)",
  "http://localhost:4000@evil.example/",
  "http://localhost:4000.evil.example/",
])("no browser is redirected to %s", async (redirect) => {
  const { email } = await aPerson();
  const { arrived, browser } = await signedIn(email, new TestBrowser(world), redirect);
  expect(arrived).toBe(`${CONSOLE}/dashboard`);
  expect(await browser.follow(`${world.api}/session/start?redirect=${encodeURIComponent(redirect)}`)).toBe(
    `${CONSOLE}/dashboard`,
  );
  const out = await browser.fetch(`${world.login}/logout?redirect=${encodeURIComponent(redirect)}`);
  expect(out.headers.get("location")).toBe(`${CONSOLE}/`);
});

test("another person signing in in the same browser gets their own session, not the one before", async () => {
  const [one, other] = [await aPerson(), await aPerson()];
  const { browser } = await signedIn(one.email);
  await signedIn(other.email, browser);
  expect((await who(browser)).user_id).toBe(other.user.id);
});

test("a session value planted before signing in is invalid after it", async () => {
  const { email } = await aPerson();
  const browser = new TestBrowser(world);
  browser.cookies.push(
    { name: world.cookieName("kinora_login"), value: "planted", path: "/" },
    { name: world.cookieName("kinora_api_local"), value: "planted", path: "/" },
  );
  await signedIn(email, browser);
  expect(browser.cookie(world.cookieName("kinora_login"))).not.toBe("planted");
  expect(browser.cookie(world.cookieName("kinora_api_local"))).not.toBe("planted");
});

test("signing in again ends the earlier session of the browser", async () => {
  const { email } = await aPerson();
  const { browser } = await signedIn(email);
  const name = world.cookieName("kinora_login");
  const copied = new TestBrowser(world);
  copied.cookies.push({ name, value: browser.cookie(name) ?? "", path: "/" });
  expect((await copied.ask("/profile")).status).toBe(200);
  await signedIn(email, browser);
  expect((await browser.ask("/profile")).status).toBe(200);
  expect((await copied.ask("/profile")).status).toBe(401);
});

test("a sign-in begun in one browser cannot be finished in another", async () => {
  const { email } = await aPerson();
  const { browser } = await signedIn(email);
  let address = `${world.api}/session/start`;
  while (!address.includes("/session/callback")) {
    const location = (await browser.fetch(address)).headers.get("location") ?? "";
    address = new URL(location, address).href;
  }
  const victim = new TestBrowser(world);
  expect(await victim.follow(address)).toBe(`${CONSOLE}/dashboard`);
  expect(victim.cookie(world.cookieName("kinora_api_local"))).toBeUndefined();
});

test("without a login session, starting one at the API host leads to the login page and from there back", async () => {
  const { email, user } = await aPerson();
  const browser = new TestBrowser(world);
  const login = new URL(
    await browser.follow(`${world.api}/session/start?redirect=${encodeURIComponent(`${CONSOLE}/live`)}`, "/login"),
  );
  expect(login.pathname).toBe("/login");
  const { arrived } = await signedIn(email, browser, login.searchParams.get("redirect") ?? "");
  expect(arrived).toBe(`${CONSOLE}/live`);
  expect((await who(browser)).user_id).toBe(user.id);
});

test("a blocked person is signed out at once", async () => {
  const { email, user } = await aPerson();
  const { browser } = await signedIn(email);
  await updateRows(world.services, "users", { id: user.id }, { status: "blocked" });
  expect((await who(browser)).user_id).toBeNull();
  expect((await browser.ask("/sign-in", { email, password: PASSWORD })).body["message"]).toBe(
    "Email or password is wrong.",
  );
});

test("only members of an account can read its host; foreign and missing accounts are answered alike", async () => {
  const [one, other] = [await aPerson({ ownerOf: "One" }), await aPerson({ ownerOf: "Other" })];
  const { browser } = await signedIn(one.email);
  const host = async (query: string) => {
    const response = await browser.fetch(`${world.login}/host${query}`, { headers: { origin: CONSOLE } });
    return {
      status: response.status,
      body: (await response.json()) as unknown,
      origin: response.headers.get("access-control-allow-origin"),
    };
  };
  expect(await host("")).toEqual({
    status: 200,
    body: { host: world.api, account_id: one.account?.id },
    origin: CONSOLE,
  });
  expect((await host(`?account_id=${one.account?.id}`)).status).toBe(200);
  const foreign = await host(`?account_id=${other.account?.id}`);
  const missing = await host("?account_id=999999");
  expect([foreign.status, missing.status, (await host("?account_id=abc")).status]).toEqual([404, 404, 404]);
  expect((foreign.body as { message: string }).message).toBe((missing.body as { message: string }).message);
});

test("a superuser without an account is served by the own cell and reaches every account", async () => {
  const [root, owner] = [await aPerson({ superuser: true }), await aPerson({ ownerOf: "Any" })];
  const { browser } = await signedIn(root.email);
  const host = async (query: string) => (await browser.fetch(`${world.login}/host${query}`)).json() as Promise<unknown>;
  expect(await host("")).toEqual({ host: world.api, account_id: null });
  expect(await host(`?account_id=${owner.account?.id}`)).toEqual({ host: world.api, account_id: owner.account?.id });
});

test("only the console's pages may read which host it is", async () => {
  const browser = new TestBrowser(world);
  for (const origin of ["https://evil.example", "null", `${CONSOLE}.evil.example`]) {
    const response = await browser.fetch(`${world.login}/host`, { headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("a session ends after two weeks without use, and after thirty days in any case", async () => {
  const { email } = await aPerson();
  const { browser } = await signedIn(email);
  const day = 24 * 60 * 60 * 1000;
  world.later(13 * day);
  expect((await who(browser)).user_id).not.toBeNull();
  world.later(13 * day);
  expect((await who(browser)).user_id).not.toBeNull();
  world.later(5 * day);
  expect((await who(browser)).user_id).toBeNull();
  const idle = await signedIn(email);
  world.later(15 * day);
  expect((await who(idle.browser)).user_id).toBeNull();
});

test("under https every cookie is secure and bound to its host", async () => {
  const tls = {
    ...world.services,
    config: {
      ...world.services.config,
      urls: {
        ...world.services.config.urls,
        login: "https://login.example.com",
        api: "https://api.example.com",
        console: "https://console.example.com",
      },
      cells: { local: "https://api.example.com" },
    },
  };
  const app = await createLoginApp(tls);
  const client = cellClient(tls.secrets, "local", "https://api.example.com");
  const question = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: "code",
    scope: "openid",
    state: "state",
    nonce: "nonce",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const begun = await app.inject({ url: `/oidc/auth?${question.toString()}`, headers: { host: "login:4001" } });
  expect(begun.statusCode).toBe(303);
  const signedOut = await app.inject({ url: "/logout" });
  await app.close();
  const cookies = [begun.headers["set-cookie"], signedOut.headers["set-cookie"]].flat().map(String);
  expect(cookies.length).toBeGreaterThan(2);
  expect(cookies.filter((cookie) => !/; secure/i.test(cookie) || /; domain=/i.test(cookie))).toEqual([]);
  expect(cookies.at(-1)).toMatch(/^__Host-kinora_login=;/);
});

test.each([
  ["another address to come back to", { redirect_uri: "https://evil.example/session/callback" }],
  ["no proof key", { code_challenge: "", code_challenge_method: "" }],
  ["an unknown client", { client_id: "api-unknown" }],
])("the provider refuses a sign-in with %s", async (_name, change) => {
  const { browser } = await signedIn("person1@example.com");
  const begun = new URL((await browser.fetch(`${world.api}/session/start`)).headers.get("location") ?? "");
  for (const [name, value] of Object.entries(change)) begun.searchParams.set(name, value);
  const response = await browser.fetch(begun.href);
  const location = response.headers.get("location") ?? "";
  expect(location).not.toContain("evil.example");
  expect(location).not.toContain("code=");
  expect(location).not.toContain("/interaction/");
});
