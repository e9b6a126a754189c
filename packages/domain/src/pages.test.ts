import { expect, test } from "vitest";
import { pageLinks, pagination } from "./pages.ts";

test.each([
  [1, 30, 0, { page: 1, max: 1, per_page: 30, total: 0, from: 0, to: 0 }],
  [1, 30, 31, { page: 1, max: 2, per_page: 30, total: 31, from: 1, to: 30 }],
  [99, 30, 1, { page: 99, max: 1, per_page: 30, total: 1, from: 0, to: 0 }],
  [3, 30, 60, { page: 3, max: 2, per_page: 30, total: 60, from: 0, to: 0 }],
  [2, 30, 31, { page: 2, max: 2, per_page: 30, total: 31, from: 31, to: 31 }],
])("page %i of %i a page and %i rows", (page, perPage, total, expected) => {
  expect(pagination(page, perPage, total)).toEqual(expected);
});

test.each([
  [1, 3, 7, [1, 2, 3]],
  [1, 20, 7, [1, 2, 3, 4, 5, 6, 7]],
  [10, 20, 7, [7, 8, 9, 10, 11, 12, 13]],
  [20, 20, 7, [14, 15, 16, 17, 18, 19, 20]],
  [10, 20, 5, [8, 9, 10, 11, 12]],
])("page %i of %i shows at most %i links around it", (page, max, links, expected) => {
  expect(pageLinks(page, max, links)).toEqual(expected);
});
