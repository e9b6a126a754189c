import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKinora } from "../../e2e/environment.ts";
import { patient } from "../setup/patience.mjs";
import { openPublic, playsLive, pushes, signsIn, speaksHttp2, uploadsAndPlays, type Public } from "./journey.ts";
import { onPort, settingsUnder } from "./page-settings.ts";
import { startCaddy, startNginx, type ProxyPlace } from "./proxies.ts";
import { makeCertificate, type TestCertificate } from "./test-certificate.ts";

const NAMES = ["video.example.org", "login.video.example.org", "api.video.example.org", "edge.video.example.org"];
const LONG_MS = patient(300_000);

const everything = new AsyncDisposableStack();
let folder: string;
let place: ProxyPlace;
let certificate: TestCertificate;
let authorityFile: string;
let site: Public;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-proxies-"));
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  certificate = await makeCertificate(folder, NAMES);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const kinora = await startKinora({
    env: {
      ...onPort(settingsUnder("public-server.md", "nginx or Caddy"), httpsPort),
      // The client is on this machine, too: only the proxy's address is believed.
      KINORA_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  everything.defer(() => kinora.stop());
  place = { folder, httpPort, httpsPort, basePort: Number(kinora.env["KINORA_PORT"]) };
  site = await openPublic(kinora, () => readFileSync(authorityFile, "utf8"));
  everything.defer(() => site.project.db.destroy());
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

async function redirectsToTls(): Promise<void> {
  const answer = await site.client.ask(`http://video.example.org:${place.httpPort}/video?page=2`);
  expect([answer.status, answer.headers.location]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/video\.example\.org(:\d+)?\/video\?page=2$/),
  ]);
}

for (const proxy of ["nginx", "Caddy"] as const)
  describe(`through ${proxy}, set as its file in deploy says,`, () => {
    const running = new AsyncDisposableStack();
    beforeAll(async () => {
      if (proxy === "Caddy") ({ authorityFile } = await startCaddy(running, place));
      else {
        authorityFile = certificate.certificateFile;
        await startNginx(running, place, certificate);
      }
    }, LONG_MS);
    afterAll(() => running.disposeAsync());

    test("requests without TLS are redirected", redirectsToTls);
    test("people sign in and change something, each from an address of their own", () =>
      expect(signsIn(site)).resolves.toBeUndefined());
    test(
      "a large upload goes on where it broke off, and plays",
      () => expect(uploadsAndPlays(site)).resolves.toBeUndefined(),
      LONG_MS,
    );
    test(
      "a livestream is played with requests that wait",
      () => expect(playsLive(site)).resolves.toBeUndefined(),
      LONG_MS,
    );
    test("realtime push has its websocket", () => expect(pushes(site)).resolves.toBeUndefined());
    test("every name speaks HTTP/2", () => expect(speaksHttp2(site)).resolves.toBeUndefined());
  });
