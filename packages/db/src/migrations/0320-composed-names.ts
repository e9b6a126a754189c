import { sql, type Kysely } from "kysely";

/** Columns of names and texts that people typed, or that came with a file; each table has its own `id`. */
const TEXTS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ["accounts", ["name"]],
  ["users", ["first_name", "last_name"]],
  ["roles", ["title", "description"]],
  ["videos", ["title", "description", "file_name"]],
  ["uploads", ["file_name"]],
  ["streams", ["name", "description"]],
  ["playlists", ["name", "description"]],
  ["players", ["title"]],
  ["api_keys", ["name"]],
  ["webhooks", ["name"]],
  ["upload_tokens", ["name", "title"]],
];

/** Names that exist once in their project, account or video. */
const UNIQUE: readonly (readonly [table: string, column: string])[] = [
  ["projects", "name"],
  ["categories", "name"],
  ["tags", "name"],
  ["captions", "label"],
  ["restriction_profiles", "name"],
  ["ad_schedules", "name"],
];

/**
 * Composes names (Unicode NFC), as they are stored and searched from now on: those of files from Macs were decomposed.
 * A name that would then be there twice gets a number, as in `Café (2)`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of TEXTS) {
    const set = columns.map((column) => sql`${sql.ref(column)} = normalize(${sql.ref(column)}, nfc)`);
    const wrong = columns.map((column) => sql`${sql.ref(column)} is not nfc normalized`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(wrong, sql` or `)}`.execute(db);
  }
  for (const [table, column] of UNIQUE) {
    await sql`
      do $$
      declare
        found record;
        composed text;
        number int;
      begin
        for found in select id, ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} is not nfc normalized order by id loop
          composed := normalize(found.name, nfc);
          number := 1;
          loop
            begin
              update ${sql.table(table)} set ${sql.ref(column)} = composed where id = found.id;
              exit;
            exception when unique_violation then
              number := number + 1;
              composed := left(normalize(found.name, nfc), 40) || ' (' || number || ')';
            end;
          end loop;
        end loop;
      end $$`.execute(db);
  }
}
