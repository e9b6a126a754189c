import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { mapped, valuesFor } from "./testing/odd-values.ts";
import { inputOf, pathParameters } from "./testing/operation-input.ts";
import { operations, type OperationCall, sharedApi } from "./testing/operations.ts";
import { ownSets, type Rows } from "./testing/rows-for-calls.ts";

/** Calls per operation. The seed is fixed, except when KINORA_FUZZ_RUNS asks for a longer search. */
const RUNS = Number(process.env["KINORA_FUZZ_RUNS"] ?? 20);
const SEED = Number(
  process.env["KINORA_FUZZ_SEED"] ?? (process.env["KINORA_FUZZ_RUNS"] ? Math.floor(Math.random() * 2 ** 31) : 1),
);

/** Rows that no call changed yet: reads and refused calls leave them as they are. */
let rows: Rows;

const { services, api, root } = await sharedApi();
const nextRows = ownSets(services);
beforeAll(async () => {
  rows = await nextRows();
});

/** A value as text in a URL. */
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();

function queryOf(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((item) => [`${name}[]`, item] as const) : [[name, value] as const],
  );
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`).join("&");
}

/** Those of superusers last: they may block people and suspend accounts that the others need. */
const inOrder = [false, true].flatMap((isOfSuperusers) =>
  operations.filter(({ access }) => (access.who === "superuser") === isOfSuperusers),
);

describe.each(inOrder)("$name", ({ operation, access, sample }) => {
  const caller = () => (access.who === "superuser" ? root : rows.project.owner);

  test("any input gets a documented answer", async () => {
    const { method = "POST", path = "/" } = operation["~orpc"].route;
    const input = inputOf(operation);
    const inPath = pathParameters(path);
    const beside = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    const asks = method === "GET" || method === "HEAD";
    const odd = fc.record({
      path: fc.option(fc.record(mapped(Object.fromEntries(inPath.map((name) => [name, input[name] ?? {}])))), {
        freq: 4,
      }),
      changes: fc.record(mapped(beside), { requiredKeys: [] }),
      whole: fc.option(fc.oneof(valuesFor({ type: "array" }), fc.constantFrom("{", "null", "[]", '"\\ud800"', "")), {
        freq: 12,
      }),
    });
    const hasFields = Object.keys(input).length > 0;
    const made = new Set<string>();
    await fc.assert(
      fc.asyncProperty(odd, async ({ path: oddPath, changes, whole }) => {
        const good = sample(rows.things);
        const fields = { ...(good.body as Record<string, unknown> | undefined), ...changes };
        const call: OperationCall = {
          path: Object.fromEntries(
            Object.entries(oddPath ?? good.path).map(([name, value]) => [
              name,
              oddPath ? encodeURIComponent(asText(value)) || "0" : String(value),
            ]),
          ),
          ...(asks ? { query: queryOf(changes) } : { body: whole ?? fields }),
        };
        // Without a field the same call comes up again and again, and some of them take seconds.
        if (!hasFields && made.has(JSON.stringify(call))) return;
        made.add(JSON.stringify(call));
        const { statusCode, body } = await api.call(operation, call, caller());
        if (!asks && statusCode < 400) rows = await nextRows();
        expect(statusCode, `${JSON.stringify(call).slice(0, 2000)} → ${body}`).toBeLessThan(500);
        if (statusCode >= 400) expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\S/) });
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("values nested thousands of levels deep are refused in every field", async () => {
    const { method = "POST", path = "/" } = operation["~orpc"].route;
    const names = Object.keys(inputOf(operation)).filter((name) => !path.includes(`{${name}}`));
    for (const name of [...names, "unknown"]) {
      for (const input of method === "GET" ? deepQueries(name) : deepBodies(name)) {
        const { body, ...good } = sample(rows.things);
        const { statusCode } = await api.call(
          operation,
          { ...good, ...(method === "GET" ? {} : { body }), ...input },
          caller(),
        );
        expect(statusCode, `${name}: ${JSON.stringify(input).slice(0, 100)}`).toBeLessThan(500);
        if (method !== "GET") expect(statusCode).toBe(422);
      }
    }
  });
});

const LEVELS = 10_000;
const deepBodies = (name: string): Partial<OperationCall>[] => [
  { body: `{"${name}":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}` },
  { body: `{"${name}":${'{"a":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}}` },
];
// Up to the maximum length of a URL.
const deepQueries = (name: string): Partial<OperationCall>[] => [{ query: `${name}${"[a]".repeat(LEVELS)}=1` }];
