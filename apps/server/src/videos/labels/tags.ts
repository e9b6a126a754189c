import type { tag } from "@kinora/contract/videos/tags.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { isNamed, literally } from "../../platform/lists/list-filter.ts";
import { range, readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { change } from "../../platform/nouns/change.ts";
import { lockRow, missing, type Noun, type NounRow } from "../../platform/nouns/noun.ts";
import { recordRow } from "../../platform/nouns/record.ts";
import { Refusal } from "../../platform/refusal.ts";
import { removeLabel } from "./label-removal.ts";

const TAG: Noun<"tags"> = {
  table: "tags",
  name: "tag",
  title: ({ name }) => name,
  gone: "leaving_at",
  taken: [{ index: "tags_name", message: "There is already a tag of this name. Merge the two instead." }],
};

export type TagQuery = InputOf<"tags", "listTags">;

type TagRow = RowOf<typeof tag>;

const ORDERS = {
  name: sql`lower(t.name), t.id`,
  "-videos": sql`t.videos desc, t.id`,
  "-created_at": sql`t.id desc`,
};

/** The livestreams that have a tag; a deleted one has none. */
const streamsOf = (tag: ReturnType<typeof sql.ref>) =>
  sql`from stream_tags st join streams s on s.id = st.stream_id and s.deleted_at is null where st.tag_id = ${tag}.id`;

/** Condition: no video and no livestream has it. */
const isUnused = (tag: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`${tag}.videos = 0 and not exists (select ${streamsOf(tag)})`;

const OPTIONS = 20;
/** Unused tags that are deleted in one transaction. */
const UNUSED_AT_ONCE = 5_000;

/** One page of a project's tags. Counting and skipping walk an index of at most 100,000 names, never the videos. */
export function listTags({ db }: Context, projectId: number, query: TagQuery) {
  const where = [
    sql`t.project_id = ${projectId} and t.leaving_at is null`,
    query.search && isNamed(query.search, "t.name"),
    query.unused === "true" && isUnused(sql.ref("t")),
  ];
  const list = { columns: sql`t.id`, from: sql`tags t`, where, order: ORDERS[query.sort] };
  return readPage<TagRow>(db, list, query, async (found) => {
    const { rows } = await sql<{ id: number }>`${found}`.execute(db);
    return readTags(
      db,
      rows.map(({ id }) => id),
    );
  });
}

/** Tags by id, in the order of `ids`; deleted ones are omitted. */
async function readTags(db: Executor, ids: readonly number[]): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select t.id, t.name, t.videos, (select count(*) ${streamsOf(sql.ref("t"))}) as livestreams, t.created_at,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end as created_by
    from tags t left join users u on u.id = t.created_by where t.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Tags whose name contains the text, those that begin with it first; without a text the most used ones. */
export async function tagOptions({ db }: Context, projectId: number, search: string | null) {
  const text = search ?? "";
  const begins = sql`folded(t.name) like folded(${`${literally(text.normalize("NFKD"))}%`})`;
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from tags t
    where t.project_id = ${projectId} and t.leaving_at is null ${text === "" ? sql`` : sql`and ${isNamed(text, "t.name")}`}
    order by ${text === "" ? sql`` : sql`${begins} desc,`} t.videos desc, t.id limit ${OPTIONS}`.execute(db);
  return rows;
}

/**
 * Adds tags to a project; names it has already, in whatever case, are left as they are and answered in `known`.
 * @throws Refusal `invalid` when it has all of them, `conflict` at 100,000 tags.
 */
export async function createTags(context: Context, grant: ProjectGrant, names: readonly string[]) {
  const { projectId, accountId } = grant;
  const wanted = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  return context.db.transaction().execute(async (tx) => {
    const last = range({ offset: TAGS_MAX - wanted.length, limit: 1 });
    const full = await sql`select from tags where project_id = ${projectId} ${last}`.execute(tx);
    if (full.rows.length > 0)
      throw new Refusal("conflict", `A project can have up to ${TAGS_MAX.toLocaleString("en-US")} tags.`);
    const createdBy = context.caller.kind === "user" ? context.caller.userId : null;
    const { rows } = await sql<NounRow<"tags">>`
      insert into tags (project_id, account_id, name, created_by)
      select ${projectId}, ${accountId}, name, ${createdBy}::bigint from unnest(${wanted}::text[]) as wanted(name)
      on conflict (project_id, lower(name)) where leaving_at is null do nothing returning *`.execute(tx);
    if (rows.length === 0) {
      const message =
        wanted.length === 1 ? "There is already a tag of this name." : "There are already tags of these names.";
      throw new Refusal("invalid", message, { fields: { names: [message] } });
    }
    for (const row of rows) await recordRow(context, tx, TAG, row, "created");
    const created = new Set(rows.map(({ name }) => name));
    return {
      data: await readTags(
        tx,
        rows.map(({ id }) => id),
      ),
      known: wanted.filter((name) => !created.has(name)),
    };
  });
}

/** Renames a tag on every video that has it. @throws Refusal `invalid` when another tag has the name. */
export async function renameTag(context: Context, grant: ProjectGrant, id: number, name: string): Promise<TagRow> {
  await change(context, TAG, grant, { id }, () => ({ set: { name }, action: "renamed" }));
  const [row] = await readTags(context.db, [id]);
  if (!row) throw missing(TAG);
  return row;
}

/** Deletes a tag; videos that had it get the successor or none. @throws Refusal `invalid` when that is not another tag of the project. */
export async function removeTag(
  context: Context,
  grant: ProjectGrant,
  id: number,
  intoId: number | null,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const locked = new Map<number, NounRow<"tags">>();
    // Two merges in opposite directions lock in the same order.
    for (const each of [id, intoId ?? id].toSorted((a, b) => a - b)) {
      const row = await lockRow(tx, TAG, grant, each).catch((error: unknown) => {
        if (each !== id && error instanceof Refusal) throw wrongTarget();
        throw error;
      });
      locked.set(each, row);
    }
    const row = locked.get(id);
    if (intoId === id || !row) throw wrongTarget();
    const into = intoId === null ? undefined : locked.get(intoId);
    await removeLabel(context, tx, "tag", id, intoId);
    await recordRow(context, tx, TAG, row, into ? "merged" : "deleted", into ? { into: into.name } : {});
  });
}

/** Deletes unused tags, up to 5,000 in one call; returns how many. Videos in the trash do not count as use. */
export async function deleteUnusedTags(context: Context, grant: ProjectGrant): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom("tags")
      .where("id", "in", (query) =>
        query
          .selectFrom("tags")
          .select("id")
          .where("project_id", "=", grant.projectId)
          .where(isUnused(sql.ref("tags")))
          .where("leaving_at", "is", null)
          .limit(UNUSED_AT_ONCE),
      )
      // A video may have got it since the query.
      .where("videos", "=", 0)
      .returning("id")
      .execute();
    if (rows.length === 0) return 0;
    const { accountId, projectId } = grant;
    const place = { accountId, projectId, actor: actorOf(context.caller) };
    const [type, changes] = ["tag.unused_deleted", { count: rows.length }];
    await context.emit(tx, { ...place, type, payload: changes });
    const object = { objectType: "project", objectId: projectId, objectTitle: "" };
    await audit(tx, { ...place, action: type, ...object, changes });
    return rows.length;
  });
}

function wrongTarget(): Refusal {
  const message = "Choose another tag of this project.";
  return new Refusal("invalid", message, { fields: { into_id: [message] } });
}
