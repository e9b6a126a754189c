import { sql, type Kysely } from "kysely";

/** What each worker is and does, and what superusers want of workers and of the queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A worker of an older release leaves these as they are until it is replaced.
    alter table workers
      add column name text,
      add column version text not null default '',
      add column slots integer not null default 0,
      add column cpus integer not null default 0,
      add column cpu_share real not null default 0,
      add column memory_used_bytes bigint not null default 0,
      add column memory_total_bytes bigint not null default 0,
      add column seen_at timestamptz not null default now();

    -- By name, not by process: a worker that is restarted, on whatever machine, is still drained.
    create table worker_settings (
      name text primary key,
      draining_since timestamptz,
      slots integer check (slots between 1 and 64)
    );
    create table transcoding_settings (
      only_row boolean primary key default true check (only_row),
      paused_since timestamptz,
      fair boolean not null default false
    );
    insert into transcoding_settings default values;
    -- When a group of a queue had its last turn.
    create table queue_turns (
      queue text not null,
      group_id text not null,
      taken_at timestamptz not null default now(),
      primary key (queue, group_id)
    );

    alter table job_claims
      add column moved_at timestamptz not null default now(),
      add column tools jsonb not null default '[]';
  `.execute(db);
}
