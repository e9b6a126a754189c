import { sql, type Kysely } from "kysely";

/** Logs of a million rows are counted and read by what narrows them, each from an index that has what the count looks at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index uploads_of_person on uploads (project_id, user_id, created_at desc, id) include (video_id);
    drop index stream_log_stream, stream_sessions_stream;
    create index stream_log_stream on stream_log (stream_id, id desc) include (project_id);
    create index stream_log_type on stream_log (project_id, type, id desc) include (stream_id);
    create index stream_log_severity on stream_log (project_id, severity, id desc) include (stream_id);
    create index stream_sessions_stream on stream_sessions (stream_id, id desc) include (project_id);
  `.execute(db);
}
