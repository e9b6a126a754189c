import { afterAll, expect, test } from "vitest";
import type { TestProject } from "../../platform/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { sharedProject, asSuperuser } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { setMaintenance } from "./maintenance.ts";

const maintenance = { mode: "on", starts_at: null, ends_at: "2130-05-01T18:30:00Z", message: "New disks." } as const;
const { services, project } = await sharedProject();
const api = await serveForTests(services);
/** The calls here are refused, read, or succeed as often as they are made. */
const things = await someThings(services, project);
afterAll(() => api.close());
const operationOf = (name: string) => {
  const found = operations.find((each) => each.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
};
const callAs = async (name: string, caller: TestProject["owner"]) => {
  const { operation, sample } = operationOf(name);
  return api.call(operation, sample(things), caller);
};

const own = operations.filter(({ access }) => access.who !== "superuser" && access.who !== "anyone");
const isReading = ({ operation }: (typeof operations)[number]) =>
  operation["~orpc"].route.method === "GET" || (operation["~orpc"].meta as { reads?: boolean }).reads === true;

test.each(own.filter((each) => !isReading(each)))(
  "in maintenance an owner's $name is refused with the end and when to try again",
  async ({ name }) => {
    await setMaintenance(await asSuperuser(services), maintenance);
    const answer = await callAs(name, project.owner);
    expect([answer.statusCode, answer.json()["code"]]).toEqual([503, "maintenance"]);
    expect(answer.json()["message"]).toContain("until 2130-05-01 18:30 UTC");
  },
);

test.each(own.filter(isReading))("in maintenance an owner's $name is served", async ({ name }) => {
  await setMaintenance(await asSuperuser(services), maintenance);
  expect((await callAs(name, project.owner)).body).not.toContain('"code":"maintenance"');
});

test("in maintenance superusers change things, the console knows, and afterwards everyone changes things again", async () => {
  const root = await asSuperuser(services);
  await setMaintenance(root, maintenance);
  expect((await callAs("projects.updateProject", root.caller)).statusCode).toBe(200);
  expect((await callAs("session.getConfig", project.owner)).json()["config"]).toMatchObject({ maintenance });
  await setMaintenance(root, { ...maintenance, mode: "announced", starts_at: "2130-05-01T17:30:00Z" });
  expect((await callAs("projects.updateProject", project.owner)).statusCode).toBe(200);
  await setMaintenance(root, { ...maintenance, mode: "off" });
  expect((await services.installation.settings()).maintenance).toMatchObject({
    mode: "off",
    ends_at: null,
    message: "",
  });
});

test("an end that has passed is refused at its field", async () => {
  await expect(
    setMaintenance(await asSuperuser(services), { ...maintenance, ends_at: "2020-01-01T00:00:00Z" }),
  ).rejects.toMatchObject({ code: "invalid", fields: { ends_at: ["Maintenance has to end in the future."] } });
});
