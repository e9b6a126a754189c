import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { sql } from "kysely";
import type { Chance } from "./chance.ts";
import type { FigureStage } from "./stage.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Of documentation (RFC 5737): no encoder has it, so that it marks the sessions of a demo. */
const ENCODER = "192.0.2.10";

/** A broadcast of the past. */
export interface DemoSession {
  streamId: number;
  startedAt: Date;
  endedAt: Date;
  guests: number;
}

/** When livestreams were on air before `now`: each has its weekday and grows a little. */
export function planSessions(chance: Chance, { streams }: FigureStage, days: number, now: Date): DemoSession[] {
  const since = Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  return streams.flatMap(({ id }, place) => {
    const sessions: DemoSession[] = [];
    for (let day = place + 1; day < days; day += 7) {
      const start = since + day * DAY_MS + (17 + chance.next()) * HOUR_MS;
      const endedAt = new Date(start + chance.between(50, 130) * MINUTE_MS);
      const guests = chance.around((60 / (1 + place)) * (0.7 + (0.6 * day) / days));
      if (endedAt.getTime() < now.getTime() - HOUR_MS)
        sessions.push({ streamId: id, startedAt: new Date(start), endedAt, guests });
    }
    return sessions;
  });
}

/** Enters the broadcasts with what their viewers made of them. */
export async function addSessions(
  db: Database,
  { projectId, accountId }: FigureStage,
  sessions: readonly DemoSession[],
  views: readonly ArrivedReport[],
): Promise<void> {
  for (const { streamId, startedAt, endedAt } of sessions) {
    const own = views.filter(
      ({ item, loadedAt }) => item.id === streamId && loadedAt >= startedAt && loadedAt <= endedAt,
    );
    const peak = Math.max(0, ...minutesOf(own).values());
    await db
      .insertInto("stream_sessions")
      .values({
        stream_id: streamId,
        project_id: projectId,
        account_id: accountId,
        started_at: startedAt,
        live_at: new Date(startedAt.getTime() + 6_000),
        ended_at: endedAt,
        end_reason: "publisher_left",
        client_ip: ENCODER,
        peak_viewers: peak,
        watch_seconds: own.reduce((sum, { sums }) => sum + sums.watched_ms, 0) / 1_000,
      })
      .execute();
  }
}

/** Enters how many watched each livestream and video in each minute. */
export async function addViewersNow(
  db: Database,
  { projectId }: FigureStage,
  views: readonly ArrivedReport[],
): Promise<void> {
  const rows = [...Map.groupBy(views, ({ item }) => `${item.kind} ${item.id}`)].flatMap(([key, own]) => {
    const [kind, id] = key.split(" ");
    return [...minutesOf(own)].map(([minute, viewers]) => ({ kind, id, minute: new Date(minute), viewers }));
  });
  await sql`
    insert into viewers_now (project_id, item_kind, item_id, minute, viewers)
    select ${projectId}, r.kind, r.id, r.minute, r.viewers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, id bigint, minute timestamptz, viewers integer)`.execute(
    db,
  );
}

/** How many viewers each minute had. */
function minutesOf(views: readonly ArrivedReport[]): Map<number, number> {
  const minutes = new Map<number, number>();
  for (const { loadedAt, arrivedAt, sums, audience } of views) {
    if (!sums.played || audience !== "viewer") continue;
    const end = arrivedAt.getTime();
    for (let at = Math.floor(loadedAt.getTime() / MINUTE_MS) * MINUTE_MS; at < end; at += MINUTE_MS)
      minutes.set(at, (minutes.get(at) ?? 0) + 1);
  }
  return minutes;
}

/** Deletes the broadcasts that a demo entered before. */
export async function dropSessions(db: Database, projectId: number): Promise<void> {
  await db.deleteFrom("stream_sessions").where("project_id", "=", projectId).where("client_ip", "=", ENCODER).execute();
}
