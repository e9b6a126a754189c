import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { describe, expect, test } from "vitest";
import { nouns, type Noun } from "./testing/nouns.ts";
import { pathParameters } from "./testing/operation-input.ts";
import { operations, type Answer, sharedApi } from "./testing/operations.ts";
import { ownSets, type Rows } from "./testing/rows-for-calls.ts";

type Operation = (typeof operations)[number];

const { services, api, root } = await sharedApi({ KINORA_ALLOW_PRIVATE_URLS: "true" });
const nextRows = ownSets(services);

const named = (name: string): Operation => {
  const found = operations.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not in the contract`);
  return found;
};

const at = (method: string, path: string): Operation | undefined =>
  operations.find(
    ({
      operation: {
        "~orpc": { route },
      },
    }) => route.method === method && route.path === path,
  );

/** Calls an operation with its sample input, on the row of `id` where its path names one of this noun. */
async function callOn({ operation, access, sample }: Operation, rows: Rows, path?: string, id?: string | number) {
  const own = path === undefined ? undefined : pathParameters(path).at(-1);
  const call = sample(rows.things);
  const places = own === undefined || id === undefined ? call.path : { ...call.path, [own]: id };
  return api.call(operation, { ...call, path: places }, access.who === "superuser" ? root : rows.project.owner);
}

const isOk = ({ statusCode, body }: Answer) => expect([200, 201, 202], body).toContain(statusCode);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object with this id in an answer, at most three levels deep; undefined for none. */
function withId(answer: unknown, key: string, id: unknown, depth = 3): Record<string, unknown> | undefined {
  if (isObject(answer) && (id === undefined ? answer[key] !== undefined : answer[key] === id)) return answer;
  if (depth === 0 || typeof answer !== "object" || answer === null) return undefined;
  for (const part of Object.values(answer)) {
    const found = withId(part, key, id, depth - 1);
    if (found) return found;
  }
  return undefined;
}

const creating = operations.filter(
  ({ name, operation }) => operation["~orpc"].route.method === "POST" && /\.(create|add|invite)[A-Z]/.test(name),
);

test("every operation that creates a noun has a row in the table, with the noun or the reason for none", () => {
  expect(Object.keys(nouns).toSorted()).toEqual(creating.map(({ name }) => name).toSorted());
});

const living = Object.entries(nouns).flatMap(([name, noun]) => (typeof noun === "string" ? [] : [{ name, ...noun }]));

/** What is known of a row that was created. */
interface Created {
  rows: Rows;
  id: string | number;
  read(): Promise<Record<string, unknown> | undefined>;
}

async function createdBy({ name, path, list, key = "id", idOf }: Noun & { name: string }): Promise<Created> {
  const rows = await nextRows();
  const answer = await callOn(named(name), rows);
  isOk(answer);
  const id = (idOf ? idOf(rows.things) : withId(answer.json(), key, undefined)?.[key]) as string | number | undefined;
  if (id === undefined) throw new Error(`${name} does not say what it created: ${answer.body}`);
  const one = at("GET", path);
  return {
    rows,
    id,
    async read() {
      const listed = await callOn(named(list), rows);
      isOk(listed);
      const row = withId(listed.json(), key, id);
      if (!one) return row;
      const single = await callOn(one, rows, path, id);
      if (single.statusCode === 404) {
        expect(row, "listed, and not to be read").toBeUndefined();
        return undefined;
      }
      isOk(single);
      expect(row, "to be read, and not listed").toBeDefined();
      return withId(single.json(), key, id);
    },
  };
}

describe.each(living)("$name", (noun) => {
  const { path, key = "id" } = noun;
  const changing = operations.filter(
    ({
      operation: {
        "~orpc": { route },
      },
    }) => {
      const isBelow = route.path === path || (route.path ?? "").startsWith(`${path}/`);
      const isOfNoun = pathParameters(route.path ?? "").length === pathParameters(path).length;
      // A copy is another row, and what is merged is none any more.
      const isChange =
        route.method !== "GET" && route.method !== "DELETE" && !/\/(duplicate|merge)$/.test(route.path ?? "");
      return isBelow && isOfNoun && isChange;
    },
  );

  test("what is created is read, listed, deleted, and then missing for every operation", async () => {
    const { rows, id, read } = await createdBy(noun);
    expect(await read()).toBeDefined();
    const deletion = at("DELETE", path);
    if (!deletion) return expect(noun.keeps, "no operation deletes it, and the table does not say why").toBeDefined();
    isOk(await callOn(deletion, rows, path, id));
    expect((await read()) === undefined).toBe(noun.keeps === undefined);
    for (const operation of [...changing, deletion]) {
      const { statusCode, body } = await callOn(operation, rows, path, id);
      expect(statusCode, `${operation.name}: ${body}`).toBe(404);
    }
  });

  test.each(changing)("the answer of $name equals the next read", async (change) => {
    const { rows, id, read } = await createdBy(noun);
    const answer = await callOn(change, rows, path, id);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    const changed = withId(answer.json(), key, id);
    const next = await read();
    if (answer.statusCode >= 400 || !changed) return expect(next).toBeDefined();
    expect(next).toBeDefined();
    const common = Object.keys(changed).filter((field) => field in (next ?? {}));
    expect(common.length).toBeGreaterThan(1);
    for (const field of common) expect({ [field]: next?.[field] }).toEqual({ [field]: changed[field] });
  });

  test("a copy is a row of its own, and outlives its original", async () => {
    const duplication = at("POST", `${path}/duplicate`);
    if (!duplication) return expect(at("POST", `${path}/copy`)).toBeUndefined();
    const { rows, id, read } = await createdBy(noun);
    const answer = await callOn(duplication, rows, path, id);
    isOk(answer);
    const copy = withId(answer.json(), key, undefined)?.[key] as number;
    expect(copy).not.toBe(id);
    const [deletion, one] = [at("DELETE", path), at("GET", path)];
    if (!deletion || !one) throw new Error(`${noun.name} has a copy that is not read or deleted`);
    isOk(await callOn(deletion, rows, path, id));
    expect(await read()).toBeUndefined();
    isOk(await callOn(one, rows, path, copy));
  });
});

const duplicating = operations.filter(({ operation }) => operation["~orpc"].route.path?.endsWith("/duplicate"));

test.each(duplicating)("$name copies what has parts in the trash", async (duplication) => {
  const rows = await nextRows();
  const inTrash = { deleted_at: new Date() };
  await updateRows(services, "videos", { project_id: rows.project.projectId }, inTrash);
  const { statusCode, body } = await callOn(duplication, rows);
  expect(statusCode, body).toBe(201);
});

test("a video is restored whose category, tags, playlists and profile are gone", async () => {
  const rows = await nextRows();
  const { things } = rows;
  const parts = [
    "categories.deleteCategory",
    "tags.deleteTag",
    "playlists.deletePlaylist",
    "restrictions.deleteRestriction",
  ];
  const { db } = services;
  await updateRows(db, "videos", { id: things.trashed }, { category_id: things.category });
  const labelled = { video_id: things.trashed, project_id: things.project };
  await insertRow(db, "video_tags", { ...labelled, tag_id: things.tag });
  await insertRow(db, "playlist_items", { ...labelled, playlist_id: things.playlist, position: 1 });
  await insertRow(db, "restriction_assignments", { ...labelled, profile_id: things.restriction });
  for (const name of parts) isOk(await callOn(named(name), rows));
  const { statusCode, body } = await callOn(named("trash.restoreVideo"), rows);
  expect(statusCode, body).toBe(200);
});
