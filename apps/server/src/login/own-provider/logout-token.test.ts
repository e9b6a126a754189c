import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ProviderSilent } from "./guarded-fetch.ts";
import { LogoutTokens, WrongLogoutToken } from "./logout-token.ts";
import { ProviderProblem, type ProviderClient } from "./provider-client.ts";

const [key, foreign] = [rsaKey(), rsaKey()];
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

function rsaKey(modulusLength = 2048) {
  return generateKeyPairSync("rsa", { modulusLength });
}
const published = ({ publicKey }: { publicKey: KeyObject }, kid: string) => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
  alg: "RS256",
});

/** What the provider answers for its keys, and how often it was asked. */
let answer: (response: ServerResponse) => void;
let asked = 0;
const keysAre = (...keys: object[]) => {
  answer = (response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
};

const server = createServer((request: IncomingMessage, response) => {
  if (request.url === "/keys") {
    asked += 1;
    answer(response);
  } else if (request.url === "/forged") {
    response.writeHead(200).end(JSON.stringify({ keys: [published(foreign, "1")] }));
  } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata()));
});
let provider: ProviderClient;
const metadata = () => ({
  issuer: provider.issuer,
  authorization_endpoint: `${provider.issuer}/authorize`,
  token_endpoint: `${provider.issuer}/token`,
  jwks_uri: `${provider.issuer}/keys`,
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = { issuer, clientId: "kinora", clientSecret: "a secret of the provider" };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = 0;
  keysAre(published(key, "1"));
});

const tokensOf = () => new LogoutTokens({ allowPrivateUrls: true });
const claims = () => ({
  iss: provider.issuer,
  aud: provider.clientId,
  iat: Math.floor(Date.now() / 1_000),
  jti: "1",
  sub: "ada",
  events: EVENTS,
});
const signed = ({ privateKey }: { privateKey: KeyObject }, kid = "1") =>
  new SignJWT(claims()).setProtectedHeader({ alg: "RS256", typ: "logout+jwt", kid }).sign(privateKey);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token whose signature is made with a secret, as HS256. */
const withSecret = (secret: string | Buffer) => {
  const text = `${part({ alg: "HS256", kid: "1" })}.${part(claims())}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};

test("a token that the provider signed names its person and its moment", async () => {
  const { at, ...logout } = await tokensOf().read(provider, await signed(key));
  expect(logout).toEqual({ sid: null, subject: "ada" });
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(5_000);
});

test("neither a token without a signature nor one by a secret that both sides know is the provider's", async () => {
  const pem = key.publicKey.export({ type: "spki", format: "pem" });
  const forged = [
    `${part({ alg: "none", kid: "1" })}.${part(claims())}.`,
    withSecret(pem),
    withSecret(provider.clientSecret),
    await signed(foreign),
  ];
  for (const token of forged) await expect(tokensOf().read(provider, token)).rejects.toBeInstanceOf(WrongLogoutToken);
});

test("a key that cannot be used makes a token wrong, and is no fault of the server", async () => {
  const short = rsaKey(1024);
  for (const keys of [
    [published(short, "1")],
    [{ ...published(key, "1"), n: "?" }],
    [{ kty: "RSA", kid: "1" }],
    ["?"],
  ]) {
    keysAre(...(keys as object[]));
    await expect(tokensOf().read(provider, await signed(key))).rejects.toBeInstanceOf(WrongLogoutToken);
  }
});

test("keys are not fetched from where a redirect leads, from this machine, or without end", async () => {
  const read = async (tokens = tokensOf()) => tokens.read(provider, await signed(foreign));
  answer = (response) => response.writeHead(302, { location: `${provider.issuer}/forged` }).end();
  await expect(read()).rejects.toBeInstanceOf(WrongLogoutToken);
  answer = (response) => response.writeHead(200).end(Buffer.alloc(1024 * 1024, " "));
  await expect(read()).rejects.toBeInstanceOf(ProviderSilent);
  answer = (response) => response.writeHead(500).end();
  await expect(read()).rejects.toBeInstanceOf(WrongLogoutToken);
  asked = 0;
  await expect(read(new LogoutTokens({ allowPrivateUrls: false }))).rejects.toBeInstanceOf(ProviderProblem);
  const closed = { ...provider, issuer: "https://127.0.0.1" };
  const token = await new SignJWT({ ...claims(), iss: closed.issuer })
    .setProtectedHeader({ alg: "RS256" })
    .sign(key.privateKey);
  await expect(new LogoutTokens({ allowPrivateUrls: false }).read(closed, token)).rejects.toThrow(
    "not on the public web",
  );
  expect(asked).toBe(0);
});

test("strangers who name keys that there are not make the provider asked once, and a new key is known later", async () => {
  const tokens = tokensOf();
  for (let kid = 0; kid < 20; kid += 1)
    await expect(tokens.read(provider, await signed(foreign, `${kid}x`))).rejects.toBeInstanceOf(WrongLogoutToken);
  await Promise.allSettled(Array.from({ length: 20 }, async () => tokens.read(provider, await signed(foreign, "y"))));
  expect(asked).toBe(1);
  const foreignIssuer = await new SignJWT({ ...claims(), iss: "https://elsewhere.example" })
    .setProtectedHeader({ alg: "RS256" })
    .sign(key.privateKey);
  await expect(tokensOf().read(provider, foreignIssuer)).rejects.toThrow("another issuer");
  expect(asked).toBe(1);
});
