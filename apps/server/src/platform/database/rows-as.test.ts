import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { rowsAs } from "./rows-as.ts";

const { db } = await sharedServices();

test("PostgreSQL reads rows as they were sent, whatever their texts hold", async () => {
  const sent = [
    {
      id: 1,
      title: `NULL, "quoted" {and} \\ more`,
      at: "2030-01-01T00:00:00.000Z",
      parts: [1, 0, 2],
      heights: '{"720":5}',
    },
    { id: 2, title: "", at: null, parts: null, heights: "{}" },
    { id: 3, title: null, at: null, parts: [], heights: null },
  ];
  const types = { id: "bigint", title: "text", at: "timestamptz", parts: "smallint[]", heights: "jsonb" };
  const { rows } = await sql`select * from ${rowsAs("r", types, sent)} order by id`.execute(db);
  expect(rows).toEqual([
    { ...sent[0], at: new Date("2030-01-01T00:00:00Z"), heights: { 720: 5 } },
    { ...sent[1], heights: {} },
    sent[2],
  ]);
  expect((await sql`select * from ${rowsAs("r", types, [])}`.execute(db)).rows).toEqual([]);
});
