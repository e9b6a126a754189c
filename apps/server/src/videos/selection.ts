import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { daysBefore } from "@kinora/domain/projects.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";

/** A selection in the place where it is asked: videos are `v` in its conditions. */
export interface SelectionGround {
  projectId: number;
  /** Only what this person uploaded; null for callers who see every video of the project. */
  userId: number | null;
  /** What was deleted at this moment or before can not be taken back any more. */
  trashedAfter: Date;
}

type Condition = RawBuilder<SqlBool>;

const DAY_MS = 86_400_000;

/** Reads since when a project's deleted videos are in its trash. */
export async function trashedAfter(db: Executor, projectId: number, now: Date): Promise<Date> {
  const { trash_days: days } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return daysBefore(now, days);
}

/** What a selection says, as one condition. Every part of it has an index to begin with, or narrows what others found. */
export function selected(selection: VideoSelection, ground: SelectionGround): Condition {
  const parts = [
    sql<SqlBool>`v.project_id = ${ground.projectId}`,
    ...listed(selection.type, ground),
    ...worded(selection),
    ...labelled(selection),
    ...measured(selection),
  ];
  if (ground.userId !== null) parts.push(sql<SqlBool>`v.user_id = ${ground.userId}`);
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

function listed(type: VideoSelection["type"], ground: SelectionGround): Condition[] {
  if (type === "trash")
    return [sql<SqlBool>`v.deleted_at > ${ground.trashedAfter}`, sql<SqlBool>`v.status = 'complete'`];
  const alive = sql<SqlBool>`v.deleted_at is null`;
  if (type === "recent") return [alive];
  if (type === "failed") return [alive, sql<SqlBool>`v.status = 'failed'`, sql<SqlBool>`v.status <> 'complete'`];
  return [alive, sql<SqlBool>`v.list = ${type}`];
}

function worded({ search, published, status, user }: VideoSelection): Condition[] {
  const parts: Condition[] = [];
  if (search) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    parts.push(
      sql<SqlBool>`(v.title ilike ${pattern} or v.description ilike ${pattern} or v.file_name ilike ${pattern} or v.hash = ${search})`,
    );
  }
  if (published !== undefined) parts.push(sql<SqlBool>`v.published = ${published === "true"}`);
  if (status && status.length > 0) parts.push(sql<SqlBool>`v.status = any(${status})`);
  if (user && user.length > 0) parts.push(sql<SqlBool>`v.user_id = any(${user})`);
  return parts;
}

function labelled({ category, tags, tags_mode: mode, untagged }: VideoSelection): Condition[] {
  const parts: Condition[] = [];
  if (category && category.length > 0) {
    const ids = category.filter((each) => each !== "none");
    const without = ids.length < category.length ? sql<SqlBool>`v.category_id is null` : sql<SqlBool>`false`;
    parts.push(ids.length === 0 ? without : sql<SqlBool>`(v.category_id = any(${ids}) or ${without})`);
  }
  if (tags && tags.length > 0) {
    const wanted = [...new Set(tags)];
    if (mode === "any")
      parts.push(sql<SqlBool>`exists (select from video_tags t where t.video_id = v.id and t.tag_id = any(${wanted}))`);
    else
      for (const tag of wanted)
        parts.push(sql<SqlBool>`exists (select from video_tags t where t.video_id = v.id and t.tag_id = ${tag})`);
  }
  if (untagged === "true") parts.push(sql<SqlBool>`not exists (select from video_tags t where t.video_id = v.id)`);
  if (untagged === "false") parts.push(sql<SqlBool>`exists (select from video_tags t where t.video_id = v.id)`);
  return parts;
}

function measured(selection: VideoSelection): Condition[] {
  const parts: Condition[] = [];
  if (selection.from !== undefined) parts.push(sql<SqlBool>`v.created_at >= ${new Date(selection.from)}`);
  if (selection.to !== undefined) parts.push(sql<SqlBool>`v.created_at < ${endOf(selection.to)}`);
  if (selection.duration_min !== undefined) parts.push(sql<SqlBool>`v.duration_seconds >= ${selection.duration_min}`);
  if (selection.duration_max !== undefined) parts.push(sql<SqlBool>`v.duration_seconds <= ${selection.duration_max}`);
  for (const label of selection.has ?? []) parts.push(sql<SqlBool>`exists (${finished(label)})`);
  for (const label of selection.missing ?? []) parts.push(sql<SqlBool>`not exists (${finished(label)})`);
  return parts;
}

const finished = (label: string) => sql`
  select from renditions r where r.video_id = v.id and r.version = greatest(v.version, 1)
    and r.kind = 'video' and r.state = 'complete' and r.label = ${label}`;

/** A day as the end of a range is included; a moment is where the range ends. */
const endOf = (to: string): Date => new Date(new Date(to).getTime() + (to.length === 10 ? DAY_MS : 0));

/** Whether a selection is a whole list, which other roll-ups know by heart. */
export function isWhole(selection: VideoSelection): boolean {
  const { type: _type, tags_mode: _mode, ...narrowing } = selection;
  return Object.values(narrowing).every(
    (value) => value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0),
  );
}
