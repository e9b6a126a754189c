import type { X509Certificate } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startKinora } from "../../e2e/environment.ts";
import { patient } from "../setup/patience.mjs";
import { openPublic, signsIn, speaksHttp2, type Public } from "./journey.ts";
import { settingsUnder } from "./page-settings.ts";
import { startPebble, type Pebble } from "./pebble.ts";

const NAMES = ["video.example.org", "login.video.example.org", "api.video.example.org", "edge.video.example.org"];
const LONG_MS = patient(300_000);
/** Renewed when a third of it is left. */
const VALID_SECONDS = 45;

const everything = new AsyncDisposableStack();
let ports: { http: number; https: number; rtmps: number };
let pebble: Pebble;
let site: Public;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-acme-"));
  chmodSync(folder, 0o755);
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  ports = { http: await freePort(), https: await freePort(), rtmps: await freePort() };
  pebble = await startPebble(everything, join(folder, "pebble"), { httpPort: ports.http, validSeconds: VALID_SECONDS });
  const kinora = await startKinora({
    env: {
      ...settingsUnder("public-server.md", "Kinora, with certificates that it fetches"),
      ...{ KINORA_ACME_DIRECTORY: pebble.directoryUrl, KINORA_CA_FILE: pebble.caFile },
      ...{ KINORA_HTTPS_PORT: String(ports.https), KINORA_HTTP_PORT: String(ports.http) },
      ...{ KINORA_RTMPS_PORT: String(ports.rtmps), KINORA_TRUSTED_PROXIES: "none" },
    },
  });
  everything.defer(() => kinora.stop());
  site = await openPublic(kinora, () => pebble.root);
  everything.defer(() => site.project.db.destroy());
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

/** The certificate that a port of TLS shows; null before there is one. */
function shownAt(port: number): Promise<X509Certificate | null> {
  return new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port, servername: NAMES[0], rejectUnauthorized: false }, () => {
      done(socket.getPeerX509Certificate() ?? null);
      socket.destroy();
    });
    socket.once("error", () => done(null));
  });
}

const waiting = { timeout: patient(90_000), interval: 250 };

async function untilShown(port: number): Promise<X509Certificate> {
  return vi.waitFor(async () => {
    const shown = await shownAt(port);
    if (!shown) throw new Error(`Nothing is shown at port ${port}.`);
    return shown;
  }, waiting);
}

test("the four names get one certificate, with which people sign in", async () => {
  const shown = await untilShown(ports.https);
  expect(NAMES.map((name) => shown.checkHost(name))).toEqual(NAMES);
  expect(shown.issuer).toContain("Pebble");
  await signsIn(site);
  await speaksHttp2(site);
});

test("RTMPS has the same certificate", async () => {
  expect((await untilShown(ports.rtmps)).issuer).toContain("Pebble");
});

test("keys are stored in the data folder and readable by its owner only", () => {
  const folder = join(site.kinora.dataDir, "tls");
  const [authority = ""] = readdirSync(folder);
  const files = readdirSync(join(folder, authority)).toSorted();
  expect(files).toEqual(["account.pem", "certificate.pem"]);
  for (const file of files) expect(statSync(join(folder, authority, file)).mode & 0o077).toBe(0);
});

test(
  "a certificate is renewed and served before it ends",
  async () => {
    const first = await untilShown(ports.https);
    const next = await vi.waitFor(async () => {
      const shown = await shownAt(ports.https);
      expect(shown?.serialNumber).not.toBe(first.serialNumber);
      return shown;
    }, waiting);
    expect(Date.now()).toBeLessThan(Date.parse(first.validTo));
    expect(next?.issuer).toContain("Pebble");
  },
  LONG_MS,
);
