import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { signInWorld } from "../../login/testing.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { Impairment } from "./health.ts";
import { createHttpServer } from "./http.ts";
import { signInCheck, trySignIn } from "./sign-in-check.ts";

const world = await signInWorld();
afterAll(() => world.stop());
// A port that was free a moment ago.
const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const nobody = `http://127.0.0.1:${(probe.address() as AddressInfo).port}`;
probe.close();
const { urls, internalUrls } = world.services.config;
const reachedAt = (login: string) => ({ urls, internalUrls: { ...internalUrls, login } });

test("what a sign-in asks the login application is answered", async () => {
  await expect(trySignIn({ urls, internalUrls })).resolves.toBeUndefined();
});

test.each([
  [nobody, /nothing listens there\. Set KINORA_LOGIN_INTERNAL_URL/],
  ["http://login.kinora.invalid", /does not know the name\. Set KINORA_LOGIN_INTERNAL_URL/],
  [world.api, /it answers 404\. Set KINORA_LOGIN_INTERNAL_URL/],
])("with the login application at %s a sentence says what to set", async (login, sentence) => {
  await expect(trySignIn(reachedAt(login))).rejects.toThrow(sentence);
  await expect(trySignIn(reachedAt(login))).rejects.toThrow(`Nobody can sign in: the login application is not reached`);
});

test("two machines that differ about the public address are told so", async () => {
  const other = { ...reachedAt(world.login), urls: { ...urls, login: "https://login.example.org" } };
  await expect(trySignIn(other)).rejects.toThrow(
    `it is ${urls.login}/oidc, and this machine that it is https://login.example.org/oidc: give both the same KINORA_LOGIN_URL`,
  );
});

test("an API is not ready before it reached the login application, and stays ready when that goes away", async () => {
  const own = reachedAt(nobody);
  const check = signInCheck(own);
  const app = createHttpServer({
    name: "api",
    config: readConfig({}),
    log: createLog("silent", "api"),
    checks: { "sign-in": check },
  });
  const ask = async () => {
    const answer = await app.inject("/readyz");
    return { status: answer.statusCode, signIn: answer.json<{ dependencies: object }>().dependencies };
  };
  const broken = { "sign-in": expect.stringContaining("Nobody can sign in") };
  expect(await ask()).toEqual({ status: 503, signIn: broken });
  own.internalUrls.login = world.login;
  expect(await ask()).toEqual({ status: 200, signIn: { "sign-in": "ok" } });
  own.internalUrls.login = nobody;
  expect(await ask()).toEqual({ status: 200, signIn: broken });
  await expect(check()).rejects.toBeInstanceOf(Impairment);
  await app.close();
});
