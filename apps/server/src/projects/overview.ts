import type { Executor } from "@kinora/db/connect.ts";
import { NEARLY_FULL_PERCENT, percentOf, type AttentionKind } from "@kinora/domain/projects/overview.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { uploadAllowance } from "../platform/access/allowance.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { encodedRenditions } from "../platform/database/encoded-renditions.ts";
import { readImpact } from "./queries.ts";

interface Attention {
  kind: AttentionKind;
  message: string;
  video: { id: number; title: string; retryable: boolean } | null;
  at: Date | null;
}

/** Upper bound for the uploads counted per week. */
const COUNTED_A_WEEK = 10_000;
const WEEK_MS = 7 * 86_400_000;
const FAILED_SHOWN = 5;
/** An upload that received no bytes for this long needs attention. */
const IDLE_MS = 10 * 60_000;

/** The data of a project's dashboard; people who may not see all videos get their own figures and alerts. */
export async function readOverview(context: Context, grant: ProjectGrant) {
  const { db, caller, clock, installation } = context;
  const { accountId, projectId } = grant;
  const own = grant.permissions.has("video_view") ? null : caller.kind === "user" ? caller.userId : 0;
  const now = clock.now();
  const [kept, allowance, uploaded, encoded, watched, onboarding] = await Promise.all([
    readImpact(db, projectId),
    uploadAllowance({ db, installation }, accountId, null),
    readUploaded(db, projectId, own, now),
    readEncoded(db, projectId, now),
    grant.permissions.has("analytics_view") ? readWatched(db, projectId, now) : null,
    readOnboarding(db, grant),
  ]);
  const attention = [
    ...(await failedVideos(db, projectId, own)),
    ...(await waitingUploads(context, projectId, now)),
    ...(await missingWorkers(db, projectId)),
    ...nearlyFull(
      "storage",
      "of the account's storage is used",
      percentOf(allowance.used_bytes, allowance.limit_bytes),
    ),
    ...(await nearlyFullDisk(context, grant)),
  ];
  return {
    videos: kept.videos,
    storage: {
      project_bytes: kept.storage_bytes,
      account_bytes: allowance.used_bytes,
      limit_bytes: allowance.limit_bytes,
    },
    uploaded,
    encoded_minutes: encoded,
    watched,
    attention,
    onboarding,
  };
}

async function readUploaded(db: Executor, projectId: number, own: number | null, now: Date) {
  const mine = own === null ? sql`true` : sql`user_id = ${own}`;
  const count = (from: Date, until: Date) => sql`(select count(*) from (
    select from uploads where project_id = ${projectId} and ${mine} and not replaces and audio_track_id is null
      and created_at >= ${from} and created_at < ${until} limit ${COUNTED_A_WEEK}) as counted)`;
  const [week, before] = [new Date(now.getTime() - WEEK_MS), new Date(now.getTime() - 2 * WEEK_MS)];
  const { rows } = await sql<{ now: number; before: number }>`
    select ${count(week, new Date(now.getTime() + 60_000))} as now, ${count(before, week)} as before`.execute(db);
  return rows[0] ?? { now: 0, before: 0 };
}

async function readEncoded(db: Executor, projectId: number, now: Date) {
  const minutes = (from: Date, until: Date) => {
    const within = sql`r.project_id = ${projectId} and r.finished_at >= ${from} and r.finished_at < ${until}`;
    return sql`(
      select coalesce(sum(seconds), 0)::float8 / 60 from (
        select encoded.seconds from transcode_records r, ${encodedRenditions} where ${within}
        union all select r.seconds from audio_track_records r where ${within}) made)`;
  };
  const [week, before] = [new Date(now.getTime() - WEEK_MS), new Date(now.getTime() - 2 * WEEK_MS)];
  const { rows } = await sql<{ now: number; before: number }>`
    select ${minutes(week, new Date(now.getTime() + 60_000))} as now, ${minutes(before, week)} as before`.execute(db);
  return { now: Number(rows[0]?.now ?? 0), before: Number(rows[0]?.before ?? 0) };
}

