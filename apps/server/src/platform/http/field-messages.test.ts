import { contract } from "@kinora/contract/contract.ts";
import { loginContract } from "@kinora/contract/people/login.ts";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { useFieldMessages } from "./field-messages.ts";

beforeAll(useFieldMessages);

interface Declared {
  "~orpc": { inputSchema?: z.ZodType; route: { method?: string; path?: string } };
}

/** Every operation of a contract with what it takes. */
function operationsOf(node: unknown): Declared["~orpc"][] {
  if (typeof node !== "object" || node === null) return [];
  if ("~orpc" in node) return [(node as Declared)["~orpc"]];
  return Object.values(node).flatMap(operationsOf);
}

const isObject = (schema: unknown): schema is z.ZodObject => schema instanceof z.ZodObject;
/** Values that most fields refuse: each field gets each of them. */
const WRONG: unknown[] = [
  undefined,
  null,
  "",
  "abc",
  "x".repeat(100_000),
  -1,
  1.5,
  1e300,
  Number.NaN,
  true,
  [],
  ["abc"],
  [null],
  {},
];
// Whole words: values that a message lists, as `token_invalid`, are the product's own.
const LIBRARY_WORDS =
  /\b(invalid|expected|received|NaN|too (big|small)|must match|ISO|unrecognized|undefined|null)\b|<=|>=/i;

test("no message about a field is in the library's wording", () => {
  const operations = [...operationsOf(contract), ...operationsOf(loginContract)].filter(({ inputSchema }) =>
    isObject(inputSchema),
  );
  expect(operations.length).toBeGreaterThan(100);
  const bad = new Set<string>();
  let refused = 0;
  for (const { inputSchema, route } of operations) {
    if (!isObject(inputSchema)) continue;
    const fields = Object.keys(inputSchema.shape);
    for (const wrong of WRONG) {
      const input = Object.fromEntries(fields.map((field) => [field, wrong]));
      for (const { message } of inputSchema.safeParse(input).error?.issues ?? []) {
        refused += 1;
        if (LIBRARY_WORDS.test(message) || !/[.?]$/.test(message))
          bad.add(`${route.method} ${route.path}: ${message.slice(0, 120)}`);
      }
    }
  }
  expect(refused).toBeGreaterThan(1_000);
  expect([...bad]).toEqual([]);
});

test.each([
  [{ page: "abc" }, "Page must be a number."],
  [{ per_page: "101" }, "Per page must be 100 or less."],
  [{ per_page: "0" }, "Per page must be 1 or more."],
  [{ per_page: "2.5" }, "Per page must be a whole number."],
  [{ type: "zzz" }, "Type must be one of completed, inprogress, recent, failed, trash."],
  [{ duration_min: -5 }, "Duration min must be 0 or more."],
  [{ tags: ["x"] }, "Tags must be a number."],
])("the library's list refuses %o with a sentence", (query, sentence) => {
  const { inputSchema } = contract.videos.listVideos["~orpc"];
  const { error } = z.safeParse(inputSchema as z.ZodType, { id: 1, ...query });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  [{ rules: {} }, "rules.referrers is required."],
  [{ rules: { referrers: { mode: "all" } } }, "rules.referrers.empty is required."],
  [{ rules: { referrers: { mode: "all", empty: null } } }, "rules.referrers.empty must be true or false."],
  [{ rules: { referrers: { mode: "", empty: true } } }, "Mode must be one of all, only."],
  [{ rules: null }, "Rules must be an object."],
  [{}, "Rules is required."],
])("%j is refused with what is missing, empty or of another type", (value, sentence) => {
  const referrers = z.object({ mode: z.enum(["all", "only"]), empty: z.boolean() });
  const { error } = z.object({ rules: z.object({ referrers }) }).safeParse(value);
  expect(error?.issues[0]?.message).toBe(sentence);
});

test("a project without a name is refused in the specification's words", () => {
  const { inputSchema } = contract.projects.createProject["~orpc"];
  const { error } = z.safeParse(inputSchema as z.ZodType, { account_id: 1 });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Project name can not be empty.",
    "Domain can not be empty.",
  ]);
});
