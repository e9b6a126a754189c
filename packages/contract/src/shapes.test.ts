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

test.each(["\u200b", " \u00ad\u2060", "\u3164", "\u2800", "\u202e", "\ufe0f"])(
  "a name of characters that are not seen is empty: %j",
  (name) => {
    expect(
      line("Name", 9)
        .safeParse(name)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["Name can not be empty."]);
  },
);

test("a name does not turn the texts around it, and keeps what joins and shapes its own letters", () => {
  expect(line("Name", 20).parse("\u202egpj.exe\u2066")).toBe("gpj.exe");
  for (const name of ["\ud83d\udc68\u200d\ud83d\udc69", "\u0645\u06cc\u200c\u062e", "\u2764\ufe0f", "1\u200f"])
    expect(line("Name", 20).parse(name)).toBe(name);
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
