import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Class of the advisory lock that one rebuild at a time holds. */
const REBUILD_LOCK = 0x6b63;
/** Counters that the line in the audit log names. */
const AUDITED_MAX = 50;

interface Difference {
  counter: "videos" | "category" | "tag" | "project_storage" | "account_storage";
  name: string;
  was: number;
  counted: number;
}

/** A counter that differs: its row's id, or the run of videos' ids that it counts. */
interface Wrong extends Difference {
  id: number;
  width_bits: number;
  bucket: number;
}

/**
 * Counts what triggers count of a project's videos, and corrects the counters that differ; answers these. Videos may change
 * meanwhile: one statement reads counters and rows in one snapshot, and each counter is changed by its difference, not set.
 * @throws Refusal `not_found`.
 */
export async function rebuildCounters(context: Context, projectId: number): Promise<Difference[]> {
  return context.db.transaction().execute(async (tx) => {
    // Two rebuilds at once, also of two projects of one account, would correct the same difference twice.
    await sql`select pg_advisory_xact_lock(${REBUILD_LOCK}, 0)`.execute(tx);
    const project = await tx
      .selectFrom("projects")
      .select(["name", "account_id"])
      .where("id", "=", projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!project) throw new Refusal("not_found", "This project does not exist.");
    const wrong = await readWrong(tx, projectId);
    await correct(tx, projectId, wrong);
    const differences = presentWrong(wrong);
    const named = differences.slice(0, AUDITED_MAX);
    await audit(tx, {
      accountId: project.account_id,
      projectId,
      actor: actorOf(context.caller),
      action: "project.counters_rebuilt",
      objectType: "project",
      objectId: projectId,
      objectTitle: project.name,
      changes: {
        corrected: differences.length,
        ...Object.fromEntries(named.map(({ counter, name, was, counted }) => [`${counter} ${name}`, [was, counted]])),
      },
    });
    return differences;
  });
}

/** The bytes of videos and of archives that are imported. */
const storedBy = (owner: "project_id" | "account_id", id: "p.id" | "a.id") => sql`
  (select coalesce(sum(stored_bytes), 0)::bigint from (
    select stored_bytes from videos where ${sql.ref(owner)} = ${sql.ref(id)}
    union all select stored_bytes from import_jobs where ${sql.ref(owner)} = ${sql.ref(id)}) kept)`;

async function readWrong(tx: Tx, projectId: number): Promise<Wrong[]> {
  const live = sql`from videos where project_id = ${projectId} and deleted_at is null`;
  const { rows } = await sql<Wrong>`
    select 'videos' as counter, list as name, 0::bigint as id, width_bits, bucket, coalesce(b.rows, 0)::bigint as was,
        coalesce(c.rows, 0)::bigint as counted
      from (select * from video_buckets where project_id = ${projectId}) b
      full join (
        select list, bits as width_bits, id >> bits as bucket, count(*) as rows
        from (select id, list ${live}) v, (values (8), (16)) as width (bits) group by 1, 2, 3) c
      using (list, width_bits, bucket) where coalesce(b.rows, 0) <> coalesce(c.rows, 0)
    union all
    select 'category', name, id, 0, 0, videos::bigint, coalesce(counted, 0)
      from categories left join (select category_id, count(*) as counted ${live} group by 1) c on category_id = id
      where project_id = ${projectId} and videos <> coalesce(counted, 0)
    union all
    select 'tag', name, id, 0, 0, videos::bigint, coalesce(counted, 0)
      from tags left join (
        select tag_id, count(*) as counted from video_tags join (select id ${live}) v on v.id = video_id group by 1) c
      on tag_id = id
      where project_id = ${projectId} and videos <> coalesce(counted, 0)
    union all
    select 'project_storage', name, id, 0, 0, stored, counted from (
      select p.id, p.name, coalesce(s.bytes, 0)::bigint as stored,
        ${storedBy("project_id", "p.id")} as counted
      from projects p left join project_storage s on s.project_id = p.id where p.id = ${projectId}) project
      where stored <> counted
    union all
    select 'account_storage', name, id, 0, 0, stored, counted from (
      select a.id, a.name, coalesce(s.bytes, 0)::bigint as stored,
        ${storedBy("account_id", "a.id")} as counted
      from projects p join accounts a on a.id = p.account_id left join account_storage s on s.account_id = a.id
      where p.id = ${projectId}) account
      where stored <> counted
    order by counter, name, id, width_bits, bucket`.execute(tx);
  return rows;
}

/** Changes counters in the order in which the triggers do, of tables and of keys within one, so that no two wait for each other. */
async function correct(tx: Tx, projectId: number, wrong: readonly Wrong[]): Promise<void> {
  const of = (counter: Wrong["counter"]) => {
    const changed = wrong.filter((each) => each.counter === counter);
    const json = JSON.stringify(changed.map(({ was, counted, ...key }) => ({ ...key, number: counted - was })));
    return sql`jsonb_to_recordset(${json}::jsonb) as c (name text, id bigint, width_bits int, bucket bigint, number bigint)`;
  };
  await sql`
    insert into video_buckets as b (project_id, list, width_bits, bucket, rows)
      select ${projectId}::bigint, name, width_bits, bucket, number from ${of("videos")} order by 1, 2, 3, 4
      on conflict (project_id, list, width_bits, bucket) do update set rows = b.rows + excluded.rows`.execute(tx);
  for (const [counter, table] of [
    ["category", "categories"],
    ["tag", "tags"],
  ] as const) {
    const ids = wrong.filter((each) => each.counter === counter).map(({ id }) => id);
    if (ids.length === 0) continue;
    await sql`select from ${sql.table(table)} where id = any(${ids}::bigint[]) order by id for no key update`.execute(
      tx,
    );
    await sql`
      update ${sql.table(table)} t set videos = t.videos + c.number from ${of(counter)}
      where t.id = c.id and t.project_id = ${projectId}`.execute(tx);
  }
  for (const [counter, owner] of [
    ["project_storage", "project_id"],
    ["account_storage", "account_id"],
  ] as const)
    await sql`
      insert into ${sql.table(counter)} as s (${sql.ref(owner)}, bytes) select id, number from ${of(counter)}
      on conflict (${sql.ref(owner)}) do update set bytes = s.bytes + excluded.bytes`.execute(tx);
}

/** The counters as people know them: those of a list's videos are one, of which the wider runs have the sum. */
function presentWrong(wrong: readonly Wrong[]): Difference[] {
  const lists = new Map<string, { bits: number; was: number; counted: number }>();
  for (const { name, width_bits: bits, was, counted } of wrong.filter(({ counter }) => counter === "videos")) {
    const sum = lists.get(name);
    if (sum === undefined || bits > sum.bits) lists.set(name, { bits, was, counted });
    else if (bits === sum.bits) lists.set(name, { bits, was: sum.was + was, counted: sum.counted + counted });
  }
  return [
    ...[...lists].map(([name, { was, counted }]) => ({ counter: "videos" as const, name, was, counted })),
    ...wrong
      .filter(({ counter }) => counter !== "videos")
      .map(({ counter, name, was, counted }) => ({ counter, name, was, counted })),
  ];
}
