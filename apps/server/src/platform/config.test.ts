import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { BAD_PORTS } from "./http/bad-ports.ts";
import { testCertificate } from "./http/test-certificate.ts";
import { ConfigError } from "./settings/setting.ts";

const folder = testFolder("config");
const inFolder = (name: string) => join(folder, name);
const rtmps = (certificate: string, key: string) =>
  readConfig({
    KINORA_HOST: "video.example",
    KINORA_RTMPS_CERTIFICATE_FILE: certificate && inFolder(certificate),
    KINORA_RTMPS_KEY_FILE: key && inFolder(key),
  }).rtmps;

beforeAll(() => {
  writeFileSync(inFolder("cert.pem"), testCertificate.cert);
  writeFileSync(inFolder("key.pem"), testCertificate.key);
  writeFileSync(inFolder("torn.pem"), testCertificate.cert.slice(0, 100));
});

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

test("SRT listens on the number of RTMP's port unless configured otherwise, or is off", () => {
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

test("WHIP has the UDP port after RTMP's unless configured otherwise, or is off, and its addresses are no names", () => {
  expect(readConfig({}).whip).toEqual({ port: 1936, addresses: [], viewers: 50 });
  expect(readConfig({ KINORA_RTMP_PORT: "5000" }).whip?.port).toBe(5001);
  const moved = readConfig({ KINORA_WHIP_PORT: "9711", KINORA_WHIP_ADDRESSES: "203.0.113.7, 2001:db8::7" });
  expect(moved.whip).toEqual({ port: 9711, addresses: ["203.0.113.7", "2001:db8::7"], viewers: 50 });
  expect(readConfig({ KINORA_WHIP_PORT: "off" }).whip).toBeNull();
  expect(() => readConfig({ KINORA_WHIP_ADDRESSES: "live.example" })).toThrow(
    "KINORA_WHIP_ADDRESSES must be addresses",
  );
});

test("the PROXY protocol is spoken by trusted proxies only, where it is switched on", () => {
  expect(readConfig({}).rtmpProxyProtocol).toBe(false);
  expect(readConfig({ KINORA_RTMP_PROXY_PROTOCOL: "true" }).rtmpProxyProtocol).toBe(true);
  const refused = { KINORA_RTMP_PROXY_PROTOCOL: "true", KINORA_TRUSTED_PROXIES: "none" };
  expect(() => readConfig(refused)).toThrow("needs the addresses of the proxies in KINORA_TRUSTED_PROXIES");
  expect(() => readConfig({ KINORA_RTMP_PROXY_PROTOCOL: "on" })).toThrow("must be true or false");
});

test("how many ladders are encoded is a number above 0", () => {
  expect(readConfig({}).liveLadders).toBeNull();
  expect(readConfig({ KINORA_LIVE_LADDERS: "2.5" }).liveLadders).toBe(2.5);
  for (const text of ["0", "-1", "many"])
    expect(() => readConfig({ KINORA_LIVE_LADDERS: text })).toThrow("KINORA_LIVE_LADDERS must be a number above 0");
});

test("a live role is named by the address that other machines reach it at, which has a port", () => {
  const { liveHost } = readConfig({ KINORA_LIVE_INTERNAL_URL: "http://[fd00::7]:4107" });
  expect(liveHost).toEqual({
    name: "[fd00::7]:4107",
    internal: { url: "http://[fd00::7]:4107", host: "fd00::7", port: 4107 },
  });
  expect(readConfig({}).liveHost.internal).toBeNull();
  for (const address of ["10.0.0.7:4107", "http://10.0.0.7", "https://10.0.0.7:4107", "http://10.0.0.7:4107/live"])
    expect(() => readConfig({ KINORA_LIVE_INTERNAL_URL: address })).toThrow("KINORA_LIVE_INTERNAL_URL must be");
});

test("metrics leave the machine only with a token", () => {
  expect(readConfig({}).metrics).toEqual({ host: "127.0.0.1", token: null });
  expect(readConfig({ KINORA_METRICS_HOST: "::1" }).metrics).toEqual({ host: "::1", token: null });
  for (const host of ["0.0.0.0", "::", "10.0.0.5", "metrics.example.com", "127.0.0.1.example.com"])
    expect(() => readConfig({ KINORA_METRICS_HOST: host })).toThrow(/KINORA_METRICS_TOKEN/);
  for (const token of ["short", "with blanks in the token"])
    expect(() => readConfig({ KINORA_METRICS_HOST: "::", KINORA_METRICS_TOKEN: token })).toThrow(
      /KINORA_METRICS_TOKEN/,
    );
});

test("ports that browsers refuse are refused with that reason, from the base port to six above it", async () => {
  expect(() => readConfig({ KINORA_PORT: "6000" })).toThrow(/6000.*browsers refuse port 6000/);
  expect(() => readConfig({ KINORA_PORT: "5994" })).toThrow(/browsers refuse port 6000/);
  expect(readConfig({ KINORA_PORT: "5993" }).ports.postgres).toBe(5999);
  expect(() => readConfig({ KINORA_API_PORT: "6666" })).toThrow(/KINORA_API_PORT must not be 6666/);
});

test("the list of refused ports is the one fetch has", async () => {
  const refused: number[] = [];
  const dispatch = () => {
    throw new Error("let through");
  };
  for (let port = 1; port <= 11_000; port += 1) {
    const init: object = { dispatcher: { dispatch } };
    const problem = await fetch(`http://127.0.0.1:${port}/`, init).catch((error: Error) => error.cause);
    if (problem instanceof Error && problem.message === "bad port") refused.push(port);
    else expect(problem).toMatchObject({ message: "let through" });
  }
  expect(refused).toEqual([...BAD_PORTS].filter((port) => port > 0));
});

test("a setting that has no use any more is named for the log", () => {
  expect(readConfig({}).unused).toEqual([]);
  expect(readConfig({ CLICKHOUSE_URL: "http://a:b@clickhouse.example.com:8123/kinora" }).unused).toEqual([
    "CLICKHOUSE_URL is set and not used: PostgreSQL answers all reports",
  ]);
});

test("REDIS_URL is an address of Redis", () => {
  expect(readConfig({}).redisUrl).toBeNull();
  expect(readConfig({ REDIS_URL: "rediss://a:b@redis.example.com:6380/1" }).redisUrl).toContain("redis.example.com");
  for (const address of ["redis.example.com:6379", "https://redis.example.com"])
    expect(() => readConfig({ REDIS_URL: address })).toThrow(/REDIS_URL must be a redis or rediss address/);
});

test("the collector of log lines has an http address", () => {
  expect(readConfig({}).logUrl).toBeNull();
  expect(readConfig({ LOG_URL: "https://logs.example.com/kinora" }).logUrl?.host).toBe("logs.example.com");
  for (const address of ["logs.example.com", "syslog://127.0.0.1:514"])
    expect(() => readConfig({ LOG_URL: address })).toThrow(/LOG_URL must be an http or https address/);
  expect(() => readConfig({ LOG_URL: "https://a:50%@logs.example.com/" })).toThrow(/write % as %25/);
});
