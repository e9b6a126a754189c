import { freePort } from "@kinora/db/free-port.ts";
import { expect, test } from "vitest";
import { claimPorts } from "../e2e/port-base.ts";

test("no free port is one of those that a product of the tests has claimed and does not use yet", async () => {
  const claims = await Promise.all(Array.from({ length: 30 }, claimPorts));
  const highest = Math.max(...claims.map(({ base }) => base + 9));
  for (const { release } of claims) release();
  const ports = await Promise.all(Array.from({ length: 30 }, () => freePort()));
  expect(highest).toBeLessThan(20_000);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
});
