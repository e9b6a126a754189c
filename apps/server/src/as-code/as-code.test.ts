import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, aUser } from "../platform/testing.ts";
import { addMember, roleNamed, projectOfEachTest } from "../testing/fixtures.ts";
import { exportProject, importProject, type ImportRequest } from "./service.ts";

const { services, project } = await projectOfEachTest();

const context = (of = project): Context => as(services, of.owner);
const grant = (of = project, permissions: readonly Permission[] = PERMISSIONS, owner = true): ProjectGrant => ({
  accountId: of.accountId,
  projectId: of.projectId,
  owner,
  permissions: new Set(permissions),
});
const apply = (text: string, request: Partial<ImportRequest> = {}, of = project) =>
  importProject(context(of), grant(of), { text, dryRun: false, prune: false, fingerprint: undefined, ...request });
const written = (of = project) => exportProject(context(of), grant(of));

const EVERYTHING = `
kinora: 1
settings: { timezone: Europe/Paris, default_category: News, default_privacy: publish_when_ready, trash_days: 7 }
ladder:
  rungs: [{ height: 240, enabled: true, crf: 30 }]
  mp4: false
categories:
  - { name: Sport, slug: games, colour: red }
  - { name: News, active: true, restriction: Europe }
tags: [goal, Interview]
roles:
  - { title: Caption writer, permissions: [video_view, video_edit] }
players:
  - { title: Default player }
  - title: Shop
    default: true
    settings: { loop: true, custom_css: ".title { color: red }\\n.time { color: blue }\\n" }
playlists:
  - { name: Newest, type: smart, rules: { categories: [News], tags_none: [goal], sort: title } }
  - { name: Newest, published: false, restriction: Europe }
  - { name: Around the clock, type: channel, start_at: 2030-01-01T00:00:00Z, loop: true }
ads:
  mode: schedule
  breaks: [{ position: pre, tags: ["https://ads.example/vast.xml"] }]
  excluded_categories: [Sport]
  excluded_tags: [goal]
restrictions:
  - name: Europe
    default: true
    policy: { countries: { mode: only, codes: [DE, FR] }, password: true }
webhooks:
  - { name: Shop, url: "https://shop.example/hook", events: [video.published] }
  - { name: Tests, inbox: true, events: ["*"], enabled: false }
`;

test("a file sets up a project, and the same file again changes nothing", async () => {
  const first = await apply(EVERYTHING);
  expect(first.changes).toBeGreaterThan(15);
  expect(first.secrets.map(({ kind, name }) => [kind, name])).toEqual([
    ["playback_password", "Europe"],
    ["webhook_secret", "Shop"],
    ["webhook_secret", "Tests"],
  ]);
  const again = await apply(EVERYTHING, { prune: true });
  expect(again).toMatchObject({ differences: [], changes: 0, secrets: [] });
});

test("names of a file are composed, wherever it has them", async () => {
  const file = EVERYTHING.replaceAll("News", "Café")
    .replaceAll("goal", "été")
    .replaceAll(/Europe(?!\/)/g, "Fermé")
    .normalize("NFC");
  await apply(file.normalize("NFD"));
  const yaml = await written();
  expect(yaml).toContain("Café".normalize("NFC"));
  expect(yaml.normalize("NFC")).toBe(yaml);
  expect(await apply(file, { prune: true })).toMatchObject({ differences: [], changes: 0 });
});

test("what was exported sets up another project in the same way, without a secret", async () => {
  const { secrets } = await apply(EVERYTHING);
  const yaml = await written();
  for (const { secret } of secrets) expect(yaml).not.toContain(secret);
  expect(yaml).not.toMatch(/whsec_|hash:|\bid:/);
  const other = await aProject(services);
  const named = `name: ${newHash()}`;
  await apply(yaml.replace("name: Test project", named), { prune: true }, other);
  expect(await written(other)).toBe(yaml.replace("name: Test project", named));
});

