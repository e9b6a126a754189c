import { expect, test } from "vitest";
import { statementName } from "./statement-name.ts";

test.each([
  ['select "uploads"."id" from "uploads" where "id" = $1', "select uploads"],
  ['insert into "video_tags" ("video_id") values ($1)', "insert video_tags"],
  ["update videos set playable = true where id = $1", "update videos"],
  ['delete from "renditions" where "id" = $1', "delete renditions"],
  ["\n  with ready as (\n select d.id from webhook_deliveries d) select 1", "with webhook_deliveries"],
  ["select count(*) from pgboss.job where name = $1", "select pgboss.job"],
  ["begin", "begin"],
  ["select pg_notify($1, $2)", "select"],
  // A value that is written into a statement is not taken for a table.
  ["select 'a letter from ada', 'it''s from bob' as words from notes", "select notes"],
  ["", "statement"],
])("a statement is named by what it does: %s", (statement, name) => {
  expect(statementName(statement)).toBe(name);
});
