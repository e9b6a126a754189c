import { sql, type Kysely } from "kysely";

/** What is inserted with the account of its project. */
const INSERTED = [
  "api_keys",
  "blocked_members",
  "bulk_jobs",
  "captions",
  "categories",
  "ladder_runs",
  "players",
  "playlists",
  "project_ads",
  "project_analytics",
  "project_invitations",
  "project_ladders",
  "project_members",
  "project_watermarks",
  "restriction_profiles",
  "signing_keys",
  "stream_recordings",
  "stream_sessions",
  "streams",
  "tags",
  "transcodes",
  "upload_tokens",
  "uploads",
  "videos",
  "webhooks",
];

/**
 * A project can move to another account. References that name an account are checked at the commit of a move; what is inserted by
 * someone who read the project before it moved is stored with the account it has now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_moves (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      from_account_id bigint not null references accounts,
      to_account_id bigint not null references accounts,
      moved_at timestamptz not null,
      moved_by bigint references users on delete set null,
      reason text not null
    );
    create index project_moves_project on project_moves (project_id, moved_at);

    -- Whose a project was when: usage stays with the account it was made by.
    create view project_accounts as
      select p.id as project_id, p.account_id,
        coalesce((select max(moved_at) from project_moves m where m.project_id = p.id), '-infinity'::timestamptz) as since,
        'infinity'::timestamptz as until
      from projects p
      union all
      select m.project_id, m.from_account_id,
        coalesce(lag(m.moved_at) over (partition by m.project_id order by m.moved_at, m.id), '-infinity'::timestamptz), m.moved_at
      from project_moves m;

    do $$
    declare reference record;
    begin
      for reference in
        select c.conrelid::regclass as of_table, c.conname from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace and a.attname = 'account_id'
          and array_length(c.conkey, 1) > 1
      loop
        execute format('alter table %s alter constraint %I deferrable initially immediate', reference.of_table, reference.conname);
      end loop;
    end $$;

    -- A video that moves is taken off what the old account stores. The function is long (0055) and changes in one comparison.
    do $$
    begin
      execute replace(replace(pg_get_functiondef('videos_counted_on_update'::regproc),
        'r.category_id, r.stored_bytes)', 'r.category_id, r.stored_bytes, r.account_id)'),
        'w.category_id, w.stored_bytes)', 'w.category_id, w.stored_bytes, w.account_id)');
    end $$;

    create function account_of_moved_project() returns trigger language plpgsql as $$
    declare account bigint;
    begin
      -- The lock that the reference to the project takes anyway: it waits for a move that is under way.
      select account_id into account from projects where id = new.project_id for key share;
      if account <> new.account_id and exists (
          select from project_moves where project_id = new.project_id and from_account_id = new.account_id) then
        new.account_id := account;
      end if;
      return new;
    end $$;

    create function account_of_moved_video() returns trigger language plpgsql as $$
    declare account bigint; project bigint;
    begin
      select account_id, project_id into account, project from videos where id = new.video_id for key share;
      if account <> new.account_id and exists (
          select from project_moves where project_id = project and from_account_id = new.account_id) then
        new.account_id := account;
      end if;
      return new;
    end $$;

    create trigger renditions_moved before insert on renditions for each row execute function account_of_moved_video();
  `.execute(db);
  for (const table of INSERTED)
    await sql`create trigger ${sql.ref(`${table}_moved`)} before insert on ${sql.table(table)}
      for each row execute function account_of_moved_project()`.execute(db);
}
