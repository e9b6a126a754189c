import { describe, expect, test } from "vitest";
import { CAPTIONS_FILE } from "./testing/access-samples.ts";
import { inputOf } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { ownSets, type Rows } from "./testing/rows-for-calls.ts";

const { services, api, root } = await sharedApi();
const nextRows = ownSets(services);

type Operation = (typeof operations)[number];
type Row = { id?: number } & Record<string, unknown>;

/** Operations that save a thing as a whole, and the field in which they are told what their caller had read. */
const versioned = new Map([
  ["restrictions.updateRestriction", "version"],
  ["roles.updateRole", "version"],
  ["apiKeys.updateApiKey", "version"],
  ["webhooks.updateWebhook", "version"],
  ["projects.updateProject", "version"],
  ["players.savePlayer", "draft_version"],
  ["playlists.updatePlaylist", "version"],
  ["ads.saveAds", "version"],
  ["ads.updateAdSchedule", "version"],
  ["billing.changePlan", "version"],
  ["billing.changeSeller", "version"],
  ["billing.saveBillingSettings", "version"],
  ["videos.updateVideo", "details_version"],
  ["streams.updateStream", "version"],
  ["captions.updateCaptions", "version"],
]);

/** What their version counts, where the sample input leaves it out. */
const counted = new Map<string, object>([["captions.updateCaptions", { file: CAPTIONS_FILE }]]);

/** What reads the thing that an operation saves, or else the list that it is in. */
function readerOf({ operation }: Operation) {
  const gets = (path: string | undefined) =>
    operations.find(({ operation: { "~orpc": other } }) => other.route.method === "GET" && other.route.path === path);
  const { path } = operation["~orpc"].route;
  const reader = gets(path) ?? gets(path?.replace(/\/\{\w+\}$/, ""));
  if (!reader) throw new Error(`Nothing reads what is saved at ${path}.`);
  return reader;
}

/** Writes that lock the row and set fields of their own, beside what the form saves. */
const beside = [
  ["videos.publishVideo", "videos.updateVideo"],
  ["playlists.publishPlaylist", "playlists.updatePlaylist"],
  ["streams.setStreamEnabled", "streams.updateStream"],
  ["players.setDefaultPlayer", "players.savePlayer"],
  ["ads.setDefaultAdSchedule", "ads.updateAdSchedule"],
  ["projects.setProjectQuota", "projects.updateProject"],
  ["billing.archivePlan", "billing.changePlan"],
  ["billing.archiveSeller", "billing.changeSeller"],
] as const;

const named = (name: string) => {
  const found = operations.find((each) => each.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
};

/** A row of the thing that an operation saves, as it is read. */
async function readRow(saving: Operation, { project, things }: Rows): Promise<Row> {
  const { path } = saving.sample(things);
  const id = Object.values(path).at(-1);
  const reader = readerOf(saving);
  const answer = await api.call(reader.operation, reader.sample(things), callerOf(saving, project));
  const { data } = answer.json() as unknown as { data: Row | Row[] };
  const row = Array.isArray(data) ? data.find((each) => String(each.id) === String(id)) : data;
  if (!row) throw new Error("It is not there.");
  return row;
}

const callerOf = ({ access }: Operation, { owner }: Rows["project"]) => (access.who === "superuser" ? root : owner);

describe.each(operations.filter(({ name }) => versioned.has(name)))("$name", (saving) => {
  const { name, operation, sample } = saving;
  const field = versioned.get(name) ?? "";

  test("saves over what its caller read, and nothing over what someone else saved after that", async () => {
    const rows = await nextRows();
    const { body, ...call } = sample(rows.things);
    const whole = { ...(body as object), ...counted.get(name) };
    const save = (change: object) =>
      api.call(operation, { ...call, body: { ...whole, ...change } }, callerOf(saving, rows.project));
    const read = async () => Number((await readRow(saving, rows))[field]);
    const before = await read();
    const first = await save({ [field]: before });
    expect(first.statusCode, first.body).toBe(200);
    const after = await read();
    expect(after).toBeGreaterThan(before);
    const stale = await save({ [field]: before });
    expect(stale.statusCode, stale.body).toBe(409);
    expect(stale.json()).toMatchObject({
      code: "changed_since",
      message: expect.stringMatching(/^Someone else changed this [\w ]+ since you opened it\./),
    });
    expect((await save({ [field]: after })).statusCode).toBe(200);
    expect((await save({})).statusCode).toBe(200);
  });
});

test.each(beside)("%s is no change of what %s saves, and neither undoes the other", async (other, name) => {
  const [saving, changing] = [named(name), named(other)];
  const rows = await nextRows();
  const field = versioned.get(name) ?? "";
  const { [field]: version } = await readRow(saving, rows);
  const change = changing.sample(rows.things);
  const changed = await api.call(changing.operation, change, callerOf(changing, rows.project));
  expect(changed.statusCode, changed.body).toBeLessThan(300);
  const before = await readRow(saving, rows);
  const { body, ...call } = saving.sample(rows.things);
  const saved = await api.call(
    saving.operation,
    { ...call, body: { ...(body as object), [field]: version } },
    callerOf(saving, rows.project),
  );
  expect(saved.statusCode, saved.body).toBe(200);
  const after = await readRow(saving, rows);
  for (const name of ["published", "enabled", "is_default", "archived_at", "settings"])
    expect(after[name], name).toEqual(before[name]);
});

/** What takes a version and does not save over it: the draft that is published (players/players.test.ts), the version to go back to. */
const OTHER_VERSIONS = ["players.publishPlayer", "players.revertPlayer"];

test("every operation that takes the version its caller read is here", () => {
  const takes = ({ operation }: Operation) => {
    const { method } = operation["~orpc"].route;
    return method !== "GET" && Object.keys(inputOf(operation)).some((field) => /(^|_)version$/.test(field));
  };
  const names = operations.filter(takes).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...versioned.keys(), ...OTHER_VERSIONS].toSorted());
});
