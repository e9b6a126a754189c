import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startKinora } from "../../e2e/environment.ts";
import { patient } from "../setup/patience.mjs";
import { openPublic, pushes, signsIn, speaksHttp2, uploadsAndPlays, type Public } from "./journey.ts";
import { onPort, settingsUnder } from "./page-settings.ts";
import { makeCertificate } from "./test-certificate.ts";

const LONG_MS = patient(300_000);
const everything = new AsyncDisposableStack();
let site: Public;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-one-name-"));
  chmodSync(folder, 0o755);
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { certificateFile, keyFile } = await makeCertificate(folder, ["video.example.org"]);
  chmodSync(keyFile, 0o644);
  const [https, http, rtmps] = [await freePort(), await freePort(), await freePort()];
  const others = { ":8441": await freePort(), ":8442": await freePort(), ":8443": await freePort() };
  const settings = JSON.stringify(onPort(settingsUnder("public-server.md", "One name and one certificate"), https));
  const moved = Object.entries(others).reduce((text, [from, to]) => text.replace(from, `:${to}`), settings);
  const kinora = await startKinora({
    env: {
      ...(JSON.parse(moved) as Record<string, string>),
      ...{ KINORA_TLS_CERT: certificateFile, KINORA_TLS_KEY: keyFile, KINORA_HTTPS_PORT: String(https) },
      ...{ KINORA_HTTP_PORT: String(http), KINORA_RTMPS_PORT: String(rtmps), KINORA_TRUSTED_PROXIES: "none" },
    },
  });
  everything.defer(() => kinora.stop());
  site = await openPublic(kinora, () => readFileSync(certificateFile, "utf8"));
  everything.defer(() => site.project.db.destroy());
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

test("one name and one certificate make four origins, by port", () => {
  const { console: own, login, api, edge } = site.kinora.urls;
  expect(new Set([own, login, api, edge].map((url) => new URL(url).hostname))).toEqual(new Set(["video.example.org"]));
  expect(new Set([own, login, api, edge].map((url) => new URL(url).origin)).size).toBe(4);
});

test("people sign in and change something", () => expect(signsIn(site)).resolves.toBeUndefined());
test("uploads play", () => expect(uploadsAndPlays(site)).resolves.toBeUndefined(), LONG_MS);
test("realtime push has its websocket", () => expect(pushes(site)).resolves.toBeUndefined());
test("every port speaks HTTP/2", () => expect(speaksHttp2(site)).resolves.toBeUndefined());
