import { sql, type Kysely } from "kysely";

/** What a statement changed on videos: each row it wrote counts once, each row that was there before is taken off. */
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
        where (r.list, r.deleted_at is null, r.category_id, r.stored_bytes)
          is distinct from (w.list, w.deleted_at is null, w.category_id, w.stored_bytes)) then return null; end if;`;

/** Adds `changed`, rows of id and number, to the column videos of a table of labels. */
const countLabels = (table: string, changed: string) => `
      perform from ${table} where id in (select id from (${changed}) c where number <> 0) order by id for no key update;
      update ${table} t set videos = t.videos + c.number from (${changed}) c where t.id = c.id and c.number <> 0;`;

/** The tags of videos that are gone were counted before they went. */
const countTagsOf = (rows: string) =>
  countLabels(
    "tags",
    `select t.tag_id as id, sum(r.number) as number from (${rows}) r join video_tags t on t.video_id = r.id
       where r.deleted_at is null group by 1`,
  );

const addStorage = (table: string, owners: string, owner: string, rows: string) => `
      insert into ${table} as s (${owner}, bytes)
        select ${owner}, sum(number * stored_bytes) from (${rows}) r
          where exists (select from ${owners} o where o.id = r.${owner})
          group by 1 having sum(number * stored_bytes) <> 0 order by 1
        on conflict (${owner}) do update set bytes = s.bytes + excluded.bytes;`;

const countVideos = (event: keyof typeof CHANGES) => {
  const { tables, rows } = CHANGES[event];
  return `
    create function videos_counted_on_${event}() returns trigger language plpgsql as $$
    begin
      ${event === "update" ? UNCOUNTED : ""}
      insert into video_buckets as b (project_id, list, width_bits, bucket, rows)
        select project_id, list, bits, r.id >> bits, sum(number) from (${rows}) r, (values (8), (16)) as width (bits)
          where deleted_at is null group by 1, 2, 3, 4 having sum(number) <> 0 order by 1, 2, 3, 4
        on conflict (project_id, list, width_bits, bucket) do update set rows = b.rows + excluded.rows;
      ${countLabels(
        "categories",
        `select category_id as id, sum(number) as number from (${rows}) r
           where category_id is not null and deleted_at is null group by 1`,
      )}
      ${event === "update" ? countTagsOf(rows) : ""}
      ${addStorage("project_storage", "projects", "project_id", rows)}
      ${addStorage("account_storage", "accounts", "account_id", rows)}
      return null;
    end $$;
    create trigger videos_counted_on_${event} after ${event} on videos referencing ${tables}
      for each statement execute function videos_counted_on_${event}();`;
};

const countTags = (event: "insert" | "delete") => `
    create function video_tags_counted_on_${event}() returns trigger language plpgsql as $$
    begin
      ${countLabels(
        "tags",
        `select r.tag_id as id, sum(r.number) as number from (${CHANGES[event].rows}) r
           where exists (select from videos v where v.id = r.video_id and v.deleted_at is null) group by 1`,
      )}
      return null;
    end $$;
    create trigger video_tags_counted_on_${event} after ${event} on video_tags referencing ${CHANGES[event].tables}
      for each statement execute function video_tags_counted_on_${event}();`;

/**
 * Counters are changed once for each statement, in the order of their keys and one table after the other, so that two
 * statements that change the same ones never wait for each other. Storage, which most videos share, comes last.
 *
 * The tags of a video that is deleted are read before its rows in video_tags go with it. Whoever deletes several videos
 * that are not in the trash in one statement locks their tags first; a project that is deleted takes its tags along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger videos_count_rows on videos;
    drop trigger videos_count_moves on videos;
    drop trigger videos_categories_rows on videos;
    drop trigger videos_categories_changes on videos;
    drop trigger videos_tags_delete on videos;
    drop trigger videos_tags_trash on videos;
    drop trigger videos_project_storage_rows on videos;
    drop trigger videos_project_storage_changes on videos;
    drop trigger videos_storage_rows on videos;
    drop trigger videos_storage_changes on videos;
    drop trigger video_tags_count_rows on video_tags;
    drop function videos_count, video_bucket_add, videos_categories, category_videos_add, videos_tags, video_tags_count,
      videos_project_storage, project_storage_add, videos_storage, account_storage_add;
    ${sql.raw([countVideos("insert"), countVideos("update"), countVideos("delete")].join("\n"))}
    ${sql.raw([countTags("insert"), countTags("delete")].join("\n"))}

    create function videos_tags_uncounted() returns trigger language plpgsql as $$
    begin
      perform from tags where id in (select tag_id from video_tags where video_id = old.id) order by id for no key update;
      update tags set videos = videos - 1 where id in (select tag_id from video_tags where video_id = old.id);
      return old;
    end $$;
    create trigger videos_tags_uncounted before delete on videos for each row when (old.deleted_at is null)
      execute function videos_tags_uncounted();
  `.execute(db);
}
