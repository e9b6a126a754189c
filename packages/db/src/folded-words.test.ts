import { fold } from "@kinora/domain/folded-text.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { ownDatabase } from "./testing-database.ts";

async function foldedAll(db: Database, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select folded(text) from unnest(${[...texts]}::text[]) with ordinality as t (text, at) order by at`.execute(db);
  return rows.map(({ folded }) => folded);
}

const isAssigned = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]$/u;

test("the database folds every character as the rules do", async () => {
  const characters = Array.from({ length: 0x3_0000 }, (_, code) => code)
    .filter((code) => !(code >= 0xd800 && code < 0xe000))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => isAssigned.test(character));
  const { db } = await ownDatabase();
  // Node may have a later version of Unicode.
  const { rows } = await sql<{ character: string }>`
    select character from unnest(${characters}::text[]) with ordinality as t (character, at)
    where unicode_assigned(character) order by at`.execute(db);
  expect(rows.length).toBeGreaterThan(140_000);
  const texts = rows.map(({ character }) => `a${character}B`);
  const folded = await foldedAll(db, texts);
  const others = texts.flatMap((text, at) =>
    folded[at] === fold(text) ? [] : `${text}: ${folded[at]}, ${fold(text)}`,
  );
  expect(others).toEqual([]);
});

test("words are folded as the rules do", async () => {
  const texts = ["Łódź", "STRASSE und Straße", "Hà Nội", "ΟΔΟΣ", "İstanbul", "한국어 각", "が か", "plain ASCII", ""];
  const { db } = await ownDatabase();
  expect(await foldedAll(db, texts)).toEqual(texts.map(fold));
});

test("an update folds the words that are stored", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  await migrate(url, "0700-hdr-renditions");
  await sql`
    with account as (insert into accounts (name, cell) values ('Quay', 'local') returning id),
      project as (insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account
        returning id, account_id)
    insert into videos (project_id, account_id, hash, title, status, file_name)
    select id, account_id, 'film', 'Łódź', 'complete', 'Straße.mp4' from project`.execute(db);
  await migrate(url);
  const { rows } = await sql<{ words: string }>`select words from videos where words like '%lodz%'`.execute(db);
  expect(rows).toEqual([{ words: "lodz\n\nstrasse.mp4" }]);
});

test("an update folds signs, and writes only the rows that have some", async () => {
  const { db, url } = await ownDatabase({ tables: false });
  await migrate(url, "0740-sessions-of-providers");
  await sql`
    with account as (insert into accounts (name, cell) values ('Quay', 'local') returning id),
      project as (insert into projects (account_id, hash, name, domain) select id, 'quay', 'Quay', 'example.com' from account
        returning id, account_id),
      tag as (insert into tags (project_id, account_id, name) select id, account_id, 'L’été' from project)
    insert into videos (project_id, account_id, hash, title, status, file_name)
    select project.id, account_id, title, title, 'complete', '' from project, unnest(array['L’été', 'Été']) as title`.execute(
    db,
  );
  const read = async () => {
    const { rows } = await sql<{ words: string; row: string }>`
      select words, ctid::text as row from videos order by id`.execute(db);
    return rows;
  };
  const [, plain] = await read();
  await migrate(url);
  const [signed, same] = await read();
  expect([signed?.words.trim(), same]).toEqual(["l'ete", plain]);
  const { rows } = await sql`select from tags where folded(name) like '%l''ete%' and leaving_at is null`.execute(db);
  expect(rows).toHaveLength(1);
});
