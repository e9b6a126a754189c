import { createHash } from "node:crypto";
import { countVisitors, sketchOf } from "@kinora/domain/analytics/visitor-sketch.ts";
import { completeLadder, presetOf } from "@kinora/domain/transcoding/project-ladder.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";
import { ownDatabase } from "./testing-database.ts";
import { selectOrdered, selectRows } from "./testing-rows.ts";

test("migrations are numbered without duplicates and applied in that order", async () => {
  const names = Object.keys(await migrations.getMigrations()).sort();
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*$/);
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);

  const { db } = await ownDatabase();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(names);
});

/** A failed video with one upload made with an API key. */
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

test("an update composes names, and tells apart those that become the same", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  const composed = "Caf\u00e9";
  const decomposed = composed.normalize("NFD");
  await migrate(url, "0312-credit-of-invoices");
  await aFailedUpload(db);
  await sql`update videos set title = ${decomposed}, file_name = ${`${decomposed}.mp4`}`.execute(db);
  await sql`insert into tags (project_id, account_id, name) select id, account_id, tag.name from projects,
    unnest(${[composed, decomposed.toUpperCase(), "Night", `${decomposed} 2`]}::text[]) as tag(name)`.execute(db);
  await migrate(url);
  expect(await selectRows(db, "videos", {}, "title", "file_name")).toEqual([
    { title: composed, file_name: `${composed}.mp4` },
  ]);
  const tags = await selectOrdered(db, "tags", "id", {}, "name");
  expect(tags.map(({ name }) => name)).toEqual([composed, `${composed.toUpperCase()} (2)`, "Night", `${composed} 2`]);
});

test("an update takes chapters from videos whose own source has none", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  await migrate(url, "0631-guest-links");
  await aFailedUpload(db);
  const chapters = JSON.stringify([{ start_seconds: 0, title: "One" }]);
  const facts = { with: { chapters: [{ start: 0 }] }, without: { chapters: [] }, unread: null, "by hand": {} };
  for (const [hash, held] of Object.entries(facts)) {
    await sql`
      with made as (insert into videos (project_id, account_id, hash, title, status, file_name, chapters, chapters_from_source)
        select id, account_id, ${hash}, ${hash}, 'complete', 'a.mp4', ${chapters}::jsonb, ${hash !== "by hand"} from projects
        returning id, project_id, account_id)
      insert into transcodes (video_id, project_id, account_id, version, plan)
      select id, project_id, account_id, 1, ${held && JSON.stringify({ facts: held })}::jsonb from made`.execute(db);
  }
  await migrate(url);
  const rows = await db
    .selectFrom("videos")
    .select("title")
    .where(sql<boolean>`chapters <> '[]'`)
    .orderBy("id")
    .execute();
  expect(rows.map(({ title }) => title)).toEqual(["with", "unread", "by hand"]);
});

test("an update fills list indexes and upload results of existing rows", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  await migrate(url, "0038-words-of-any-script");
  await aFailedUpload(db);
  await sql`
    with tag as (insert into tags (project_id, account_id, name) select id, account_id, 'Night' from projects returning id, project_id)
    insert into video_tags (video_id, tag_id, project_id) select videos.id, tag.id, tag.project_id from videos, tag`.execute(
    db,
  );
  await migrate(url);
  expect(await selectRows(db, "uploads", {}, "result", "source")).toEqual([{ result: "failed", source: "api" }]);
  await sql`set enable_seqscan = off`.execute(db);
  for (const search of ["港", "配信", "生配信", "film"]) {
    const { rows } = await sql<{ title: string; tag: string }>`
      select v.title, t.name as tag from videos v join video_tags on video_id = v.id join tags t on t.id = tag_id
      where v.project_id = (select id from projects) and v.words like ${`%${search}%`}`.execute(db);
    expect(rows).toEqual([{ title: "夜の港から生配信", tag: "Night" }]);
  }
  // Later changes work without the removed triggers.
  await sql`update videos set title = 'Quay', status = 'complete', version = 1`.execute(db);
  await sql`delete from video_tags`.execute(db);
  expect(await selectRows(db, "videos", {}, "title_key", "shelf")).toEqual([{ title_key: "quay", shelf: "completed" }]);
});

test("an update keeps presets chosen by projects and leaves custom ladders unchanged", async () => {
  const { db, url } = await ownDatabase({ tables: false });
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
  await migrate(url, "0040-logs-in-few-steps");
  for (const [name, rungs] of Object.entries({ before, own }))
    await sql`
      with account as (insert into accounts (name, cell) values (${name}, 'local') returning id),
        project as (insert into projects (account_id, hash, name, domain)
          select id, ${name}, ${name}, 'example.com' from account returning id, account_id)
      insert into project_ladders (project_id, account_id, ladder)
        select id, account_id, ${JSON.stringify({ mp4: false, rungs })}::jsonb from project`.execute(db);
  await migrate(url);
  const saved = await selectOrdered(db, "project_ladders", "project_id", {}, "ladder");
  const ladders = saved.map(({ ladder }) => completeLadder(ladder));
  expect(ladders.map((ladder) => presetOf(ladder))).toEqual(["standard", null]);
  expect(ladders[1]?.rungs).toEqual(own);
  expect(ladders.map(({ mp4 }) => mp4)).toEqual([false, false]);
});

