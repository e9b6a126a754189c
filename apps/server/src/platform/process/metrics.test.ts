import { AggregatorRegistry } from "prom-client";
import { expect, test } from "vitest";
import { createMetrics, createProcessMetrics, metricsAnswer } from "./metrics.ts";

test("the metrics of several roles and processes are joined, each labelled with its own", async () => {
  const api = createMetrics("api");
  const worker = createMetrics("worker");
  api.observeRequest("GET", "/videos/:id", 200, 0.01);
  worker.observeTask("transcoding.chunk", "done", 3);
  const merged = AggregatorRegistry.aggregate([
    await api.registry.getMetricsAsJSON(),
    await worker.registry.getMetricsAsJSON(),
    await createProcessMetrics("console+api").getMetricsAsJSON(),
    await createProcessMetrics("worker").getMetricsAsJSON(),
  ]);
  const text = await merged.metrics();
  expect(text).toMatch(/kinora_http_request_seconds_count\{[^}]*route="\/videos\/:id"[^}]*role="api"[^}]*\} 1/);
  expect(text).toMatch(/kinora_task_seconds_count\{[^}]*task="transcoding.chunk"[^}]*role="worker"[^}]*\} 1/);
  expect(text.match(/process_cpu_user_seconds_total\{role="(?:console\+api|worker)"/g)).toHaveLength(2);
});

test("messages about something else are not taken for metrics", () => {
  expect(metricsAnswer("ready")).toBeNull();
  expect(metricsAnswer({ type: "role" })).toBeNull();
  expect(metricsAnswer({ type: "kinora:metrics", metrics: [] })).toEqual([]);
});
