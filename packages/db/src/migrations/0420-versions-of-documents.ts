import { sql, type Kysely } from "kysely";

/**
 * Counts the changes of further things that people save as a whole, as 0400 does. Players and videos have a `version` of
 * another kind: that of what is published, and that of the renditions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projects add column version integer not null default 1;
    create trigger projects_version before update of name, domain, timezone, default_category_id, default_privacy,
      maximum_upload_bytes, source_retention_days, trash_days, published_url_pattern on projects
      for each row execute function next_version();

    alter table playlists add column version integer not null default 1;
    create trigger playlists_version before update of name, description, autoplay_next, loop, shuffle, layout, feed, start_at,
      rules on playlists for each row execute function next_version();

    alter table ad_schedules add column version integer not null default 1;
    create trigger ad_schedules_version before update of name, settings on ad_schedules
      for each row execute function next_version();

    alter table billing_settings add column version integer not null default 1;
    create trigger billing_settings_version before update of settings on billing_settings
      for each row execute function next_version();

    alter table sellers add column version integer not null default 1;
    create trigger sellers_version before update of settings on sellers for each row execute function next_version();

    alter table streams add column version integer not null default 1;
    create trigger streams_version before update of name, description, category_id, type, ladder, latency, dvr_minutes,
      reconnect_seconds, second_publisher, record, record_publish on streams
      for each row execute function next_version();

    create function next_draft_version() returns trigger language plpgsql as $$
    begin
      new.draft_version := old.draft_version + 1;
      return new;
    end $$;
    alter table players add column draft_version integer not null default 1;
    create trigger players_draft_version before update of title, draft on players
      for each row execute function next_draft_version();

    create function next_details_version() returns trigger language plpgsql as $$
    begin
      new.details_version := old.details_version + 1;
      return new;
    end $$;
    alter table videos add column details_version integer not null default 1;
    create trigger videos_details_version before update of title, description, category_id, reference_id, language, metadata
      on videos for each row execute function next_details_version();
  `.execute(db);
}
