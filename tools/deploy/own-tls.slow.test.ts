import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect } from "node:tls";
import { nobody } from "@kinora/db/embedded/account.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isPortFree } from "../../apps/server/src/supervisor/ports.ts";
import { startKinora, type Environment } from "../../e2e/environment.ts";
import { kinoraCommand } from "../../e2e/kinora-command.ts";
import { patient } from "../setup/patience.mjs";
import { openPublic, playsLive, pushes, signsIn, speaksHttp2, uploadsAndPlays, type Public } from "./journey.ts";
import { settingsUnder } from "./page-settings.ts";
import { makeCertificate, type TestCertificate } from "./test-certificate.ts";

const NAMES = ["video.example.org", "login.video.example.org", "api.video.example.org", "edge.video.example.org"];
const LONG_MS = patient(300_000);

const isRoot = process.getuid?.() === 0;
// Other accounts cannot execute a clone inside root's home folder.
const probe = resolve(import.meta.dirname, "../../apps/server/src/supervisor/account-probe.ts");
const othersRun = isRoot && spawnSync(process.execPath, [probe], { ...nobody, cwd: "/" }).status === 0;

const everything = new AsyncDisposableStack();
let folder: string;
let ports: { http: number; https: number; rtmps: number };
let first: TestCertificate;
let second: TestCertificate;
let served: TestCertificate;
let site: Public<Environment>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-tls-"));
  chmodSync(folder, 0o755);
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  first = await makeCertificate(folder, NAMES, "first");
  second = await makeCertificate(folder, NAMES, "second");
  served = { certificateFile: join(folder, "served.pem"), keyFile: join(folder, "served.key") };
  serve(first);
  ports = { http: await lowPort(), https: await lowPort(), rtmps: await freePort() };
  const kinora = await startKinora({
    env: {
      ...settingsUnder("public-server.md", "Kinora, with your certificate files"),
      ...{ KINORA_TLS_CERT: served.certificateFile, KINORA_TLS_KEY: served.keyFile },
      KINORA_HTTPS_PORT: String(ports.https),
      ...{ KINORA_HTTP_PORT: String(ports.http), KINORA_RTMPS_PORT: String(ports.rtmps) },
      // The client is on this machine, too: only the process of TLS is believed.
      KINORA_TRUSTED_PROXIES: "none",
    },
  });
  everything.defer(() => kinora.stop());
  site = await openPublic(kinora, () => readFileSync(served.certificateFile, "utf8"));
  everything.defer(() => site.project.db.destroy());
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

/** A port that only root may open, where this is root; else any. */
async function lowPort(): Promise<number> {
  for (let tried = 0; isRoot && tried < 200; tried += 1) {
    const port = 600 + Math.floor(Math.random() * 420);
    if (await isPortFree(port)) return port;
  }
  return freePort();
}

/** Every account may read it: a Kinora that root started is not root any more. */
function serve(certificate: TestCertificate): void {
  for (const file of ["keyFile", "certificateFile"] as const) {
    copyFileSync(certificate[file], served[file]);
    chmodSync(served[file], 0o644);
  }
}

/** The certificate that a port of TLS shows. */
function shownAt(port: number): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ host: "127.0.0.1", port, servername: NAMES[0], rejectUnauthorized: false }, () => {
      done(socket.getPeerX509Certificate()?.fingerprint256 ?? "");
      socket.destroy();
    });
    socket.once("error", fail);
  });
}

const fingerprint = ({ certificateFile }: TestCertificate) =>
  new X509Certificate(readFileSync(certificateFile)).fingerprint256;

test("one name and a certificate are enough: the four addresses follow from them", () => {
  const at = (name: string) => `https://${name}:${ports.https}`;
  expect(site.kinora.urls).toMatchObject({
    ...{ console: at("video.example.org"), login: at("login.video.example.org") },
    ...{ api: at("api.video.example.org"), edge: at("edge.video.example.org") },
  });
});

test.runIf(othersRun)("ports that only root may open are served without root", () => {
  expect(Math.max(ports.http, ports.https)).toBeLessThan(1024);
  for (const pid of [site.kinora.supervisorPid, site.kinora.pids["tls"]])
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^Uid:\s+65534\s+65534\s+65534\s/m);
});

test("people sign in and change something, each from an address of their own", () =>
  expect(signsIn(site)).resolves.toBeUndefined());
test(
  "a large upload goes on where it broke off, and plays",
  () => expect(uploadsAndPlays(site)).resolves.toBeUndefined(),
  LONG_MS,
);
test("a livestream is played with requests that wait", () => expect(playsLive(site)).resolves.toBeUndefined(), LONG_MS);
test("realtime push has its websocket", () => expect(pushes(site)).resolves.toBeUndefined());
test("every name speaks HTTP/2", () => expect(speaksHttp2(site)).resolves.toBeUndefined());

test("the doctor finds what a sign-in needs, and the certificate", async () => {
  const lines = (await kinoraCommand(site.kinora, "doctor", "--json")).trim().split("\n");
  const findings = lines.map((line) => JSON.parse(line) as object);
  expect(findings).toContainEqual({
    ...{ state: "ok", subject: "sign-in" },
    message: expect.stringMatching(/^the login application answers at http:\/\/127\.0\.0\.1:\d+$/),
  });
  expect(findings).toContainEqual({ state: "ok", subject: "certificate", message: "valid for 29 days" });
});

test("requests without TLS are redirected, and foreign names are refused", async () => {
  const plain = await site.client.ask(`http://video.example.org:${ports.http}/video?page=2`);
  expect([plain.status, plain.headers.location]).toEqual([
    308,
    `https://video.example.org:${ports.https}/video?page=2`,
  ]);
  expect((await site.client.ask(`http://other.example.org:${ports.http}/`)).status).toBe(404);
  const foreign = await site.client.ask(`${site.kinora.urls.console}/`, { headers: { host: "other.example.org" } });
  expect(foreign.status).toBe(421);
});

test("RTMPS shows the same certificate", async () => {
  expect(await shownAt(ports.rtmps)).toBe(fingerprint(first));
});

test("a process of TLS that dies is replaced, and connections of meanwhile are served", async () => {
  const pid = site.kinora.kill("tls", "SIGKILL");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => site.client.ask(`${site.kinora.urls.console}/healthz`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await site.kinora.untilReady("tls", pid);
});

test("a renewed certificate is served without a restart, by HTTPS and RTMPS", async () => {
  serve(second);
  for (const port of [ports.https, ports.rtmps])
    await vi.waitFor(async () => expect(await shownAt(port)).toBe(fingerprint(second)), {
      timeout: patient(60_000),
      interval: 500,
    });
  await speaksHttp2(site);
});
