import { contract } from "@kinora/contract/contract.ts";
import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { aMember, asUser, type TestProject } from "../platform/testing.ts";
import { sharedProject, ownedBy, addCategory } from "../testing/fixtures.ts";
import { serveForTests } from "../testing/operations.ts";

const { services, project } = await sharedProject();
const api = await serveForTests(services);
await addCategory(services, project, { name: "News", slug: "news" });
afterAll(() => api.close());

type Caller = TestProject["owner"];
interface ConfigAnswer {
  config: Record<string, unknown> & { permissions: Record<string, boolean>; countries: { id: string; name: string }[] };
  user: Record<string, unknown>;
}

async function configOf(caller: Caller): Promise<ConfigAnswer> {
  const answer = await api.call(
    contract.session.getConfig,
    { path: {}, query: `project_id=${project.projectId}` },
    caller,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as unknown as ConfigAnswer;
}

/** As listed in the specification, not read from the product. */
const flags = [
  "video_add",
  "video_view",
  "streams_view",
  "analytics_view",
  "categories_view",
  "tags_view",
  "resolutions_view",
  "ads_view",
  "referrer_restrictions_view",
  "webhooks_view",
  "ga_view",
  "api_view",
  "users_view",
  "player_view",
];

// spec: 3.1
test("the config has each of the 14 flags, true when held and false otherwise", async () => {
  const owner = (await configOf(project.owner)).config.permissions;
  expect(flags.map((flag) => [flag, owner[flag]])).toEqual(flags.map((flag) => [flag, true]));
  for (const held of flags) {
    const member = await aMember(services, project, [held as "video_add"]);
    const { permissions } = (await configOf(member)).config;
    expect(flags.map((flag) => [flag, permissions[flag]])).toEqual(flags.map((flag) => [flag, flag === held]));
  }
});

// spec: 3.2, 3.5
test("the config has the project, its accounts, projects and categories, and the countries", async () => {
  const { config } = await configOf(project.owner);
  expect(config).toMatchObject({
    ...ownedBy(project),
    accounts: [{ id: project.accountId, name: "Test account", owner: true }],
    projects: [{ id: project.projectId, name: "Test project", domain: "example.com" }],
    categories: [{ id: expect.any(Number), name: "News" }],
  });
  expect(config["projects"]).toEqual([expect.objectContaining({ hash: expect.stringMatching(/^\w+$/) })]);
  expect(config.countries.length).toBeGreaterThan(190);
  expect(config.countries).toContainEqual({ id: "FR", name: "France" });
});

// spec: 3.4
test("the account marks its owners", async () => {
  const { config } = await configOf(await aMember(services, project, ["video_view"]));
  expect(config["accounts"]).toEqual([{ id: project.accountId, name: "Test account", owner: false }]);
});

// spec: 3.3
test("the user has names, address, picture, role and the superuser flag", async () => {
  const member = await aMember(services, project, ["video_view"]);
  const { db, config } = services;
  await updateRows(db, "users", { id: member.userId }, { avatar_key: "a.webp" });
  const row = await selectRow(db, "users", { id: member.userId }, "email");
  expect((await configOf(member)).user).toEqual({
    id: member.userId,
    first_name: "Test",
    last_name: "Person",
    email: row.email,
    avatar_url: `${config.urls.login}/avatars/a.webp`,
    role: { title: expect.stringMatching(/^Role /) },
    superuser: false,
  });
  expect((await configOf(project.owner)).user).toMatchObject({ role: { title: "Owner" }, avatar_url: null });
  await updateRows(db, "users", { id: project.ownerId }, { superuser: true });
  expect((await configOf(asUser(project.ownerId, true))).user).toMatchObject({ superuser: true });
});