test("an update counts the visitors of all videos and of all livestreams of days before it", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  const visitors = (from: number, to: number) =>
    sketchOf(
      Array.from({ length: to - from }, (_, at) =>
        createHash("sha256")
          .update(String(from + at))
          .digest(),
      ),
    );
  await migrate(url, "0304-account-prices");
  const { rows } = await sql<{ id: number }>`
    with account as (insert into accounts (name, cell) values ('Quay', 'local') returning id)
    insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account
    returning id`.execute(db);
  const project_id = rows[0]?.id ?? 0;
  const add = (day: string, dimension: string, value: number, audience: string, sketch: Uint8Array) =>
    sql`insert into view_sketches (project_id, day, dimension, value, audience, sketch)
      values (${project_id}, ${day}, ${dimension}, ${String(value)}, ${audience}, ${Buffer.from(sketch)})`.execute(db);
  // More videos than are read at once, whose visitors are partly the same; one sketch is too full for the short form.
  for (let video = 0; video < 1_100; video += 1)
    await add("2026-11-01", "video", video, "viewer", visitors(video, video + 2));
  await add("2026-11-01", "video", 2_000, "viewer", visitors(0, 3_000));
  await add("2026-11-01", "video", 1, "team", visitors(0, 3));
  await add("2026-11-01", "stream", 1, "viewer", visitors(0, 7));
  await add("2026-11-02", "video", 1, "viewer", visitors(0, 5));
  await migrate(url);
  const kept = await db
    .selectFrom("view_sketches")
    .select(["day", "value", "audience", "sketch"])
    .where("dimension", "=", "kind")
    .orderBy("day")
    .orderBy("value")
    .orderBy("audience")
    .execute();
  expect(kept.map(({ value, audience, sketch }) => [value, audience, countVisitors(sketch)])).toEqual([
    ["stream", "viewer", 7],
    ["video", "team", 3],
    ["video", "viewer", countVisitors(visitors(0, 3_000))],
    ["video", "viewer", 5],
  ]);
});

test("an update estimates what was watched of videos from the time watched, and never above the furthest moment", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  await migrate(url, "0371-size-of-downloads");
  const { rows } = await sql<{ id: number; project_id: number }>`
    with account as (insert into accounts (name, cell) values ('Quay', 'local') returning id),
      project as (insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account
        returning id, account_id)
    insert into videos (project_id, account_id, hash, title, status, duration_seconds)
    select id, account_id, 'film', 'Film', 'complete', 100 from project returning id, project_id`.execute(db);
  const { id = 0, project_id = 0 } = rows[0] ?? {};
  for (const [host, kind, item, watchedMs, furthest] of [
    ["jumped", "video", id, 20_000, 90],
    ["again", "video", id, 500_000, 90],
    ["gone", "video", id + 1, 20_000, 90],
    ["live", "stream", id, 20_000, 0],
  ] as const)
    await sql`
      insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, plays,
        watched_ms, furthest)
      values ('2026-11-01Z', ${project_id}, ${kind}, ${item}, 0, ${host}, '', 'desktop', '', 'viewer', 1, ${watchedMs}, ${furthest})`.execute(
      db,
    );
  await migrate(url);
  const kept = await selectRows(db, "view_hours", {}, "host", "watched_parts");
  expect(Object.fromEntries(kept.map((row) => [row.host, row.watched_parts]))).toEqual({
    ...{ jumped: 20, again: 90, gone: 90, live: 0 },
  });
});

test("an update marks the days whose sums by one dimension are to be made, and a new installation has none", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  const waiting = async () => {
    const { rows } = await sql<{ source: string; first: string; ahead: number | null }>`
    select source, next_day::text as first, last_day - (select max(timestamp)::date from kysely_migration) as ahead
    from sums_filled where next_day <= last_day order by source`.execute(db);
    return rows;
  };
  await migrate(url, "0420-versions-of-documents");
  const { rows } = await sql<{ id: number }>`
    with account as (insert into accounts (name, cell) values ('Quay', 'local') returning id)
    insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account
    returning id`.execute(db);
  const project = rows[0]?.id ?? 0;
  for (const hour of ["2026-05-03 23:00Z", "2026-11-01 10:00Z"])
    await sql`
      insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, plays)
      values (${hour}, ${project}, 'video', 1, 0, '', '', 'desktop', '', 'viewer', 3)`.execute(db);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, bytes)
    values ('2026-05-04 00:00Z', ${project}, 'video', 1, 'segment', 720, 0, '', '', 9)`.execute(db);
  await migrate(url);
  expect(await waiting()).toEqual([
    { source: "deliveries", first: "2026-05-04", ahead: 1 },
    { source: "views", first: "2026-05-03", ahead: 1 },
  ]);
  // Until then figures of other rooms are of what is stored.
  const played = await sql<{ plays: number }>`
    select sum(plays)::int as plays from played_hours where project_id = ${project} and dimension = ''`.execute(db);
  expect(played.rows).toEqual([{ plays: 6 }]);
  const { db: fresh } = await ownDatabase();
  const { rows: ahead } = await sql`select source from sums_filled where next_day <= last_day`.execute(fresh);
  expect(ahead).toEqual([]);
});
