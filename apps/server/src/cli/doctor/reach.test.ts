import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { testCertificate } from "../../platform/http/test-certificate.ts";
import { lockFolder } from "../../supervisor/folder-lock.ts";
import type { CommandContext } from "../command.ts";
import { checkCertificate } from "./certificate.ts";
import { checkPublicAddresses } from "./public-addresses.ts";
import { checkSignIn } from "./sign-in.ts";

const dataDir = testFolder("doctor");
mkdirSync(join(dataDir, "run"));
const servers = new AsyncDisposableStack();
afterAll(() => servers.disposeAsync());

/** What a role says at /healthz, or something else. */
async function answering(body: object | string): Promise<string> {
  const server = createServer((_request, response) =>
    response.end(typeof body === "string" ? body : JSON.stringify(body)),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const role = (name: string) => answering({ role: name, version: "1.0.0", status: "ok" });
const urls = {
  console: await role("console"),
  login: await role("login"),
  api: await role("api"),
  edge: await role("edge"),
};

const context = (changed: Partial<typeof urls>): CommandContext => {
  const config = readConfig({ KINORA_DATA_DIR: dataDir });
  const all = { ...config.urls, ...urls, ...changed };
  return {
    config: { ...config, urls: all, internalUrls: { ...config.internalUrls, login: all.login } },
    print: () => undefined,
    databaseUrl: () => Promise.reject(new Error("This check needs no database.")),
    services: () => Promise.reject(new Error("This check needs no services.")),
  };
};

/** As while Kinora runs on the data folder. */
async function whileRunning<T>(look: () => Promise<T>): Promise<T> {
  const unlock = lockFolder(dataDir, "test");
  try {
    return await look();
  } finally {
    unlock();
  }
}

test("public addresses are tried while Kinora runs", async () => {
  expect(await checkPublicAddresses(context({}))).toEqual([]);
  expect(await whileRunning(() => checkPublicAddresses(context({})))).toEqual([
    { state: "ok", subject: "public addresses", message: "console, login, api, edge answer at their public addresses" },
  ]);
});

test("a name that leads to another role, to something else or nowhere is said with what to do", async () => {
  const changed = { login: urls.edge, api: await answering("Welcome to nginx!"), edge: "http://edge.kinora.invalid" };
  expect(await whileRunning(() => checkPublicAddresses(context(changed)))).toEqual([
    {
      ...{ state: "failed", subject: "login address", message: `${urls.edge} is answered by the edge role` },
      fix: "Let the proxy pass this name on to the login role, or correct KINORA_LOGIN_URL.",
    },
    expect.objectContaining({
      ...{ state: "failed", subject: "api address" },
      message: `${changed.api} is answered by something else (status 200)`,
    }),
    expect.objectContaining({
      ...{ state: "warning", subject: "edge address" },
      message: expect.stringContaining("does not reach http://edge.kinora.invalid"),
    }),
  ]);
});

test("what a sign-in needs is tried while Kinora runs, and what is missing said with what to set", async () => {
  expect(await checkSignIn(context({}))).toEqual([
    { state: "ok", subject: "sign-in", message: "tried while Kinora runs" },
  ]);
  const [finding] = await whileRunning(() => checkSignIn(context({ login: "http://login.kinora.invalid" })));
  expect(finding).toEqual({
    ...{ state: "failed", subject: "sign-in" },
    message: expect.stringMatching(/^Nobody can sign in: .* this machine does not know the name\.$/),
    fix: "Set KINORA_LOGIN_INTERNAL_URL to the address at which this machine reaches the login role.",
  });
});

test("a certificate that is missing, for other names or about to end is said with what to do", () => {
  const files = { certificateFile: join(dataDir, "cert.pem"), keyFile: join(dataDir, "key.pem") };
  writeFileSync(files.certificateFile, testCertificate.cert);
  writeFileSync(files.keyFile, testCertificate.key);
  const seen = (env: Record<string, string>, now?: string) => {
    const config = readConfig({ KINORA_DATA_DIR: dataDir, ...env });
    const [finding] = checkCertificate({ ...context({}), config }, now === undefined ? Date.now() : Date.parse(now));
    return [finding?.state, finding?.message];
  };
  const own = { KINORA_TLS_CERT: files.certificateFile, KINORA_TLS_KEY: files.keyFile };
  const ports = {
    KINORA_CONSOLE_URL: "https://localhost",
    KINORA_LOGIN_URL: "https://localhost:8441",
    KINORA_API_URL: "https://localhost:8442",
    KINORA_EDGE_URL: "https://localhost:8443",
  };
  expect(seen({})).toEqual([undefined, undefined]);
  expect(seen({ KINORA_TLS: "acme", KINORA_HOST: "video.example.org" })).toEqual(["failed", "none was fetched yet"]);
  expect(seen({ ...own, KINORA_HOST: "video.example.org" })[1]).toContain(
    "it is not for video.example.org, login.video",
  );
  expect(seen({ ...own, ...ports })).toEqual(["ok", expect.stringMatching(/^valid for \d+ days$/)]);
  expect(seen({ ...own, ...ports }, "2126-10-25T00:00:00Z")).toEqual(["warning", "it ends in 3 days"]);
  expect(seen({ ...own, ...ports }, "2126-11-25T00:00:00Z")[1]).toMatch(/^it ended on Oct 28/);
});
