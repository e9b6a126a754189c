import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";

const consoleFolder = resolve(import.meta.dirname, "..");

/** How an input calls the version that its caller had read. */
const VERSION_FIELD = /^(draft_|details_)?version$/;

/** The operations that refuse to save over what was saved since their caller read it, as the console calls them. */
const versioned = Object.entries(contract).flatMap(([room, operations]) =>
  Object.entries(operations).flatMap(([name, operation]: [string, unknown]) => {
    if (!isContractProcedure(operation)) throw new Error(`${room}.${name} is no operation`);
    const { inputSchema } = operation["~orpc"];
    if (!(inputSchema instanceof z.ZodObject)) return [];
    const isVersioned = Object.entries(inputSchema.shape).some(
      ([field, schema]) => VERSION_FIELD.test(field) && schema instanceof z.ZodOptional,
    );
    return isVersioned ? [`${room}.${name}`] : [];
  }),
);

const sources = readdirSync(consoleFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
  .map((name) => readFileSync(join(consoleFolder, name), "utf8"));

test("there are operations with a version", () => {
  expect(versioned).toContain("players.publishPlayer");
  expect(versioned.length).toBeGreaterThan(12);
});

// Others save only the fields that someone typed in.
test.each(versioned)("a form that saves %s asks what to keep when someone else saved meanwhile", (name) => {
  const forms = sources.filter((text) => text.includes(`api.${name}`) && /version/.test(text));
  expect(forms.filter((text) => /\bstored\b/.test(text)).length).toBeGreaterThan(0);
});
