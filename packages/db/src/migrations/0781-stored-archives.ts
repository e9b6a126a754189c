import { sql, type Kysely } from "kysely";

const CHANGES = {
  insert: { tables: "new table as written", rows: "select 1 as number, w.* from written w" },
  update: {
    tables: "old table as replaced new table as written",
    rows: "select 1 as number, w.* from written w union all select -1, r.* from replaced r",
  },
  delete: { tables: "old table as replaced", rows: "select -1 as number, r.* from replaced r" },
};

/** Most updates change nothing that is counted. */
const UNCOUNTED = `
      if not exists (select from replaced r join written w using (id)
        where (r.project_id, r.account_id, r.stored_bytes) is distinct from (w.project_id, w.account_id, w.stored_bytes))
        then return null; end if;`;

const addStorage = (table: string, owners: string, owner: string, rows: string) => `
      insert into ${table} as s (${owner}, bytes)
        select ${owner}, sum(number * stored_bytes) from (${rows}) r
          where exists (select from ${owners} o where o.id = r.${owner})
          group by 1 having sum(number * stored_bytes) <> 0 order by 1
        on conflict (${owner}) do update set bytes = s.bytes + excluded.bytes;`;

const countArchives = (event: keyof typeof CHANGES) => {
  const { tables, rows } = CHANGES[event];
  return `
    create function import_jobs_counted_on_${event}() returns trigger language plpgsql as $$
    begin
      ${event === "update" ? UNCOUNTED : ""}
      ${addStorage("project_storage", "projects", "project_id", rows)}
      ${addStorage("account_storage", "accounts", "account_id", rows)}
      return null;
    end $$;
    create trigger import_jobs_counted_on_${event} after ${event} on import_jobs referencing ${tables}
      for each statement execute function import_jobs_counted_on_${event}();`;
};

/**
 * Archives of imports count as what their project and account store, as the files of videos do (0055). Those that are stored count from
 * here on. The storage of an hour has been read of every project that stores another number of bytes than in the hour before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of the parts of its archive that are stored.
    alter table import_jobs add column stored_bytes bigint not null default 0;
    ${sql.raw([countArchives("insert"), countArchives("update"), countArchives("delete")].join("\n"))}
    update import_jobs set stored_bytes = least(archive_bytes, archive_parts::bigint * 4194304)
      where archive_bytes is not null and archive_parts > 0;
  `.execute(db);
}
