import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What a process loads of the dependencies when it imports a module, by their names. */
function packagesLoadedBy(modules: readonly string[]): string[] {
  const source = `
    import { registerHooks } from "node:module";
    const packages = new Set();
    registerHooks({ load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) packages.add(name);
      return next(url, context);
    } });
    for (const module of ${JSON.stringify(modules)}) await import(module);
    process.stdout.write(JSON.stringify([...packages]));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" }),
  ) as string[];
}

test("the supervisor, which only waits, loads of the dependencies what speaks to the database, and nothing else", () => {
  const main = readFileSync(join(import.meta.dirname, "main.ts"), "utf8");
  const imported = [...main.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => join(import.meta.dirname, path));
  expect(imported.length).toBeGreaterThan(3);
  const loaded = packagesLoadedBy(imported);
  expect(loaded).toContain("pg");
  expect(loaded.filter((name) => !/^(pg|pg-[\w-]+|pgpass|postgres-[\w-]+|split2|xtend)$/.test(name))).toEqual([]);
});

test("what sends traces is loaded where a collector is configured, and by nothing else", () => {
  const server = join(import.meta.dirname, "..");
  const loaded = packagesLoadedBy([join(server, "composition.ts")]);
  // The interface alone, which prom-client brings along.
  expect(loaded.filter((name) => name.startsWith("@opentelemetry/"))).toEqual(["@opentelemetry/api"]);
  const sources = globSync("**/*.ts", { cwd: server }).filter((path) => !path.endsWith(".test.ts"));
  const importers = sources.filter((path) =>
    /from "(?:@opentelemetry\/|[^"]*otlp-tracing\.ts")/.test(readFileSync(join(server, path), "utf8")),
  );
  expect(importers.toSorted()).toEqual(["platform/tracing/otlp-tracing.ts", "platform/tracing/reporting-exporter.ts"]);
});

test.each(["console", "login", "edge", "live"])("the %s role loads the queue with its first job", (role) => {
  const server = join(import.meta.dirname, "..");
  const loaded = packagesLoadedBy([join(server, "composition.ts"), join(server, `processes/${role}.ts`)]);
  expect(loaded).toContain("kysely");
  expect(loaded.filter((name) => /^(pg-boss|cron-parser|luxon|rrule-temporal)$/.test(name))).toEqual([]);
});
