import { analytics } from "./analytics.ts";
import type { Benchmark } from "./benchmark.ts";
import { cache } from "./cache.ts";
import { clusterLoad } from "./cluster/load.ts";
import { codecSavings } from "./codec-savings.ts";
import { consoleBudgets, consoleReactions } from "./console.ts";
import { deliveryEncrypted } from "./delivery-encrypted.ts";
import { deliveryTls } from "./delivery-tls.ts";
import { delivery } from "./delivery.ts";
import { firstFrame } from "./first-frame.ts";
import { footprint } from "./footprint.ts";
import { ladder } from "./ladder.ts";
import { list, listMillion } from "./list.ts";
import { liveCpu } from "./live-cpu.ts";
import { liveIdle } from "./live-idle.ts";
import { liveLadder } from "./live-ladder.ts";
import { liveLatency } from "./live-latency.ts";
import { liveSeams } from "./live-seams.ts";
import { operator } from "./operator.ts";
import { realtime } from "./realtime.ts";
import { speech } from "./speech.ts";
import { upload } from "./upload.ts";
import { webhooks } from "./webhooks.ts";

/** What `npm run bench NAME` can run, in the order it runs all of them. */
export const benchmarks: Record<string, Benchmark> = {
  "first-frame": firstFrame,
  ladder,
  "codec-savings": codecSavings,
  speech,
  upload,
  list,
  "list-million": listMillion,
  delivery,
  "delivery-tls": deliveryTls,
  "delivery-encrypted": deliveryEncrypted,
  cache,
  "live-latency": liveLatency,
  "live-cpu": liveCpu,
  "live-ladder": liveLadder,
  "live-idle": liveIdle,
  "live-seams": liveSeams,
  realtime,
  webhooks,
  operator,
  analytics,
  console: consoleBudgets,
  "console-reactions": consoleReactions,
  footprint,
  "cluster-load": clusterLoad,
};
