import { expect, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { maintenance } from "./maintenance.ts";
import { runCommand } from "./testing.ts";

const services = await sharedServices();

const run = async (...args: string[]) => (await runCommand(maintenance, services, ...args)).code;
const now = async () => (await services.installation.settings()).maintenance;

test("an operator switches maintenance on with its end, and off", async () => {
  expect(await run("on", "--until", "2130-01-31T18:00+01:00", "--message", "New disks.")).toBe(0);
  expect(await now()).toEqual({
    mode: "on",
    starts_at: null,
    ends_at: "2130-01-31T17:00:00.000Z",
    message: "New disks.",
  });
  await run("off");
  expect(await now()).toEqual({ mode: "off", starts_at: null, ends_at: null, message: "" });
});

test("an end without time zone, an end that has passed and another word change nothing", async () => {
  await expect(run("on", "--until", "2130-01-31T18:00")).rejects.toThrow("Write the end with its time zone");
  await expect(run("on", "--until", "2020-01-31T18:00Z")).rejects.toThrow("Maintenance has to end in the future.");
  await expect(run("soon")).rejects.toThrow("Say whether to switch maintenance on or off.");
  expect((await now()).mode).toBe("off");
});
