import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { checkXsrf, sharedDomain, xsrfCookie, xsrfToken } from "./xsrf.ts";

const secrets = { sessionKey: "k".repeat(43) };
const urls = {
  console: "https://console.video.example",
  login: "https://login.video.example",
  api: "https://api.video.example",
  edge: "https://edge.video.example",
  rtmp: "rtmp://video.example",
};
const config = { urls };
const session = randomBytes(32);
const token = xsrfToken(secrets, session);

test.each([
  ["http://localhost:4000", "http://localhost:4002", undefined],
  ["https://console.video.example", "https://api.video.example", "video.example"],
  ["https://video.example", "https://api.video.example", "video.example"],
  ["https://console.one", "https://api.two", undefined],
  ["https://console.example", "https://api.example", undefined],
  ["http://10.0.0.1", "http://11.0.0.1", undefined],
])("the cookie of %s and %s is shared through %s", (one, other, domain) => {
  expect(sharedDomain(one, other)).toBe(domain);
});

test("the token cookie is readable, secure under https and only sent when the browser lacks it", () => {
  expect(xsrfCookie(config, secrets, session, undefined)).toBe(
    `XSRF-TOKEN=${token}; Path=/; Domain=video.example; Max-Age=2592000; Secure; SameSite=Lax`,
  );
  expect(xsrfCookie(config, secrets, session, "of-an-older-session")).not.toBeNull();
  expect(xsrfCookie(config, secrets, session, token)).toBeNull();
});

test("a change needs the session's own token", () => {
  const post = (headers: Record<string, string>) => () =>
    checkXsrf(config, secrets, session, { method: "POST", headers });
  expect(post({})).toThrow("out of date");
  expect(post({ "x-xsrf-token": "" })).toThrow("out of date");
  expect(post({ "x-xsrf-token": xsrfToken(secrets, randomBytes(32)) })).toThrow("out of date");
  expect(post({ "x-xsrf-token": token })).not.toThrow();
  expect(post({ "x-xsrf-token": token, origin: urls.console })).not.toThrow();
});

test.each([
  "https://evil.example",
  "null",
  "http://console.video.example",
  "https://console.video.example.evil.example",
])("a change from the origin %s is refused even with the token", (origin) => {
  const request = { method: "DELETE", headers: { origin, "x-xsrf-token": token } };
  expect(() => checkXsrf(config, secrets, session, request)).toThrow("isn't allowed to make it");
});

test("reading needs no token", () => {
  expect(() =>
    checkXsrf(config, secrets, session, { method: "GET", headers: { origin: "https://evil.example" } }),
  ).not.toThrow();
});
