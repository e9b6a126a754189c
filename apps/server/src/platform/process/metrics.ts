import { poolUsage, type Database } from "@kinora/db/connect.ts";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Logger } from "../log.ts";
import { addFigures, type FigureProblem } from "./figures.ts";
import { metricsMessage, metricsQuestion } from "./metrics-messages.ts";

/** How a run of a task ended; one that failed is tried again. */
export type TaskResult = "done" | "failed" | "gave_up";

/** Prometheus metrics of one role; the supervisor serves those of all on the metrics port. */
export interface Metrics {
  registry: Registry;
  /** One answered HTTP request: its route's pattern, never the address itself, which would make a series of each video. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** One run of a task: how it ended and how long it took. */
  observeTask(task: string, result: TaskResult, seconds: number): void;
  /** Bytes that were sent to viewers of videos or livestreams, with their headers. */
  countSent(kind: "video" | "stream", bytes: number): void;
}

/** Memory, processor time and event loop of this process; its series carry the name of the process in place of a role. */
export function createProcessMetrics(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role: name });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Adds the connections of a process to its metrics. */
export function measureConnections(registry: Registry, db: Database, log: Logger): void {
  const help = "Connections to the database by process: used, idle, and requests that wait for one.";
  const read = () => Object.entries(poolUsage(db)).map(([state, value]) => ({ labels: { state }, value }));
  addFigures(registry, [{ name: "kinora_database_connections", help, labels: ["state"], read }], logProblems(log));
}

/** Logs which figures cannot be read. */
export const logProblems =
  (log: Logger): FigureProblem =>
  (error, metric) =>
    log.warn({ err: error, metric }, "could not read a metric");

/** Makes a role's metrics; every series carries the role. */
export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  const requests = new Histogram({
    name: "kinora_http_request_seconds",
    help: "Time to answer HTTP requests.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const taskRuns = new Histogram({
    name: "kinora_task_seconds",
    help: "Time of task runs by how they ended.",
    labelNames: ["task", "result"],
    buckets: [0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
    registers: [registry],
  });
  const sent = new Counter({
    name: "kinora_sent_bytes_total",
    help: "Bytes sent to viewers, by what they watch.",
    labelNames: ["kind"],
    registers: [registry],
  });
  return {
    registry,
    countSent: (kind, bytes) => sent.inc({ kind }, bytes),
    observeRequest: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    observeTask: (task, result, seconds) => taskRuns.observe({ task, result }, seconds),
  };
}

/** Answers the supervisor whenever it asks for this process's metrics, of all its registries. */
export function answerForMetrics(registries: readonly Registry[], log: Logger): void {
  process.on("message", (message: unknown) => {
    if (message !== metricsQuestion) return;
    Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))
      .then((metrics) => process.send?.(metricsMessage(metrics.flat())))
      .catch((error: unknown) => log.warn({ err: error }, "could not collect metrics"));
  });
}
