import { readdir } from "node:fs/promises";
import path from "node:path";
import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "./contract.ts";
import { loginContract } from "./people/login.ts";

/** What an operation is called in the language of HTTP; one of the login application is not in the API. */
const routeOf = (operation: unknown, place: string): string => {
  if (!isContractProcedure(operation)) throw new Error("a contract has something else than operations");
  const { method, path: url } = operation["~orpc"].route;
  return `${place} ${method} ${url}`;
};
const LOGIN_FILES = new Set(Object.keys(loginContract));

/** Every operation that a file of a folder of the contract exports, by its route: its file and name. */
async function exportedOperations(): Promise<Map<string, string>> {
  const folder = import.meta.dirname;
  const files = await readdir(folder, { recursive: true });
  const found = new Map<string, string>();
  for (const file of files.filter((name) => /^[\w-]+\/.*(?<!\.test)\.ts$/.test(name))) {
    const exports = (await import(path.join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports))
      if (isContractProcedure(value))
        found.set(routeOf(value, LOGIN_FILES.has(name) ? "login" : "api"), `${file}: ${name}`);
  }
  return found;
}

test("each operation that a file exports is in exactly one room of a contract, and nothing else is", async () => {
  const exported = await exportedOperations();
  expect(exported.size).toBeGreaterThan(100);
  const inContracts = [
    ...Object.values(contract).flatMap((room) => Object.values(room).map((operation) => routeOf(operation, "api"))),
    ...Object.values(loginContract).map((operation) => routeOf(operation, "login")),
  ];
  const names = inContracts.map((route) => exported.get(route) ?? `${route} is not exported by a file`);
  expect(names.toSorted()).toEqual([...exported.values()].toSorted());
});

const CREATED = new Set([201, 202]);

test("every operation that creates answers with a message and the new object in data", () => {
  const operations = Object.values(contract)
    .flatMap((room) => Object.entries<unknown>(room))
    .flatMap(([name, operation]) => (isContractProcedure(operation) ? [{ name, ...operation["~orpc"] }] : []))
    .filter(({ name, route }) => CREATED.has(route.successStatus ?? 200) || /^(?:create|duplicate|invite)/.test(name));
  expect(operations.length).toBeGreaterThan(30);
  const others = operations.filter(({ outputSchema, route }) => {
    const shape = outputSchema instanceof z.ZodObject ? outputSchema.shape : {};
    return !("message" in shape && "data" in shape) || !CREATED.has(route.successStatus ?? 200);
  });
  expect(others.map(({ name }) => name)).toEqual([]);
});
