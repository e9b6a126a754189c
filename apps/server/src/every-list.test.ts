import { loginContract } from "@kinora/contract/people/login.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { projects } from "./platform/testing.ts";
import { ownedBy } from "./testing/fixtures.ts";
import { LIST_MAKERS } from "./testing/lists/list-makers.ts";
import type { Key, ListMaker, ListSample, Place, Query } from "./testing/lists/list-sample.ts";
import type { Shape } from "./testing/odd-values.ts";
import { inputOf, outputOf, pathParameters } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";

/** Parameters of a list that do not narrow it. */
const PLACES = new Set(["page", "per_page", "before", "after", "sort", "sort_order"]);
/** Parameters that continue a list after a row. */
const CURSORS = ["before", "after"];

interface List {
  name: string;
  operation: AnyContractProcedure;
  superuser: boolean;
  input: Record<string, Shape>;
  path: string[];
  /** What continues a list after a row; null for a list of numbered pages. */
  cursor: string | null;
}

/** Every operation whose answer says that it is a page of a list, of numbered pages or continued after a row. */
const lists = operations.flatMap(({ name, operation, access }): List[] => {
  const output = outputOf(operation);
  const input = inputOf(operation);
  const cursor = "more" in output ? (CURSORS.find((each) => each in input) ?? null) : null;
  if (!("pagination" in output) && cursor === null) return [];
  const path = pathParameters(operation["~orpc"].route.path ?? "/");
  return [{ name, operation, superuser: access.who === "superuser", input, path, cursor }];
});

const makers = new Map<string, ListMaker | undefined>(Object.entries(LIST_MAKERS));

const { services, api, root: superuser } = await sharedApi();
const made = await projects(services, lists.length);
/** An account and project for each list. */
const places = new Map(
  made.flatMap((project, at) => lists.slice(at, at + 1).map(({ name }) => [name, { ...project, services }])),
);

test("every list of the contract is made here", () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual([...makers.keys()].toSorted());
  const paged = operations.filter(({ operation }) => "per_page" in inputOf(operation)).map(({ name }) => name);
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(paged));
});

test("the login application has one list, whose pages login/security-events.test.ts reads with a session", () => {
  const ofLogin = Object.entries(loginContract).flatMap(([name, operation]) =>
    isContractProcedure(operation) && ["more", "pagination"].some((field) => field in outputOf(operation))
      ? [name]
      : [],
  );
  expect(ofLogin).toEqual(["listSecurityEvents"]);
});

interface Page {
  keys: unknown[];
  rows: Record<string, unknown>[];
  more: unknown;
  pagination: Record<string, unknown> | undefined;
}

/** Asks for a list with a query. */
type Ask = (query: Query) => Promise<Page>;

function askerOf({ name, operation, superuser: isOfAll, path }: List, place: Place, sample: ListSample): Ask {
  const own = { id: place.projectId, ...ownedBy(place), ...sample.path };
  const fields = Object.fromEntries(path.map((field) => [field, own[field as keyof typeof own]]));
  const key = sample.key ?? "id";
  return async (query) => {
    const texts = Object.entries({ ...sample.query, ...query }).flatMap(([field, value]): [string, string][] =>
      typeof value === "object" ? value.map((each) => [`${field}[]`, String(each)]) : [[field, String(value)]],
    );
    const call = { path: fields, query: new URLSearchParams(texts).toString() };
    const answer = await api.call(operation, call, isOfAll ? superuser : place.owner);
    expect(answer.statusCode, `${name}?${call.query}: ${answer.body.slice(0, 500)}`).toBe(200);
    const {
      data,
      more,
      pagination: said,
    } = answer.json() as unknown as {
      data: Record<string, unknown>[] | { rows: Record<string, unknown>[] };
      more: unknown;
      pagination: Record<string, unknown> | undefined;
    };
    const rows = Array.isArray(data) ? data : data.rows;
    return { rows, keys: rows.map((row) => row[key]), more, pagination: said };
  };
}

/** Reads a list row by row and beyond its end. */
async function expectPages(ask: Ask, query: Query, rows: readonly Key[], hint: string): Promise<void> {
  for (const page of Array.from({ length: rows.length + 1 }, (_, at) => at + 1)) {
    const answer = await ask({ ...query, page, per_page: 1 });
    const message = `${hint}, page ${page}`;
    expect(answer.keys, message).toEqual(rows.slice(page - 1, page));
    expect(answer.pagination, message).toMatchObject(pagination(page, 1, rows.length));
  }
}

