import { selectRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { invoicePay } from "./invoice-pay.ts";
import { runCommand } from "./testing.ts";

const services = await sharedServices();

const run = async (...args: string[]) => (await runCommand(invoicePay, services, ...args)).lines.join("\n");

test("a payment is recorded once, and what is wrong is said", async () => {
  const { invoice } = await someThings(services, await aProject(services));
  const { number } = await selectRow(services, "invoices", { id: invoice }, "number");
  expect(await run(number, "0.02", "--reference", "bank 1", "--on", "2030-01-31")).toBe(`Recorded €0.02 of ${number}.`);
  expect(await run(number, "0.02", "--reference", "bank 1")).toContain("was recorded before");
  await expect(run(number, "0.03", "--reference", "bank 1")).rejects.toThrow("another amount");
  await expect(run("X-1", "1", "--reference", "bank 1")).rejects.toThrow("There is no invoice X-1.");
  await expect(run(number, "1.234", "--reference", "bank 2")).rejects.toThrow("no amount of EUR");
  await expect(run(number, "1")).rejects.toThrow("reference");
});
