import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { expect, test, vi } from "vitest";
import { readConfig } from "../platform/config.ts";
import { testCertificate } from "../platform/http/test-certificate.ts";
import { createLog } from "../platform/log.ts";
import { AcmeCertificate } from "./acme-certificate.ts";
import { dueInMs } from "./certificate-due.ts";
import { answerPlain } from "./plain-answers.ts";
import { certificateNames, httpsPorts, publicPlaces } from "./public-places.ts";

const folder = testFolder("tls");
const file = join(folder, "certificate.pem");
writeFileSync(file, `${testCertificate.key}${testCertificate.cert}`);

const config = (env: Record<string, string> = {}) =>
  readConfig({ KINORA_HOST: "video.example.org", KINORA_TLS: "acme", KINORA_DATA_DIR: folder, ...env });

test("each role of this machine has a place, and the certificate has every name once", () => {
  expect(publicPlaces(config()).map(({ origin, port, target }) => [origin, port, target])).toEqual([
    ["https://video.example.org", 443, "http://127.0.0.1:4000"],
    ["https://login.video.example.org", 443, "http://127.0.0.1:4001"],
    ["https://api.video.example.org", 443, "http://127.0.0.1:4002"],
    ["https://edge.video.example.org", 443, "http://127.0.0.1:4003"],
  ]);
  const four = ["video.example.org", "login.video.example.org", "api.video.example.org", "edge.video.example.org"];
  expect(certificateNames(config())).toEqual(four);
  const edge = config({ ROLES: "edge,live", KINORA_RTMPS_URL: "rtmps://live.example.org" });
  expect(certificateNames(edge)).toEqual(["edge.video.example.org", "live.example.org"]);
  expect(publicPlaces(readConfig({}))).toEqual([]);
});

test("one name with four ports is one name of the certificate", () => {
  const one = config({
    KINORA_LOGIN_URL: "https://video.example.org:8441",
    KINORA_API_URL: "https://video.example.org:8442",
    KINORA_EDGE_URL: "https://video.example.org:8443",
  });
  expect(certificateNames(one)).toEqual(["video.example.org"]);
  expect(httpsPorts(one)).toEqual([443, 8441, 8442, 8443]);
});

test("the port without TLS answers challenges, says what is missing, and redirects names it knows", async () => {
  let missing: string | null = "There is no certificate yet.";
  const challenges = new Map([["token", "token.thumbprint"]]);
  const plain = { challenges, missingCertificate: () => missing };
  const server = createServer(answerPlain(publicPlaces(config()), plain)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, host = "edge.video.example.org") =>
    new Promise<[number | undefined, string]>((done) => {
      request({ port, path, host: "127.0.0.1", headers: { host }, agent: false }, (answer) => {
        let text = answer.headers.location ?? "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => done([answer.statusCode, text]));
      }).end();
    });
  expect(await ask("/.well-known/acme-challenge/token", "anything")).toEqual([200, "token.thumbprint"]);
  expect((await ask("/.well-known/acme-challenge/other"))[0]).toBe(404);
  expect(await ask("/embed/a")).toEqual([503, "There is no certificate yet.\n"]);
  missing = null;
  expect(await ask("/embed/a?t=1", "EDGE.video.example.org:80")).toEqual([
    308,
    "https://edge.video.example.org/embed/a?t=1",
  ]);
  expect(await ask("//evil.example/")).toEqual([308, "https://edge.video.example.org//evil.example/"]);
  expect((await ask("/", "other.example.org"))[0]).toBe(404);
  server.close();
});

test("a certificate is due where it is missing, for other names, or when a third of it is left", () => {
  expect(dueInMs(join(folder, "gone.pem"), ["localhost"])).toBe(0);
  expect(dueInMs(file, ["localhost", "video.example.org"])).toBe(0);
  const [from, to] = [Date.parse("2026-11-21T07:39:45Z"), Date.parse("2126-10-28T07:39:45Z")];
  expect(dueInMs(file, ["localhost"], from)).toBe(((to - from) * 2) / 3);
});

test("why there is no certificate is a sentence", async () => {
  const authority = createServer((_request, answer) =>
    answer.writeHead(403, { "content-type": "application/problem+json" }).end('{"detail":"You are not known here."}'),
  ).listen(0, "127.0.0.1");
  await once(authority, "listening");
  const directoryUrl = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/directory`;
  const acme = { directoryUrl, email: null, accountKeyFile: join(folder, "account.pem") };
  const own = { acme, file: join(folder, "next.pem"), names: ["video.example.org"], log: createLog("silent", "tls") };
  const certificate = new AcmeCertificate({ ...own, onRenewed() {} });
  certificate.start();
  await vi.waitFor(() =>
    expect(certificate.problem).toMatch(/^There is no certificate for video\.example\.org yet: .*[^.]\.$/),
  );
  certificate.stop();
  authority.close();
});
