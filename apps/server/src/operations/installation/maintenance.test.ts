import { afterAll, beforeAll, expect, test } from "vitest";
import {
  as,
  aProject,
  asUser,
  aUser,
  testServices,
  type TestProject,
  type TestServices,
} from "../../platform/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { setMaintenance } from "./maintenance.ts";

let services: TestServices;
let api: Awaited<ReturnType<typeof serveForTests>>;
let project: TestProject;
/** The calls here are refused, read, or succeed as often as they are made. */
let things: Awaited<ReturnType<typeof someThings>>;
const maintenance = { mode: "on", starts_at: null, ends_at: "2130-05-01T18:30:00Z", message: "New disks." } as const;
beforeAll(async () => {
  services = await testServices();
  api = await serveForTests(services);
  project = await aProject(services);
  things = await someThings(services, project);
});
afterAll(async () => {
  await api.close();
  await services.stop();
});

const asRoot = async () => as(services, asUser(await aUser(services, { superuser: true }), true));
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
    await setMaintenance(await asRoot(), maintenance);
    const answer = await callAs(name, project.owner);
    expect([answer.statusCode, answer.json()["code"]]).toEqual([503, "maintenance"]);
    expect(answer.json()["message"]).toContain("until 2130-05-01 18:30 UTC");
  },
);

test.each(own.filter(isReading))("in maintenance an owner's $name is served", async ({ name }) => {
  await setMaintenance(await asRoot(), maintenance);
  expect((await callAs(name, project.owner)).body).not.toContain('"code":"maintenance"');
});

test("in maintenance superusers change things, the console knows, and afterwards everyone changes things again", async () => {
  const root = await asRoot();
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
    setMaintenance(await asRoot(), { ...maintenance, ends_at: "2020-01-01T00:00:00Z" }),
  ).rejects.toMatchObject({ code: "invalid", fields: { ends_at: ["Maintenance has to end in the future."] } });
});