async function readWatched(db: Executor, projectId: number, now: Date) {
  const [week, before] = [new Date(now.getTime() - WEEK_MS), new Date(now.getTime() - 2 * WEEK_MS)];
  const { rows } = await sql<{ plays: number; plays_before: number; hours: number; hours_before: number }>`
    select coalesce(sum(plays) filter (where hour >= ${week}), 0)::float8 as plays,
      coalesce(sum(plays) filter (where hour < ${week}), 0)::float8 as plays_before,
      coalesce(sum(watched_ms) filter (where hour >= ${week}), 0)::float8 / 3600000 as hours,
      coalesce(sum(watched_ms) filter (where hour < ${week}), 0)::float8 / 3600000 as hours_before
    from played_hours where project_id = ${projectId} and dimension = '' and hour >= ${before}
      and audience = 'viewer'`.execute(db);
  const found = rows[0] ?? { plays: 0, plays_before: 0, hours: 0, hours_before: 0 };
  return {
    plays: { now: found.plays, before: found.plays_before },
    hours: { now: found.hours, before: found.hours_before },
  };
}

/** Setup is complete when there is a video and a second person belongs to the account or is invited. */
async function readOnboarding(db: Executor, { accountId, projectId }: ProjectGrant) {
  const { rows } = await sql<{ video: boolean; embed: boolean; invite: boolean }>`
    select exists (select from videos where project_id = ${projectId} and deleted_at is null) as video,
      exists (select from project_embeds where project_id = ${projectId}) as embed,
      (select count(*) from (select user_id from account_owners where account_id = ${accountId}
        union select user_id from project_members where account_id = ${accountId} limit 2) as people) > 1
        or exists (select from project_invitations where project_id = ${projectId}) as invite`.execute(db);
  return rows[0] ?? { video: false, embed: false, invite: false };
}

async function failedVideos(db: Executor, projectId: number, own: number | null): Promise<Attention[]> {
  const mine = own === null ? sql`true` : sql`user_id = ${own}`;
  const { rows } = await sql<{ id: number; title: string; failure: VideoFailure | null; updated_at: Date }>`
    select id, title, failure, updated_at from videos
    where project_id = ${projectId} and shelf = 'failed' and deleted_at is null and ${mine}
    order by created_at desc, id desc limit ${FAILED_SHOWN}`.execute(db);
  return rows.map(({ id, title, failure, updated_at: at }) => ({
    kind: "video_failed",
    message: failure?.message ?? "This video failed.",
    video: { id, title, retryable: failure?.retryable ?? false },
    at,
  }));
}

async function waitingUploads({ db, caller }: Context, projectId: number, now: Date): Promise<Attention[]> {
  if (caller.kind !== "user") return [];
  const { rows } = await sql<{ waiting: number; at: Date | null }>`
    select count(*) as waiting, max(updated_at) as at from uploads
    where project_id = ${projectId} and user_id = ${caller.userId} and state = 'uploading' and source = 'browser'
      and updated_at < ${new Date(now.getTime() - IDLE_MS)}`.execute(db);
  const { waiting = 0, at = null } = rows[0] ?? {};
  if (waiting === 0) return [];
  const message =
    waiting === 1 ? "1 upload of yours waits for its file." : `${waiting} uploads of yours wait for their files.`;
  return [{ kind: "upload_waits", message, video: null, at }];
}

/** Videos are queued, and no worker is running. */
async function missingWorkers(db: Executor, projectId: number): Promise<Attention[]> {
  const { rows } = await sql`
    select from transcodes where project_id = ${projectId} and state in ('queued', 'running')
      and not exists (select from workers) limit 1`.execute(db);
  const message = "Videos wait in the queue, and no worker is running. Ask the operator of this server to start one.";
  return rows.length === 0 ? [] : [{ kind: "no_worker", message, video: null, at: null }];
}

/** Only owners see disk usage; object storage has none. */
async function nearlyFullDisk({ storage }: Context, { owner }: Grant): Promise<Attention[]> {
  const space = owner ? await storage.space() : null;
  if (space === null) return [];
  return nearlyFull(
    "disk",
    "of the server's disk is used",
    percentOf(space.totalBytes - space.freeBytes, space.totalBytes),
  );
}

const nearlyFull = (kind: "storage" | "disk", what: string, percent: number | null): Attention[] =>
  percent === null || percent < NEARLY_FULL_PERCENT
    ? []
    : [
        {
          kind,
          message: `${percent}% ${what}. Delete videos that are not needed and empty the trash.`,
          video: null,
          at: null,
        },
      ];
