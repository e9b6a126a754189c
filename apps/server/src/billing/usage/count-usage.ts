import type { Database, Executor } from "@kinora/db/connect.ts";
import { HD_LINES_MAX, HD_LINES_MIN } from "@kinora/domain/billing/meters.ts";
import { sql, type RawBuilder } from "kysely";
import { encodedRenditions } from "../../platform/database/encoded-renditions.ts";

/** Days that are counted again each time: views of a day that a player reports late, sessions that end after midnight. */
const OPEN_DAYS = 2;

const ACCOUNTS_AT_ONCE = 500;

/** Which days are counted, of one account or of all. */
interface Counting {
  now: Date;
  accountId?: number;
  /** First day, `YYYY-MM-DD`; without it the open days of each account. */
  from?: string;
  /** The day after the last one; without it today is the last. */
  to?: string;
}

/**
 * Writes what accounts used into the ledger, day by day of their calendars. A day is counted from its sources (hours of delivery,
 * hours of storage, records of transcodes, audio tracks and transcriptions, sessions and restreams of livestreams) and replaces what the ledger had, so that counting
 * twice is counting once. What projects that are gone used is kept. What a project used before it moved to another account stays with
 * the one it was in. Each account is counted in a transaction of its own.
 *
 * @throws AggregateError with the error of each account that could not be counted, when all others are.
 */
export async function countUsage(db: Database, counting: Counting): Promise<void> {
  if (counting.accountId !== undefined) return countAccount(db, { ...counting, accountId: counting.accountId });
  const errors: Error[] = [];
  for (let after = 0; ;) {
    const accounts = await db
      .selectFrom("account_metering")
      .select("account_id")
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    for (const { account_id: accountId } of accounts)
      await countAccount(db, { ...counting, accountId }).catch((cause: unknown) =>
        errors.push(new Error(`The usage of account ${accountId} could not be counted.`, { cause })),
      );
    if (accounts.length < ACCOUNTS_AT_ONCE) break;
    after = accounts.at(-1)?.account_id ?? after;
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join(" "));
}

/** Counts one account. Only what changed is written: most rows of the open days stay as they are from one time to the next. */
async function countAccount(db: Database, counting: Counting & { accountId: number }): Promise<void> {
  const { now, accountId } = counting;
  await db.transaction().execute(async (tx) => {
    await sql`
      with counted as materialized (
        select account_id, project_id, meter, day, round(sum(quantity)) as quantity, ${kinds} as kinds
        from (${sourcesOf(counting)}) source
        group by 1, 2, 3, 4),
      -- What had a source and has none now: a transcode that was run again ended on another day.
      removed as (
        delete from usage_days u using (${daysOf(counting)}) open
        where u.account_id = open.account_id and u.day >= open.first and u.day < open.after
          and not exists (select from counted c
            where c.account_id = u.account_id and c.day = u.day and c.meter = u.meter and c.project_id = u.project_id)
          and exists (select from projects where id = u.project_id))
      insert into usage_days (account_id, project_id, meter, day, quantity, kinds, counted_at)
      select account_id, project_id, meter, day, quantity, kinds, ${now}::timestamptz from counted order by 1, 4, 3, 2
      on conflict (account_id, day, meter, project_id)
      do update set quantity = excluded.quantity, kinds = excluded.kinds, counted_at = excluded.counted_at
      where (usage_days.quantity, usage_days.kinds) is distinct from (excluded.quantity, excluded.kinds)`.execute(tx);
    if (counting.from !== undefined) return;
    await countHeads(tx, now, accountId);
    await sql`
      update account_metering set counted_to = (${now}::timestamptz at time zone time_zone)::date
      where account_id = ${accountId} and counted_to < (${now}::timestamptz at time zone time_zone)::date`.execute(tx);
  });
}

/** The days of each account that are counted, and the UTC moments between which they lie. */
const daysOf = ({ now, accountId, from, to }: Counting) => sql`
  select account_id, time_zone, first, after,
    first::timestamp at time zone time_zone as since, after::timestamp at time zone time_zone as until
  from (
    select account_id, time_zone,
      ${from === undefined ? sql`counted_to - ${OPEN_DAYS}::int` : sql`${from}::date`} as first,
      ${to === undefined ? sql`(${now}::timestamptz at time zone time_zone)::date + 1` : sql`${to}::date`} as after
    from account_metering where ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`}) days`;

/** Rows of account, project, meter, day and quantity, in the meters' own units. */
const sourcesOf = (counting: Counting) => sql`
  with open as materialized (${daysOf(counting)}), span as (select min(since) as since, max(until) as until from open)
  select used.*, null::numeric as originals, null::numeric as recordings, null::numeric as other
  from (${sql.join([delivered, encoded(counting.now), encodedTracks(counting.now), onAir(counting.now), restreamed, transcribed(counting.now)], sql` union all `)}) used
  union all ${stored}`;

/** Storage by kind; null for other meters, and for a day with an hour that was not measured by kind. */
const kinds = sql`case when bool_and(other is not null) then jsonb_build_object(
  'originals', sum(originals), 'recordings', sum(recordings), 'other', sum(other),
  'renditions', round(sum(quantity)) - sum(originals) - sum(recordings) - sum(other)) end`;

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone open.time_zone)::date`;

