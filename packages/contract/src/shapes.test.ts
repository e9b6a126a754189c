import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "./contract.ts";
import { listStreams } from "./live/streams.ts";
import { email } from "./people/users.ts";
import { line, numeral } from "./shapes.ts";

test("names are composed, so that two that look the same are the same", () => {
  expect(line("Name", 4).parse(" Cafe\u0301 ")).toBe("Caf\u00e9");
});

test("words that are searched are composed as names are", () => {
  const { inputSchema } = listStreams["~orpc"];
  expect(inputSchema?.["~standard"].validate({ project_id: 1, search: "U\u0308" })).toMatchObject({
    value: { search: "\u00dc" },
  });
});

test("an address at an international domain is taken as mail servers know it", () => {
  expect(email.parse("Ada@M\u00fcller.example")).toBe("ada@xn--mller-kva.example");
  expect(email.safeParse("ada@m\u00fcller").success).toBe(false);
});

test.each([true, false, null, "", " 1", "+1", "0x1", "1e3", "Infinity", [], ["1"], {}])(
  "a numeral is not %j, which coercion makes a number of",
  (given) => {
    expect(numeral(z.number()).safeParse(given).success).toBe(false);
  },
);

test("a numeral is a number, or its digits in an address", () => {
  expect([7, 2.5, "7", "-2.5", "0"].map((given) => numeral(z.number()).parse(given))).toEqual([7, 2.5, 7, -2.5, 0]);
  expect(numeral(z.number().int().max(10)).safeParse("11").success).toBe(false);
});

/** The paths of schemas that make a value of their kind of any other. */
function coercing(value: unknown, path: string, seen: Set<unknown>): string[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const { coerce } = value as { coerce?: unknown };
  const parts: [string, unknown][] =
    value instanceof z.core.$ZodType ? [["", value._zod.def]] : Object.entries(value as object);
  const inside = parts.flatMap(([name, part]) => coercing(part, name === "" ? path : `${path}.${name}`, seen));
  return coerce === true ? [path, ...inside] : inside;
}

test("no operation coerces what it takes", () => {
  expect(coercing(z.object({ at: z.coerce.number() }), "sample", new Set())).toEqual(["sample.shape.at"]);
  const found = Object.entries(contract).flatMap(([room, operations]) =>
    Object.entries(operations).flatMap(([name, operation]: [string, unknown]) =>
      isContractProcedure(operation) ? coercing(operation["~orpc"].inputSchema, `${room}.${name}`, new Set()) : [],
    ),
  );
  expect(found).toEqual([]);
});
