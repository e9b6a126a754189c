import { selectRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { createAccount } from "../accounts/service.ts";
import { aUser } from "../platform/testing.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { cellMove } from "./cell-move.ts";
import { runCommand } from "./testing.ts";

const services = await sharedServices({
  KINORA_CELLS: "second=https://api2.example.com,third=https://api3.example.com",
});
const ownerId = await aUser(services);

const someAccounts = (cell: string, count: number) =>
  services.db.transaction().execute(async (tx) => {
    const made: number[] = [];
    for (let index = 0; index < count; index += 1)
      made.push((await createAccount(tx, { name: `${cell} ${index}`, cell, ownerId })).id);
    return made;
  });

async function cellsOf(ids: readonly number[]): Promise<string[]> {
  const rows = await services.db.selectFrom("accounts").select("cell").where("id", "in", ids).execute();
  return [...new Set(rows.map(({ cell }) => cell))];
}

const run = (...args: string[]) => runCommand(cellMove, services, ...args);
const last = async (...args: string[]) => (await run(...args)).lines.at(-1);

test("an account is moved to another cell once, with a line in the audit log, and others stay", async () => {
  const [id = 0, other = 0] = await someAccounts("local", 2);
  expect(await last("--account", String(id), "--to", "second")).toBe(
    "1 accounts are served by the cell second now that were not before.",
  );
  expect(await last("--account", String(id), "--to", "second")).toMatch(/^0 accounts/);
  expect([await cellsOf([id]), await cellsOf([other])]).toEqual([["second"], ["local"]]);
  const lines = await selectRows(services, "audit_log", { account_id: id }, "action", "actor", "changes");
  expect(lines).toEqual([
    { action: "account.cell_changed", actor: { kind: "operator" }, changes: { cell: ["local", "second"] } },
  ]);
});

test("all accounts of a cell are moved, some at a time: what an interruption left is moved by the next run", async () => {
  const ids = await someAccounts("third", 205);
  const interrupted = cellMove.run(
    {
      config: services.config,
      print: (line) => {
        if (line.startsWith("100 moved")) throw new Error("Ctrl-C");
      },
      databaseUrl: () => Promise.resolve(""),
      services: () => Promise.resolve(services),
    },
    ["--from", "third", "--to", "local"],
  );
  await expect(interrupted).rejects.toThrow("Ctrl-C");
  expect((await cellsOf(ids)).toSorted()).toEqual(["local", "third"]);
  expect((await run("--from", "third", "--to", "local")).lines).toEqual([
    "100 moved…",
    "105 moved…",
    "105 accounts are served by the cell local now that were not before.",
  ]);
  expect(await cellsOf(ids)).toEqual(["local"]);
});

test.each([
  [["--to", "second"], "which"],
  [["--account", "1"], "Say --to CELL"],
  [["--to", "second", "--account", "1", "--from", "local"], "which"],
  [["--to", "nowhere", "--from", "local"], "KINORA_CELLS names no cell nowhere."],
  [["--to", "second", "--account", "9000000000"], "There is no account 9000000000."],
  [["--to", "second", "--account", "one"], "no number"],
])("%j is refused in words", async (args, words) => {
  await expect(run(...args)).rejects.toThrow(words);
});
