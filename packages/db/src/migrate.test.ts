import { completeLadder, presetOf } from "@kinora/domain/projectLadder.ts";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { connect, type Database } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { cloneTestDatabase } from "./testing.ts";

/** A video with one upload that came with a key which failed to become playable. */
async function aFailedUpload(db: Database): Promise<void> {
  await sql`
    with account as (insert into accounts (name, cell) values ('Harbour Pictures', 'local') returning id),
      project as (insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account returning id, account_id),
      key as (insert into api_keys (project_id, account_id, name, prefix, key_hash, scopes)
        select id, account_id, 'Script', 'vk_live_', 'x', '{full}' from project returning id),
      video as (insert into videos (project_id, account_id, hash, title, status, file_name)
        select id, account_id, 'film', '夜の港から生配信', 'failed', 'film.mp4' from project returning id, project_id, account_id)
    insert into uploads (id, project_id, account_id, video_id, api_key_id, file_name, size_bytes, state, expires_at)
    select gen_random_uuid(), video.project_id, video.account_id, video.id, key.id, 'film.mp4', 1, 'complete', now() from video, key`.execute(
    db,
  );
}

/** How many videos the index on words has a run of characters for. */
async function found(db: Database, run: string): Promise<number> {
  await sql`set enable_seqscan = off`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) from videos where word_runs(project_id, words) @> run_keys((select id from projects), array[${run}])`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

test("an update finds words of one and two characters in the videos that are there, and tells how their uploads went", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"), { tables: false });
  const db = connect(database.url, { maximumConnections: 1 });
  try {
    await migrate(database.url, "0038-words-of-any-script");
    await aFailedUpload(db);
    // What was published is not changed any more: this is how it was.
    expect(await found(db, "配信")).toBe(0);
    expect(await found(db, "生配信")).toBe(1);
    await migrate(database.url);
    for (const search of ["港", "配信", "生配信"]) expect(await found(db, search)).toBe(1);
    expect(await db.selectFrom("uploads").select(["result", "source"]).execute()).toEqual([
      { result: "failed", source: "api" },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

test("an update keeps the presets projects chose, and ladders of their own as they are", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"), { tables: false });
  const db = connect(database.url, { maximumConnections: 1 });
  const before = [
    [240, 25, 450],
    [360, 24, 800],
    [480, 24, 1400],
    [720, 23, 2800],
    [1080, 22, 5000],
    [1440, 22, 9000],
    [2160, 22, 16_000],
  ].map(([height = 0, crf = 0, maxBitrateKbps = 0]) => ({
    height,
    crf,
    maxBitrateKbps,
    enabled: height >= 360 && height <= 1080,
  }));
  const own = before.map((rung) => (rung.height === 720 ? { ...rung, crf: 20 } : rung));
  try {
    await migrate(database.url, "0040-logs-in-few-steps");
    for (const [name, rungs] of Object.entries({ before, own }))
      await sql`
        with account as (insert into accounts (name, cell) values (${name}, 'local') returning id),
          project as (insert into projects (account_id, hash, name, domain)
            select id, ${name}, ${name}, 'example.com' from account returning id, account_id)
        insert into project_ladders (project_id, account_id, ladder)
          select id, account_id, ${JSON.stringify({ mp4: false, rungs })}::jsonb from project`.execute(db);
    await migrate(database.url);
    const saved = await db.selectFrom("project_ladders").select("ladder").orderBy("project_id").execute();
    const ladders = saved.map(({ ladder }) => completeLadder(ladder));
    expect(ladders.map((ladder) => presetOf(ladder))).toEqual(["standard", null]);
    expect(ladders[1]?.rungs).toEqual(own);
    expect(ladders.map(({ mp4 }) => mp4)).toEqual([false, false]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
