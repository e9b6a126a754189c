import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Context } from "../../context.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { asUser } from "../../platform/testing.ts";
import { accountGrantOf, roleNamed } from "../../testing/fixtures.ts";
import { createPerson } from "../person.ts";
import { CONSOLE, type SignInWorld, type TestBrowser } from "../testing.ts";
import { redirectUri } from "./begin.ts";
import { addDomain, verifyByHand } from "./domains.ts";
import { saveSignIn } from "./settings.ts";

export const PASSWORD = "violet ladder hums";

interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUris?: string[];
}

/** An account whose people sign in with a provider. */
export interface OrganizationAccount {
  accountId: number;
  projectId: number;
  roleId: number;
  /** Its verified mail domain; nobody else's. */
  domain: string;
  owner: { id: number; email: string };
  context: Context;
  grant: Grant;
  redirectUri: string;
}

/** Makes an account with a verified mail domain, whose provider is this one. */
export async function organizationAccount(world: SignInWorld, provider: Provider): Promise<OrganizationAccount> {
  const { services } = world;
  const name = randomBytes(5).toString("hex");
  const domain = `${name}.example`;
  const email = `owner@${domain}`;
  const made = await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: name });
  const accountId = made.account?.id ?? 0;
  const projectId = made.project?.id ?? 0;
  const roleId = await roleNamed(services, { accountId }, "Viewer");
  const context: Context = { ...services, caller: asUser(made.user.id) };
  const grant = accountGrantOf({ accountId });
  await addDomain(context, grant, domain);
  await verifyByHand(context, { accountId, domain, reason: "a test" });
  const { issuer, clientId, clientSecret } = provider;
  await saveSignIn(context, grant, { issuer, clientId, clientSecret, projectId, roleId, required: false });
  const uri = redirectUri(services.config, accountId);
  provider.redirectUris?.push(uri);
  const owner = { id: made.user.id, email };
  return { accountId, projectId, roleId, domain, owner, context, grant, redirectUri: uri };
}

/** Begins a sign-in; answers the address of the provider. */
export async function begin(browser: TestBrowser, email: string, redirect = `${CONSOLE}/video`): Promise<string> {
  const { status, body } = await browser.ask("/sign-in/provider", { email, redirect });
  expect(body).not.toHaveProperty("error");
  expect(status).toBe(200);
  return String(body["next"]);
}

/** Follows redirects at the provider until it sends the browser back; answers that address, which is not opened. */
export async function answerOf(browser: TestBrowser, url: string): Promise<string> {
  let address = url;
  for (let hop = 0; hop < 10; hop += 1) {
    if (address.startsWith(browser.world.login)) return address;
    const response = await browser.fetch(address);
    const location = response.headers.get("location");
    if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    address = new URL(location, address).href;
  }
  throw new Error(`Too many redirects, the last to ${address}.`);
}

/** Opens a provider's answer; answers where the browser is sent. */
export async function open(browser: TestBrowser, answer: string): Promise<URL> {
  const response = await browser.fetch(answer);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

/** The whole way: answers where the browser is sent at the end. */
export async function signInWithProvider(browser: TestBrowser, email: string): Promise<URL> {
  return open(browser, await answerOf(browser, await begin(browser, email)));
}

/** Whom the API host knows a browser as. */
export async function who(browser: TestBrowser): Promise<number | null> {
  const response = await browser.fetch(`${browser.world.api}/who`);
  return ((await response.json()) as { user_id: number | null }).user_id;
}
