import { sql, type Kysely } from "kysely";

/** What a project says about its new videos, its categories and tags with their counts, and its ladder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projects
      add column timezone text not null default 'UTC',
      add column default_category_id bigint,
      add column default_privacy text not null default 'unpublished' check (default_privacy in ('unpublished', 'publish_when_ready')),
      -- Null: no limit but the installation's and the account's.
      add column maximum_upload_bytes bigint check (maximum_upload_bytes > 0),
      -- Null: originals are kept.
      add column source_retention_days integer check (source_retention_days > 0),
      add column trash_days integer not null default 0 check (trash_days >= 0);

    -- A category or tag on its way out is hidden at once; the videos that have it follow in pages.
    alter table categories
      add column slug text,
      add column videos integer not null default 0,
      add column leaving_at timestamptz,
      add column successor_id bigint;
    update categories set slug = 'category-' || id;
    alter table categories alter column slug set not null;
    drop index categories_name;
    create unique index categories_name on categories (project_id, lower(name)) where leaving_at is null;
    create unique index categories_slug on categories (project_id, slug) where leaving_at is null;
    alter table projects add constraint projects_default_category
      foreign key (default_category_id, id) references categories (id, project_id) on delete set null (default_category_id);

    alter table tags
      add column videos integer not null default 0,
      add column created_by bigint references users on delete set null,
      add column leaving_at timestamptz,
      add column successor_id bigint;
    drop index tags_name;
    create unique index tags_name on tags (project_id, lower(name)) where leaving_at is null;
    create index tags_usage on tags (project_id, videos desc, id) where leaving_at is null;
    create index tags_newest on tags (project_id, id desc) where leaving_at is null;
    create index tags_search on tags using gin (project_id, name gin_trgm_ops) where leaving_at is null;

    create index videos_category on videos (category_id) where category_id is not null;
    create index video_tags_tag on video_tags (tag_id, video_id);
    create index videos_trash on videos (project_id, deleted_at desc) where deleted_at is not null;
    create index videos_sources on videos (project_id, completed_at) where source_key is not null and deleted_at is null and status = 'complete';

    create function category_videos_add(c bigint, n integer) returns void language sql as $$
      update categories set videos = videos + n where id = c
    $$;
    create function videos_categories() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.category_id is not null and old.deleted_at is null then
        perform category_videos_add(old.category_id, -1);
      end if;
      if tg_op <> 'DELETE' and new.category_id is not null and new.deleted_at is null then
        perform category_videos_add(new.category_id, 1);
      end if;
      return null;
    end $$;
    create trigger videos_categories_rows after insert or delete on videos for each row execute function videos_categories();
    create trigger videos_categories_changes after update of category_id, deleted_at on videos for each row
      when (old.category_id is distinct from new.category_id or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function videos_categories();

    create function video_tags_count() returns trigger language plpgsql as $$
    begin
      -- A row that goes with its video was counted out when the video was deleted.
      if tg_op = 'DELETE' then
        update tags set videos = videos - 1 where id = old.tag_id
          and exists (select from videos where id = old.video_id and deleted_at is null);
      else
        update tags set videos = videos + 1 where id = new.tag_id
          and exists (select from videos where id = new.video_id and deleted_at is null);
      end if;
      return null;
    end $$;
    create trigger video_tags_count_rows after insert or delete on video_tags for each row execute function video_tags_count();
    create function videos_tags() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.deleted_at is null then
          update tags set videos = videos - 1 where id in (select tag_id from video_tags where video_id = old.id);
        end if;
        return old;
      end if;
      update tags set videos = videos + case when new.deleted_at is null then 1 else -1 end
        where id in (select tag_id from video_tags where video_id = new.id);
      return new;
    end $$;
    create trigger videos_tags_delete before delete on videos for each row execute function videos_tags();
    create trigger videos_tags_trash before update of deleted_at on videos for each row
      when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function videos_tags();

    update categories set videos = (select count(*) from videos where category_id = categories.id and deleted_at is null);
    update tags set videos = (select count(*) from video_tags join videos on videos.id = video_id and deleted_at is null where tag_id = tags.id);

    -- Kept by a trigger so that deleting a project can say what goes with it.
    create table project_storage (
      project_id bigint primary key references projects on delete cascade,
      bytes bigint not null default 0
    );
    create function project_storage_add(p bigint, n bigint) returns void language sql as $$
      insert into project_storage (project_id, bytes) select p, n where n <> 0 and exists (select from projects where id = p)
      on conflict (project_id) do update set bytes = project_storage.bytes + excluded.bytes
    $$;
    create function videos_project_storage() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform project_storage_add(old.project_id, -old.stored_bytes); end if;
      if tg_op <> 'DELETE' then perform project_storage_add(new.project_id, new.stored_bytes); end if;
      return null;
    end $$;
    create trigger videos_project_storage_rows after insert or delete on videos for each row execute function videos_project_storage();
    create trigger videos_project_storage_changes after update of stored_bytes on videos for each row
      when (old.stored_bytes <> new.stored_bytes) execute function videos_project_storage();
    insert into project_storage (project_id, bytes) select project_id, sum(stored_bytes) from videos group by project_id;

    create table project_ladders (
      project_id bigint primary key,
      account_id bigint not null,
      ladder jsonb not null,
      updated_at timestamptz not null default now(),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );

    -- A ladder on its way through the videos a project has already; the chore keeps a few of them under way.
    create table ladder_runs (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      state text not null default 'running' check (state in ('running', 'complete', 'cancelled')),
      total integer not null,
      done integer not null default 0,
      failed integer not null default 0,
      skipped integer not null default 0,
      -- Videos up to this one were looked at; those uploaded after the run began have the ladder anyway.
      last_video_id bigint not null default 0,
      until_video_id bigint not null,
      actor jsonb not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create unique index ladder_runs_running on ladder_runs (project_id) where state = 'running';
    create index ladder_runs_project on ladder_runs (project_id, id desc);
    create table ladder_run_transcodes (
      transcode_id bigint primary key references transcodes on delete cascade,
      run_id bigint not null references ladder_runs on delete cascade
    );
    create index ladder_run_transcodes_run on ladder_run_transcodes (run_id);

    update roles set permissions = array_append(permissions, 'project_manage')
      where system and title = 'Project admin' and not 'project_manage' = any(permissions);
  `.execute(db);
}
