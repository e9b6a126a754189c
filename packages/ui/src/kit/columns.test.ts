import { expect, test } from "vitest";
import { fitColumns, gridColumns, nextSort } from "./columns.ts";

const columns = [
  { id: "title", min: 200, grow: 1 },
  { id: "status", min: 100, priority: 3 },
  { id: "size", min: 80, priority: 1 },
  { id: "added", min: 100, priority: 2 },
];
const none = { marks: false, grips: false, actions: 0 };
const ids = (width: number, sides = none) => fitColumns(columns, sides, width).map(({ id }) => id);

test("columns leave in the order of their priority until the rest fits", () => {
  // 32 of padding, 480 of columns, 3 gaps of 16.
  expect(ids(560)).toEqual(["title", "status", "size", "added"]);
  expect(ids(559)).toEqual(["title", "status", "added"]);
  expect(ids(464)).toEqual(["title", "status", "added"]);
  expect(ids(463)).toEqual(["title", "status"]);
  expect(ids(100)).toEqual(["title"]);
});

test("checkboxes and actions take their width from the columns", () => {
  // 16 and 76 of their own, and 2 gaps more.
  expect(ids(684, { marks: true, grips: false, actions: 76 })).toEqual(["title", "status", "size", "added"]);
  expect(ids(683, { marks: true, grips: false, actions: 76 })).toEqual(["title", "status", "added"]);
  expect(ids(560, { marks: true, grips: false, actions: 76 })).toEqual(["title", "status"]);
});

test("a table that is not laid out yet shows every column", () => {
  expect(ids(0)).toHaveLength(4);
});

test("every row has the same columns, whatever it shows", () => {
  expect(gridColumns(columns, { marks: true, grips: true, actions: 76 })).toBe(
    "16px 24px minmax(200px, 1fr) 100px 80px 100px 60px 76px",
  );
});

test("a header offers its orders in turn", () => {
  expect(nextSort(["name", "-name"], undefined)).toBe("name");
  expect(nextSort(["name", "-name"], "name")).toBe("-name");
  expect(nextSort(["name", "-name"], "-name")).toBe("name");
  expect(nextSort(["-size"], "name")).toBe("-size");
  expect(nextSort(["-size"], "-size")).toBe("-size");
});