test("a new project's file says what it is called, and little else", async () => {
  expect((await written()).replaceAll(/#.*\n/g, "")).toBe(`kinora: 1

settings:
  name: Test project
  domain: example.com

ladder: {}

categories: []

tags: []

roles: []

players:
  - title: Default player
    default: true

playlists: []

ads: {}

ad_schedules: []

restrictions: []

analytics: {}

webhooks: []
`);
});

test("a preview shows each difference and changes nothing", async () => {
  const before = await written();
  const shown = await apply("kinora: 1\nsettings: { trash_days: 7 }\ntags: [goal]\nplayers: []\n", { dryRun: true });
  expect(shown.changes).toBe(2);
  expect(shown.differences).toEqual([
    {
      section: "settings",
      created: [],
      changed: [{ name: null, note: null, fields: [{ field: "trash_days", before: 30, after: 7 }] }],
      removed: [],
      order: null,
    },
    { section: "tags", created: [{ name: "goal", fields: [] }], changed: [], removed: [], order: null },
    { section: "players", created: [], changed: [], removed: [{ name: "Default player", note: null }], order: null },
  ]);
  expect(await written()).toBe(before);
});

test("what the file does not have stays, unless it is to be removed", async () => {
  await apply("kinora: 1\ncategories: [{ name: News }, { name: Sport }]\ntags: [goal]\n");
  await apply("kinora: 1\ncategories: [{ name: Sport }]\n");
  expect(await written()).toContain("- name: News");
  const { changes } = await apply("kinora: 1\ncategories: [{ name: Sport }]\n", { prune: true });
  expect(changes).toBe(1);
  const after = await written();
  expect(after).not.toContain("- name: News");
  // A section that the file leaves out is left alone.
  expect(after).toContain("- goal");
});

test("the categories of a file take its order", async () => {
  await apply("kinora: 1\ncategories: [{ name: A }, { name: B }, { name: C }]\n");
  const { differences } = await apply("kinora: 1\ncategories: [{ name: C }, { name: A }]\n");
  expect(differences[0]?.order).toEqual({ before: ["A", "B", "C"], after: ["C", "B", "A"] });
  expect((await apply("kinora: 1\ncategories: [{ name: C }, { name: A }]\n")).changes).toBe(0);
});

test("nothing is left of an import that fails in its last section", async () => {
  const before = await written();
  const text = EVERYTHING.replace("default_category: News", "default_category: Weather");
  await expect(apply(text)).rejects.toMatchObject({
    code: "invalid",
    message: 'Line 3, column 55: The project has no category "Weather".',
    fields: { "settings.default_category": ['Line 3, column 55: The project has no category "Weather".'] },
  });
  await expect(apply(text, { dryRun: true })).rejects.toMatchObject({ code: "invalid" });
  expect(await written()).toBe(before);
});

test("a difference that is another one by now is not applied", async () => {
  const text = "kinora: 1\ntags: [goal, interview]\n";
  const { fingerprint } = await apply(text, { dryRun: true });
  await apply("kinora: 1\ntags: [goal]\n");
  await expect(apply(text, { fingerprint })).rejects.toMatchObject({ code: "conflict" });
  const again = await apply(text, { dryRun: true });
  await apply(text, { fingerprint: again.fingerprint });
  expect((await apply(text)).changes).toBe(0);
});

test("names of another project's things are the names of nothing", async () => {
  const other = await aProject(services);
  await apply("kinora: 1\ncategories: [{ name: Secret }]\nrestrictions: [{ name: Theirs }]\n", {}, other);
  await expect(apply("kinora: 1\nads: { excluded_categories: [Secret] }\n")).rejects.toMatchObject({ code: "invalid" });
  await expect(apply("kinora: 1\nplaylists: [{ name: Mine, restriction: Theirs }]\n")).rejects.toMatchObject({
    code: "invalid",
  });
});

test("each section needs its own permission", async () => {
  const limited = (text: string, ...permissions: Permission[]) =>
    importProject(context(), grant(project, ["project_manage", ...permissions], false), {
      ...{ text, dryRun: true, prune: false, fingerprint: undefined },
    });
  const tags = "kinora: 1\ntags: [goal]\n";
  await expect(limited(tags)).rejects.toMatchObject({ code: "forbidden" });
  await expect(limited(tags, "tags_view")).rejects.toMatchObject({ code: "forbidden" });
  expect((await limited(tags, "tags_manage")).changes).toBe(1);
  // Even who may do everything in the project does not make roles of its account.
  await expect(limited("kinora: 1\nroles: [{ title: Boss }]\n", ...PERMISSIONS)).rejects.toMatchObject({
    message: expect.stringContaining("Only owners") as string,
  });
  const restricted = "kinora: 1\nplaylists: [{ name: A, restriction: null }]\n";
  expect((await limited(restricted, "playlist_manage")).changes).toBe(1);
  await apply("kinora: 1\nrestrictions: [{ name: Closed }]\nplaylists: [{ name: A, restriction: Closed }]\n");
  await expect(limited(restricted, "playlist_manage")).rejects.toMatchObject({ code: "forbidden" });
});

test("a file leaves out what its reader may not see, and says so", async () => {
  await apply(EVERYTHING);
  const yaml = await exportProject(context(), grant(project, ["project_manage", "categories_view"], false));
  expect(yaml).toContain("# Without webhooks: your role may not see them.");
  expect(yaml).toContain("- name: News");
  expect(yaml).not.toContain("restriction:");
});

test("a role that people have is not removed", async () => {
  await apply("kinora: 1\nroles: [{ title: Writer, permissions: [video_edit] }]\n");
  await addMember(services, project, await aUser(services), await roleNamed(services, project, "Writer"));
  await expect(apply("kinora: 1\nroles: []\n", { prune: true })).rejects.toMatchObject({
    code: "conflict",
    message: 'Line 2, column 8: "Writer" in roles: 1 person has it. Give them another role first.',
  });
});

test("the default player is replaced by another one, and never removed without", async () => {
  await expect(apply("kinora: 1\nplayers: []\n", { prune: true })).rejects.toMatchObject({ code: "conflict" });
  await apply("kinora: 1\nplayers: [{ title: Shop, default: true }]\n", { prune: true });
  expect(await written()).toContain("players:\n  - title: Shop\n    default: true\n");
});
