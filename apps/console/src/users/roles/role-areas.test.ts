import { DEFAULT_ROLES, PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { changesEverything, roleAreas } from "./role-areas.ts";

const areasOf = (title: string) => roleAreas(DEFAULT_ROLES.find((role) => role.title === title)?.permissions ?? []);

test("every permission belongs to an area", () => {
  for (const flag of PERMISSIONS) expect(Object.values(roleAreas([flag])).flat(), flag).toHaveLength(1);
});

test.each([
  ["Project admin", { some: [], seen: [] }],
  ["Uploader", { all: [], some: ["videos"], seen: [] }],
  ["Live operator", { all: ["live"], some: [], seen: [] }],
  ["Analyst", { all: [], some: ["analytics"], seen: [] }],
  ["Viewer", { all: [], some: [] }],
])("%s: what may be changed and seen is said by areas", (title, expected) => {
  expect(areasOf(title)).toMatchObject(expected);
});

test("only a role that may change every area changes everything in the project", () => {
  const everything = DEFAULT_ROLES.filter(({ title }) => changesEverything(areasOf(title)));
  expect(everything.map(({ title }) => title)).toEqual(["Project admin"]);
});
