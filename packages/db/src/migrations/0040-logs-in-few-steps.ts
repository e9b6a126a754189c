import { sql, type Kysely } from "kysely";

/**
 * How an upload went stands in its own row, kept by triggers from its state and its video's: the log is narrowed and counted
 * from one index, in the log's order. What logs say has indexes of words as videos have. What came with a key stays "api" when
 * the key is gone.
 *
 * Whoever changes both locks the video before the upload, and so do the triggers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Once its video played, or was deleted, an upload is complete: later transcodes are another story.
    create function upload_result(state text, deleted boolean, version integer, status text) returns text
    language sql immutable parallel safe as $$
      select case
        when state = 'uploading' then case when deleted then 'cancelled' else 'uploading' end
        when state = 'cancelled' then 'cancelled'
        when state in ('failed', 'expired') then 'failed'
        when deleted or version > 0 or status = 'complete' then 'complete'
        when status in ('failed', 'cancelled') then status
        else 'processing' end
    $$;
    alter table uploads
      add column result text not null default 'uploading'
        check (result in ('uploading', 'processing', 'complete', 'cancelled', 'failed')),
      add column words text not null generated always as (lower(file_name || chr(10) || coalesce(source_url, ''))) stored;
    update uploads u set result = upload_result(u.state, v.deleted_at is not null, v.version, v.status),
      source = case when u.source = 'browser' and u.api_key_id is not null then 'api' else u.source end
      from videos v where v.id = u.video_id;

    create function uploads_tell_result() returns trigger language plpgsql as $$
    begin
      select upload_result(new.state, deleted_at is not null, version, status) into new.result
        from videos where id = new.video_id;
      return new;
    end $$;
    create trigger uploads_tell_result before insert or update of state on uploads
      for each row execute function uploads_tell_result();

    create function videos_tell_uploads() returns trigger language plpgsql as $$
    begin
      update uploads set result = upload_result(state, new.deleted_at is not null, new.version, new.status)
        where video_id = new.id and state in ('uploading', 'complete')
          and result <> upload_result(state, new.deleted_at is not null, new.version, new.status);
      return null;
    end $$;
    create trigger videos_tell_uploads after update of status, version, deleted_at on videos for each row
      when ((old.deleted_at is null) <> (new.deleted_at is null)
        or upload_result('complete', old.deleted_at is not null, old.version, old.status)
          <> upload_result('complete', new.deleted_at is not null, new.version, new.status))
      execute function videos_tell_uploads();

    drop index uploads_of_person;
    create index uploads_of_person on uploads (project_id, user_id, created_at desc, id) include (result, source);
    create index uploads_of_result on uploads (project_id, result, source, created_at desc, id) include (user_id);
    create index uploads_words on uploads using gin (word_runs(project_id, words)) with (fastupdate = off);
    alter table stream_log
      add column words text not null generated always as (lower(detail || chr(10) || coalesce(client_ip, ''))) stored;
    drop index stream_log_project, stream_log_stream, stream_log_type, stream_log_severity;
    create index stream_log_project on stream_log (project_id, at desc, id desc);
    create index stream_log_stream on stream_log (stream_id, at desc, id desc) include (project_id);
    create index stream_log_type on stream_log (project_id, type, at desc, id desc) include (stream_id);
    create index stream_log_severity on stream_log (project_id, severity, at desc, id desc) include (stream_id);
    create index stream_log_words on stream_log using gin (word_runs(project_id, words)) with (fastupdate = off);
    -- Room for how far an upload is, which is said once a second beside where the row stands.
    alter table uploads set (fillfactor = 80);
  `.execute(db);
}
