import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { testCertificate } from "./test-certificate.ts";

let folder: string;
const inFolder = (name: string) => join(folder, name);
const rtmps = (certificate: string, key: string) =>
  readConfig({
    KINORA_HOST: "video.example",
    KINORA_RTMPS_CERTIFICATE_FILE: certificate && inFolder(certificate),
    KINORA_RTMPS_KEY_FILE: key && inFolder(key),
  }).rtmps;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-config-"));
  writeFileSync(inFolder("cert.pem"), testCertificate.cert);
  writeFileSync(inFolder("key.pem"), testCertificate.key);
  writeFileSync(inFolder("torn.pem"), testCertificate.cert.slice(0, 100));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("RTMPS is there with a certificate, or with the address of a proxy that has one", () => {
  expect(rtmps("", "")).toBeNull();
  expect(rtmps("cert.pem", "key.pem")).toMatchObject({ url: "rtmps://video.example:1936", listens: { port: 1936 } });
  expect(readConfig({ KINORA_RTMPS_URL: "rtmps://live.example/" }).rtmps).toEqual({
    url: "rtmps://live.example",
    listens: null,
  });
});

test.each([
  ["", "key.pem", "are needed together"],
  ["gone.pem", "key.pem", "gone.pem cannot be read: ENOENT"],
  ["cert.pem", "gone.pem", "gone.pem cannot be read: ENOENT"],
  ["torn.pem", "key.pem", "cannot be used together"],
  ["cert.pem", "torn.pem", "cannot be used together"],
])("a certificate “%s” with the key “%s” stops the start with a sentence", (certificate, key, sentence) => {
  expect(() => rtmps(certificate, key)).toThrow(ConfigError);
  expect(() => rtmps(certificate, key)).toThrow(sentence);
});

test("SRT listens on the number of RTMP's port unless told otherwise, or is off", () => {
  expect(readConfig({}).srt).toEqual({ port: 1935, url: "srt://localhost:1935" });
  expect(readConfig({ KINORA_HOST: "video.example", KINORA_RTMP_PORT: "5000" }).srt).toEqual({
    port: 5000,
    url: "srt://video.example:5000",
  });
  const moved = readConfig({ KINORA_SRT_PORT: "9710", KINORA_SRT_URL: "srt://live.example:9000" });
  expect(moved.srt).toEqual({ port: 9710, url: "srt://live.example:9000" });
  expect(readConfig({ KINORA_SRT_PORT: "off" }).srt).toBeNull();
  expect(() => readConfig({ KINORA_SRT_PORT: "none" })).toThrow("KINORA_SRT_PORT must be");
});

test("how many ladders are encoded is a number above 0", () => {
  expect(readConfig({}).liveLadders).toBeNull();
  expect(readConfig({ KINORA_LIVE_LADDERS: "2.5" }).liveLadders).toBe(2.5);
  for (const text of ["0", "-1", "many"])
    expect(() => readConfig({ KINORA_LIVE_LADDERS: text })).toThrow("KINORA_LIVE_LADDERS must be a number above 0");
});
