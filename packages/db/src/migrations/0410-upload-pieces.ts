import { sql, type Kysely } from "kysely";

/**
 * With storage that is not this machine's disk, an upload's bytes are objects from the moment they are acknowledged, so that every
 * API process continues what another one began. The rows say which objects count and in what order: one whose row is missing was
 * never acknowledged, and of two writers at one place the second is refused by the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_pieces (
      upload_id uuid not null references uploads on delete cascade,
      at_byte bigint not null check (at_byte >= 0),
      length_bytes bigint not null check (length_bytes > 0),
      storage_key text not null,
      primary key (upload_id, at_byte)
    );
  `.execute(db);
}
