import { sql, type Kysely } from "kysely";

/** Calls that named an Idempotency-Key, with the answer that a repetition gets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotent_calls (
      -- The person or the API key that called.
      caller text not null,
      key_hash bytea not null,
      -- Method and path of the operation.
      operation text not null,
      -- Of the validated input: the same key with another input is a mistake.
      input_hash bytea not null,
      -- Sealed; null while the call runs, and after a process was killed in the middle of it.
      answer bytea,
      created_at timestamptz not null,
      primary key (caller, key_hash)
    );
    create index idempotent_calls_age on idempotent_calls (created_at)
  `.execute(db);
}
