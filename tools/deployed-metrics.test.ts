import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installationFigures } from "../apps/server/src/operations/system/installation-figures.ts";
import {
  createMetrics,
  createProcessMetrics,
  measureConnections,
} from "../apps/server/src/platform/process/metrics.ts";
import { machineMetrics } from "../apps/server/src/supervisor/machine-figures.ts";
import { sharedServices } from "../apps/server/src/testing/fixtures.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { db, log } = await sharedServices();

async function ownMetrics(): Promise<Set<string>> {
  const own = createProcessMetrics("edge");
  measureConnections(own, db, log);
  const registries = [createMetrics("edge").registry, own, machineMetrics(root, () => undefined)];
  const collected = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  const names = [...collected.flat().map(({ name }) => name), ...installationFigures(db).map(({ name }) => name)];
  return new Set(names.filter((name) => name.startsWith("kinora_")));
}

/** The metrics that a text names, without what a histogram adds to its name. */
const namedIn = (text: string) =>
  new Set([...text.matchAll(/\bkinora_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, "")));

test("the page on metrics names every metric there is", async () => {
  expect(namedIn(read("docs/operations/metrics.md"))).toEqual(await ownMetrics());
});

test.each(["deploy/prometheus/kinora-alerts.yml", "deploy/grafana/kinora.json"])(
  "%s reads no metric that there is not",
  async (path) => {
    const own = await ownMetrics();
    const named = [...namedIn(read(path))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !own.has(name))).toEqual([]);
  },
);