/** Reads a list after each of its rows. */
async function expectContinued(ask: Ask, { input, cursor }: List, rows: readonly Key[], first: Page): Promise<void> {
  const one = "per_page" in input ? { per_page: 1 } : {};
  const isOne = "per_page" in one;
  const begin = await ask(one);
  expect(begin.keys).toEqual(isOne ? rows.slice(0, 1) : rows);
  expect(begin.more).toBe(isOne && rows.length > 1);
  for (const [at, row] of first.rows.entries()) {
    const after = row["cursor"] ?? row["id"];
    const rest = await ask({ ...one, [cursor ?? ""]: String(after) });
    const left = rows.slice(at + 1);
    expect(rest.keys, `after row ${at + 1}`).toEqual(isOne ? left.slice(0, 1) : left);
    expect(rest.more, `after row ${at + 1}`).toBe(isOne && left.length > 1);
  }
}

/** The queries of each order that a list can have, with its direction and its field. */
function ordersOf({ sort, sort_order: direction }: Record<string, Shape>) {
  const names = (sort?.enum ?? []).map(String);
  const directions = (direction?.enum ?? []).map(String);
  return names.flatMap((name) => {
    const field = name.replace("-", "");
    // A list whose names have their direction takes the other parameter for older callers.
    if (directions.length === 0 || names.some((each) => each.startsWith("-")))
      return [{ query: { sort: name }, field, isDescending: name.startsWith("-") }];
    return directions.map((order) => ({
      query: { sort: name, sort_order: order },
      field,
      isDescending: order === "desc",
    }));
  });
}

describe.each(lists)("$name", (list) => {
  const { name, input, path, cursor } = list;
  let samples: readonly ListSample[];
  let place: Place;

  beforeAll(async () => {
    const maker = makers.get(name);
    const own = places.get(name);
    if (!maker || !own) throw new Error(`Add three rows for ${name} to testing/lists/list-makers.ts.`);
    place = own;
    samples = [await maker(place)].flat();
  });

  // spec: 3.14, 9.7
  test("its pages are disjoint, complete and in order, and one beyond the last is empty", async () => {
    for (const sample of samples) {
      expect(new Set(sample.rows).size).toBe(3);
      const ask = askerOf(list, place, sample);
      const whole = await ask({});
      expect(whole.keys).toEqual(sample.rows);
      if (cursor === null) await expectPages(ask, {}, sample.rows, JSON.stringify(sample.query ?? {}));
      else await expectContinued(ask, list, sample.rows, whole);
    }
  });

  test("each sort orders its rows, in both directions", async () => {
    const orders = ordersOf(input);
    for (const sample of samples) {
      expect(new Set(orders.map(({ field }) => field))).toEqual(new Set(Object.keys(sample.sorts ?? {})));
      for (const { query, field, isDescending } of orders) {
        const ascending = sample.sorts?.[field] ?? [];
        const rows = isDescending ? ascending.toReversed() : ascending;
        await expectPages(askerOf(list, place, sample), query, rows, JSON.stringify({ ...sample.query, ...query }));
      }
    }
  });

  test("each filter alone leaves its rows, and their number is the total", async () => {
    const names = Object.keys(input).filter((field) => !PLACES.has(field) && !path.includes(field));
    const asked = new Set(samples.flatMap(({ filters }) => Object.keys(filters)));
    expect([...asked].toSorted()).toEqual(names.toSorted());
    for (const sample of samples)
      for (const [filter, [query, rows]] of Object.entries(sample.filters)) {
        expect(Object.keys(query)).toContain(filter);
        const ask = askerOf(list, place, sample);
        const found = await ask(query);
        const message = JSON.stringify(query);
        if (typeof rows === "number") expect(found.keys, message).toHaveLength(rows);
        else expect(found.keys, message).toEqual(rows);
        if (cursor !== null) continue;
        expect(found.pagination, message).toMatchObject(pagination(1, 30, found.keys.length));
        await expectPages(ask, query, found.keys as Key[], message);
      }
  });
});
