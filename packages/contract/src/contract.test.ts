import { readdir } from "node:fs/promises";
import path from "node:path";
import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { contract } from "./contract.ts";
import { loginContract } from "./people/login.ts";

/** Every operation that a file of a folder of the contract exports, by file and name. */
async function exportedOperations(): Promise<Map<unknown, string>> {
  const folder = import.meta.dirname;
  const files = await readdir(folder, { recursive: true });
  const found = new Map<unknown, string>();
  for (const file of files.filter((name) => /^[\w-]+\/.*(?<!\.test)\.ts$/.test(name))) {
    const exports = (await import(path.join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports))
      if (isContractProcedure(value)) found.set(value, `${file}: ${name}`);
  }
  return found;
}

test("each operation that a file exports is in exactly one room of a contract, and nothing else is", async () => {
  const exported = await exportedOperations();
  expect(exported.size).toBeGreaterThan(100);
  const inContracts = [...Object.values(contract), loginContract].flatMap((room): unknown[] => Object.values(room));
  const names = inContracts.map((operation) => exported.get(operation) ?? "not exported by a file");
  expect(names.toSorted()).toEqual([...exported.values()].toSorted());
});