/** An hour belongs to the day in which it begins. */
const delivered = sql`
  select open.account_id, d.project_id, 'traffic' as meter, ${dayOf(sql`d.hour`)} as day, d.bytes::numeric as quantity
  from delivery_hours d join project_accounts p on p.project_id = d.project_id and d.hour >= p.since and d.hour < p.until
    join open on open.account_id = p.account_id
  where d.hour >= (select since from span) and d.hour < (select until from span)
    and d.hour >= open.since and d.hour < open.until`;

const stored = sql`
  select open.account_id, s.project_id, 'storage', ${dayOf(sql`s.hour`)}, s.bytes::numeric,
    s.originals, s.recordings, s.other
  from storage_hours s join open on open.account_id = s.account_id
  where s.hour >= (select since from span) and s.hour < (select until from span)
    and s.hour >= open.since and s.hour < open.until`;

const encoded = (now: Date) => sql`
  select open.account_id, r.project_id,
    case when lines < ${HD_LINES_MIN} then 'encoding_sd' when lines <= ${HD_LINES_MAX} then 'encoding_hd' else 'encoding_uhd' end,
    ${dayOf(sql`r.finished_at`)}, seconds::numeric * 1000
  from open join transcode_records r on r.account_id = open.account_id, ${encodedRenditions}
  where r.finished_at >= open.since and r.finished_at < open.until and r.finished_at <= ${now}::timestamptz`;

/** Audio tracks that were uploaded; the sounds of videos cost nothing. */
const encodedTracks = (now: Date) => sql`
  select open.account_id, r.project_id, 'encoding_audio', ${dayOf(sql`r.finished_at`)}, r.seconds::numeric * 1000
  from open join audio_track_records r on r.account_id = open.account_id
  where r.finished_at >= open.since and r.finished_at < open.until and r.finished_at <= ${now}::timestamptz`;

/** Time in which an encoder was connected; of sessions in progress, the time until now. Test pictures cost nothing. */
const onAir = (now: Date) => sql`
  select open.account_id, s.project_id, 'live', day::date,
    extract(epoch from
      least(coalesce(s.ended_at, ${now}::timestamptz), p.until, (day + interval '1 day') at time zone open.time_zone)
      - greatest(s.started_at, p.since, day at time zone open.time_zone)) * 1000
  from open join project_accounts p on p.account_id = open.account_id join stream_sessions s on s.project_id = p.project_id,
    generate_series(
      ${dayOf(sql`greatest(s.started_at, open.since, p.since)`)}::timestamp,
      ${dayOf(sql`least(coalesce(s.ended_at, ${now}::timestamptz), p.until, open.until - interval '1 microsecond')`)}::timestamp,
      interval '1 day') day
  where s.started_at < least(open.until, p.until, ${now}::timestamptz)
    and coalesce(s.ended_at, ${now}::timestamptz) > greatest(open.since, p.since)
    and not s.testing`;

/** Time that restream targets were connected, added up over the targets. Test pictures cost nothing. */
const restreamed = sql`
  select open.account_id, s.project_id, 'restream', day::date,
    extract(epoch from
      least(s.ended_at, p.until, (day + interval '1 day') at time zone open.time_zone)
      - greatest(s.started_at, p.since, day at time zone open.time_zone)) * 1000
  from open join project_accounts p on p.account_id = open.account_id join restream_spans s on s.project_id = p.project_id,
    generate_series(
      ${dayOf(sql`greatest(s.started_at, open.since, p.since)`)}::timestamp,
      ${dayOf(sql`(least(s.ended_at, p.until, open.until) - interval '1 microsecond')`)}::timestamp,
      interval '1 day') day
  where s.started_at < least(open.until, p.until) and s.ended_at > greatest(open.since, p.since, s.started_at)
    and not s.testing`;

/** Sound whose speech was recognised, as captions by machine or in vain. */
const transcribed = (now: Date) => sql`
  select open.account_id, r.project_id, 'transcription', ${dayOf(sql`r.finished_at`)}, r.sound_seconds::numeric * 1000
  from open join transcription_records r on r.account_id = open.account_id
  where r.finished_at >= open.since and r.finished_at < open.until and r.finished_at <= ${now}::timestamptz`;

/** People who can sign in to an account, and its projects: the most there were on a day. */
async function countHeads(tx: Executor, now: Date, accountId: number): Promise<void> {
  await sql`
    insert into usage_days (account_id, project_id, meter, day, quantity, counted_at)
    select account_id, 0, meter, (${now}::timestamptz at time zone time_zone)::date, heads, ${now}::timestamptz
    from account_metering, lateral (
        select 'seats' as meter, count(*) as heads from (
          select user_id from account_owners where account_id = ${accountId}
          union
          select m.user_id from project_members m join projects p on p.id = m.project_id
          where m.account_id = ${accountId} and p.deleted_at is null) people
        union all
        select 'projects', count(*) from projects where account_id = ${accountId} and deleted_at is null) counted
    where account_id = ${accountId} and heads > 0
    order by 3
    on conflict (account_id, day, meter, project_id)
    do update set quantity = excluded.quantity, counted_at = excluded.counted_at
    where usage_days.quantity < excluded.quantity`.execute(tx);
}
