import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, testServices, type TestServices } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { invoicePay } from "./invoice-pay.ts";

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await invoicePay.run(
    {
      config: services.config,
      print: (line) => void lines.push(line),
      databaseUrl: async () => services.config.databaseUrl ?? "",
      services: async () => services,
    },
    args,
  );
  return lines.join("\n");
}

test("a payment is recorded once, and what is wrong is said", async () => {
  const { invoice } = await someThings(services, await aProject(services));
  const { number } = await services.db
    .selectFrom("invoices")
    .select("number")
    .where("id", "=", invoice)
    .executeTakeFirstOrThrow();
  expect(await run(number, "0.02", "--reference", "bank 1", "--on", "2030-01-31")).toBe(`Recorded €0.02 of ${number}.`);
  expect(await run(number, "0.02", "--reference", "bank 1")).toContain("was recorded before");
  await expect(run(number, "0.03", "--reference", "bank 1")).rejects.toThrow("another amount");
  await expect(run("X-1", "1", "--reference", "bank 1")).rejects.toThrow("There is no invoice X-1.");
  await expect(run(number, "1.234", "--reference", "bank 2")).rejects.toThrow("no amount of EUR");
  await expect(run(number, "1")).rejects.toThrow("reference");
});
