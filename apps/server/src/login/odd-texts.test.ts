import type { OperationMeta } from "@kinora/contract/access.ts";
import { loginContract } from "@kinora/contract/people/login.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Shape } from "../testing/odd-values.ts";
import { addPerson, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

const NUL = "\u0000";
let browser: TestBrowser;

const world = await sharedSignIn();

beforeAll(async () => {
  const email = "ada@example.com";
  await addPerson(world.services, email);
  await insertRow(world.services, "installation_settings", { name: "registration", value: '{"open": true}' });
  world.services.installation.forget();
  browser = new TestBrowser(world);
  await browser.ask("/sign-in", { email, password: PASSWORD });
});

/** Valid values of fields, so that only the odd one is refused. */
const SAMPLES: Record<string, string> = {
  email: "person@example.com",
  password: "amber bridge sleeps",
  current_password: PASSWORD,
  kind: "reset",
  redirect: "http://localhost:4000/dashboard",
};

function textsOf(operation: (typeof loginContract)[keyof typeof loginContract]): string[] {
  const { inputSchema } = operation["~orpc"];
  if (!(inputSchema instanceof z.ZodType)) return [];
  const schema = z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any" }) as Shape;
  return Object.keys(schema.properties ?? {});
}

const fields = Object.entries(loginContract).flatMap(([name, operation]) =>
  textsOf(operation).map((field) => ({ name, field, operation })),
);

test.each(fields)("$name refuses a $field that cannot be stored, and does not fail", async ({ field, operation }) => {
  const { method = "GET", path = "/" } = operation["~orpc"].route;
  const { access } = operation["~orpc"].meta as Partial<OperationMeta>;
  const visitor = access?.who === "anyone" ? new TestBrowser(world) : browser;
  const odd = (text: string) => ({
    ...Object.fromEntries(textsOf(operation).map((name) => [name, SAMPLES[name] ?? "Some text"])),
    [field]: text,
  });
  for (const text of [NUL, `a${NUL}b@example.com`, "\ud800"]) {
    const input = odd(text);
    const filled = path.replaceAll(/\{(\w+)\}/g, () => encodeURIComponent(text.toWellFormed()));
    const answer =
      method === "GET"
        ? await visitor.ask(`${filled}?${new URLSearchParams(input).toString()}`)
        : await visitor.ask(filled, path.includes("{") ? undefined : input, method);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    const stored = method === "GET" || path.includes("{") ? text.toWellFormed() : text;
    if (stored.includes(NUL) || !stored.isWellFormed()) expect(answer.status).toBe(422);
  }
});

test.each([
  "/host?account_id=%00",
  "/logout?redirect=%00",
  "/interaction/%00",
  "/oidc/auth?client_id=%00&response_type=code&scope=openid",
  "/oidc/auth/%00",
  "/session/start?redirect=%00",
  "/session/callback?state=%00&code=%00",
])("the address %s does not fail", async (address) => {
  const host = address.startsWith("/session") ? world.api : world.login;
  expect((await browser.fetch(`${host}${address}`)).status).toBeLessThan(500);
});

test("a code that cannot be stored is an invalid grant", async () => {
  const response = await browser.fetch(`${world.login}/oidc/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=authorization_code&code=%00&client_id=%00&client_secret=x&redirect_uri=x",
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});
