import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "./contract.ts";
import { loginContract } from "./people/login.ts";
import { strictInput } from "./strict-input.ts";

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

const inputs = [...Object.entries(contract), ["login", loginContract] as const].flatMap(([room, operations]) =>
  Object.entries(operations).map(([name, operation]: [string, unknown]) => {
    if (!isContractProcedure(operation)) throw new Error(`${room}.${name} is no operation`);
    const { inputSchema } = operation["~orpc"];
    if (!(inputSchema instanceof z.ZodType)) throw new Error(`${room}.${name} does not say what it takes`);
    return { name: `${room}.${name}`, schema: inputSchema };
  }),
);

/** The paths of objects that take fields which they do not name; a record names none, and says of which kind its values are. */
function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((part: unknown, at) => openObjects(part, `${path}/${at}`));
  const { type, properties, additionalProperties } = schema as JsonSchema;
  const isRecord = properties === undefined && typeof additionalProperties === "object";
  const isOpen = type === "object" && !isRecord && additionalProperties !== false;
  const inside = Object.entries(schema).flatMap(([name, part]: [string, unknown]) =>
    openObjects(part, `${path}/${name}`),
  );
  return isOpen ? [path, ...inside] : inside;
}

test("every object of every input refuses fields that it does not name", () => {
  expect(inputs.length).toBeGreaterThan(400);
  const open = inputs.flatMap(({ name, schema }) =>
    openObjects(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), name),
  );
  expect(open).toEqual([]);
});

test("a schema is strict in all its parts, and keeps its checks, changes and defaults", () => {
  const part = z.object({ at: z.coerce.number() });
  const schema = strictInput(
    z
      .object({
        list: z.array(part.nullable()).default([]),
        choice: z.union([z.literal("none"), part]).optional(),
        chain: part.transform(({ at }) => at).pipe(z.number().max(5)),
        record: z.record(z.string(), part),
        tuple: z.tuple([part]).optional(),
      })
      .refine(({ list }) => list.length < 2, "too many"),
  );
  const good = { list: [{ at: "1" }, null].slice(0, 1), chain: { at: 2 }, record: { any: { at: 3 } } };
  expect(schema.parse(good)).toEqual({ list: [{ at: 1 }], chain: 2, record: { any: { at: 3 } } });
  const more = { at: 1, more: 1 };
  const wrong: [object, PropertyKey[]][] = [
    [{ list: [more] }, ["list", 0]],
    [{ choice: more }, ["choice"]],
    [{ chain: more }, ["chain"]],
    [{ record: { any: more } }, ["record", "any"]],
    [{ tuple: [more] }, ["tuple", 0]],
    [{ more: 1 }, []],
  ];
  for (const [change, path] of wrong) {
    const { error } = schema.safeParse({ ...good, ...change });
    expect(error?.issues.map((issue) => [issue.code, issue.path])).toEqual([["unrecognized_keys", path]]);
  }
  expect(schema.safeParse({ ...good, chain: { at: 6 } }).error?.issues.map(({ path }) => path)).toEqual([["chain"]]);
  expect(schema.safeParse({ ...good, list: [null, null] }).error?.issues.map(({ message }) => message)).toEqual([
    "too many",
  ]);
});

test("what outputs share with inputs stays as it was, and an intersection is refused", () => {
  const part = z.object({ at: z.number() });
  const strict = strictInput(z.object({ part }));
  expect(part.parse({ at: 1, more: 2 })).toEqual({ at: 1 });
  expect(strictInput(strict)).toBe(strict);
  expect(() => strictInput(z.intersection(part, part))).toThrow("intersection");
});
