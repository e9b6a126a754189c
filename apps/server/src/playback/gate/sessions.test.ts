import { selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { forgetSessions } from "./sessions.ts";

const services = await sharedServices();

test("every viewer who left is forgotten at once, however many left", async () => {
  const { db } = services;
  await sql`
    insert into playback_sessions (id, token_key, seen_at)
    select 'left ' || n, 'token', now() - interval '10 minutes' from generate_series(1, 2500) as n
    union all select 'here', 'token', now()`.execute(db);
  await forgetSessions(db);
  expect(await selectRows(db, "playback_sessions", {}, "id")).toEqual([{ id: "here" }]);
});
