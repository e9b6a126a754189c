import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { freePort } from "@kinora/db/free-port.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll } from "vitest";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { testServices, type TestServices } from "../platform/testing.ts";
import { findSessionCaller } from "../session/api-session.ts";
import { serveSession } from "../session/session-routes.ts";
import { createLoginApp } from "./app.ts";
import { createPerson } from "./person.ts";

export const CONSOLE = "http://localhost:4000";

export interface SignInWorld {
  services: TestServices;
  login: string;
  api: string;
  /** The name of a cookie of this installation: its port distinguishes it from others on this host name. */
  cookieName(name: string): string;
  /** Moves the product's clock ahead. */
  later(milliseconds: number): void;
  stop(): Promise<void>;
}

/** The login application and one API host that returns its caller, on ports of their own; `env` adds settings. */
export async function signInWorld(env: Record<string, string> = {}): Promise<SignInWorld> {
  const [loginPort, apiPort] = [await freePort(), await freePort()];
  const [login, api] = [`http://localhost:${loginPort}`, `http://localhost:${apiPort}`];
  let aheadMs = 0;
  const tested = await testServices({
    KINORA_LOGIN_URL: login,
    KINORA_LOGIN_INTERNAL_URL: login,
    KINORA_API_URL: api,
    KINORA_CONSOLE_URL: CONSOLE,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    ...env,
  });
  const services = { ...tested, clock: { now: () => new Date(Date.now() + aheadMs) } };
  const loginApp = await createLoginApp(services);
  const apiApp = await echoApi(services);
  await loginApp.listen({ port: loginPort });
  await apiApp.listen({ port: apiPort });
  return {
    services,
    login,
    api,
    cookieName: (name) => `${name}_${loginPort}`,
    later(milliseconds) {
      aheadMs += milliseconds;
    },
    async stop() {
      await loginApp.close();
      await apiApp.close();
      await services.stop();
    },
  };
}

/** An API host that returns its caller; it is not listening yet. */
export async function echoApi(services: TestServices): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) =>
    reply
      .status(error instanceof Refusal ? error.status : 500)
      .send({ message: error instanceof Error ? error.message : "" }),
  );
  await serveSession(app, services);
  app.all("/who", async (request, reply) => {
    const caller = await findSessionCaller(services, request, reply);
    return { user_id: caller.kind === "user" ? caller.userId : null };
  });
  return app;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** `signInWorld` for all tests of a file; it stops after the last one. */
export async function sharedSignIn(env?: Record<string, string>): Promise<SignInWorld> {
  const world = await signInWorld(env);
  afterAll(() => world.stop());
  return world;
}

export const PASSWORD = "violet ladder hums";

/** A person with `PASSWORD`. @returns their id */
export async function addPerson(services: Services, email: string): Promise<number> {
  return (await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: null })).user.id;
}

/** A browser in which the person with this address and `PASSWORD` is signed in. */
export async function signedIn(world: SignInWorld, email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(world);
  await browser.ask("/sign-in", { email, password: PASSWORD });
  return browser;
}

/** A new person and a browser in which they are signed in. */
export async function aSignedInPerson(world: SignInWorld, email: string) {
  const id = await addPerson(world.services, email);
  return { id, email, browser: await signedIn(world, email) };
}

/** A minimal browser: it keeps cookies by name and path and follows redirects on request. */
export class TestBrowser {
  readonly cookies: Cookie[];
  readonly world: SignInWorld;

  /** @param cookies of a browser that visits several installations: the array that all of its windows share. */
  constructor(world: SignInWorld, cookies: Cookie[] = []) {
    this.world = world;
    this.cookies = cookies;
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((kept) => kept.name === name)?.value;
  }

  async fetch(
    url: string,
    init: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = this.cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`);
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, cookie: sent.join("; ") },
    });
    for (const header of response.headers.getSetCookie()) this.keep(header);
    return response;
  }

  /** Asks an operation of the login application as its own pages do. */
  async ask(path: string, body?: object, method = body ? "POST" : "GET") {
    const response = await this.fetch(`${this.world.login}/api${path}`, {
      method,
      headers: {
        origin: this.world.login,
        [LOGIN_HEADER]: "1",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  }

  /** Follows redirects as long as they stay at our servers; answers the first address elsewhere, or at `page`. */
  async follow(url: string, page?: string): Promise<string> {
    const { login, services } = this.world;
    const ours = [login, ...Object.values(services.config.cells)];
    let address = url;
    for (let hop = 0; hop < 12; hop += 1) {
      if (!ours.some((host) => address.startsWith(host))) return address;
      if (new URL(address).pathname === page) return address;
      const response = await this.fetch(address);
      const location = response.headers.get("location");
      if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
      address = new URL(location, address).href;
    }
    throw new Error(`Too many redirects, the last to ${address}.`);
  }

  private keep(header: string): void {
    const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /^expires=.*1970/i.test(attribute));
    const index = this.cookies.findIndex((kept) => kept.name === name && kept.path === path);
    if (index >= 0) this.cookies.splice(index, 1);
    if (!gone) this.cookies.push({ name, value: pair.slice(at + 1), path });
  }
}
