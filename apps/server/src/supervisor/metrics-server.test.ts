import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { createMetrics } from "../platform/process/metrics.ts";
import type { MetricsConfig } from "../platform/settings/metrics.ts";
import { serveMetrics } from "./metrics-server.ts";

let server: Server | null = null;
afterEach(() => void server?.close());

async function serve(settings: MetricsConfig): Promise<number> {
  server = await serveMetrics({ ...settings, port: 0 }, async () => [
    await createMetrics("api").registry.getMetricsAsJSON(),
  ]);
  return (server.address() as AddressInfo).port;
}

test("metrics are served on loopback and on no other address of the machine", async () => {
  const port = await serve(readConfig({}).metrics);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect(server?.address()).toMatchObject({ address: "127.0.0.1" });
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const { address } of others.filter(({ internal, family }) => !internal && family === "IPv4"))
    await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow("fetch failed");
});

test("where other machines can reach them, metrics need the token", async () => {
  const token = "a-token-of-some-length";
  const port = await serve(readConfig({ KINORA_METRICS_HOST: "0.0.0.0", KINORA_METRICS_TOKEN: token }).metrics);
  const status = async (path: string, authorization?: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization ? { authorization } : {} })).status;
  for (const scheme of ["Bearer ", "bearer ", "BEARER  "]) expect(await status("/metrics", scheme + token)).toBe(200);
  for (const wrong of [undefined, token, "Bearer ", `Bearer ${token}x`, `Bearer ${"x".repeat(token.length)}`])
    for (const path of ["/metrics", "/"]) expect(await status(path, wrong)).toBe(401);
});
