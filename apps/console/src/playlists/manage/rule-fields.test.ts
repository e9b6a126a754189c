import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import { expect, test } from "vitest";
import { ruleErrors, ruleFieldsOf, rulesOf } from "./rule-fields.ts";

const words = { days: "days", minutes: "minutes", limit: "limit", range: "range" };
const labels = { categories: [{ id: 1, name: "News" }], tags: [{ id: 2, name: "red" }] };
const fields = ruleFieldsOf(NEW_SMART_RULES, labels, (id) => `Deleted ${id}`);

test("rules come back from the form as they were", () => {
  const rules = { ...NEW_SMART_RULES, categories: [1, 9], tags_none: [2], published_days: 30, duration_max: 90 };
  const shown = ruleFieldsOf(rules, labels, (id) => `Deleted ${id}`);
  expect(shown.categories.map(({ name }) => name)).toEqual(["News", "Deleted 9"]);
  expect(shown.duration_max).toBe("1.5");
  expect(rulesOf(shown)).toEqual(rules);
});

test.each([
  [{ published_days: "0" }, { published_days: "days" }],
  [{ published_days: "soon" }, { published_days: "days" }],
  [{ duration_min: "-1" }, { duration_min: "minutes" }],
  [{ duration_min: "5", duration_max: "2" }, { duration_max: "range" }],
  [{ limit: "101" }, { limit: "limit" }],
  [{ limit: "" }, { limit: "limit" }],
  [{ duration_min: "0.5", duration_max: "" }, {}],
])("what is typed as %j is refused with %j", (change, errors) => {
  expect(ruleErrors({ ...fields, ...change }, words)).toEqual(errors);
});
