import { AggregatorRegistry } from "prom-client";
import { expect, test, vi } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { addFigures } from "./figures.ts";
import { metricsAnswer } from "./metrics-messages.ts";
import { createMetrics, createProcessMetrics, measureConnections } from "./metrics.ts";

const { db, log } = await sharedServices();

test("the metrics of several roles and processes are joined, each labelled with its own", async () => {
  const api = createMetrics("api");
  const worker = createMetrics("worker");
  api.observeRequest("GET", "/videos/:id", 200, 0.01);
  worker.observeTask("transcoding.chunk", "done", 3);
  const own = createProcessMetrics("worker");
  measureConnections(own, db, log);
  const merged = AggregatorRegistry.aggregate([
    await api.registry.getMetricsAsJSON(),
    await worker.registry.getMetricsAsJSON(),
    await createProcessMetrics("console+api").getMetricsAsJSON(),
    await own.getMetricsAsJSON(),
  ]);
  const text = await merged.metrics();
  expect(text).toMatch(/kinora_http_request_seconds_count\{[^}]*route="\/videos\/:id"[^}]*role="api"[^}]*\} 1/);
  expect(text).toMatch(/kinora_task_seconds_count\{[^}]*task="transcoding.chunk"[^}]*role="worker"[^}]*\} 1/);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds\{role="worker"\}/);
  expect(text).toMatch(/kinora_database_connections\{state="waiting",role="worker"\} 0/);
  expect(text.match(/process_cpu_user_seconds_total\{role="(?:console\+api|worker)"/g)).toHaveLength(2);
});

test("a figure that cannot be read has no value, is logged, and hides no other", async () => {
  const { registry, countSent } = createMetrics("edge");
  const told = vi.fn();
  const read = () => Promise.reject(new Error("away"));
  addFigures(registry, [{ name: "kinora_uploads", help: "Uploads.", read }], told);
  countSent("video", 40);
  countSent("video", 2);
  const text = await registry.metrics();
  expect(text).toContain('kinora_sent_bytes_total{kind="video",role="edge"} 42');
  expect(text).not.toMatch(/^kinora_uploads/m);
  expect(told).toHaveBeenCalledExactlyOnceWith(new Error("away"), "kinora_uploads");
});

test("messages about something else are not taken for metrics", () => {
  expect(metricsAnswer("ready")).toBeNull();
  expect(metricsAnswer({ type: "role" })).toBeNull();
  expect(metricsAnswer({ type: "kinora:metrics", metrics: [] })).toEqual([]);
});
