import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { among, endOf, holds } from "../../platform/lists/list-filter.ts";
import { allOf, type Condition } from "../../platform/lists/list-page.ts";

type Fields = Omit<VideoSelection, "type">;

const HASH = /^[0-9a-z]{16}$/;
/** A length that is not known yet is the shortest. Written as the index has it (`videos_by_duration`). */
export const DURATION = "coalesce(v.duration_seconds, -1)";

type Filters = {
  [Field in keyof Required<Fields>]: (value: NonNullable<Fields[Field]>, fields: Fields) => Condition | null;
};

/**
 * What each field of the contract's filter asks of a video `v`. A new field is an entry here, a sample in `filter-samples.ts`,
 * and an index where few videos of a large project fulfil it. It does not compile without the first two.
 */
export const FILTERS: Filters = {
  search: (text) =>
    HASH.test(text) ? sql<SqlBool>`(${holds("v.words", text)} or v.hash = ${text})` : holds("v.words", text),
  published: (flag) => is("v.published", flag),
  status: (statuses) => among("v.status", statuses),
  category: (categories) =>
    among(
      "v.category_key",
      categories.map((category) => (category === "none" ? 0 : category)),
    ),
  tags: (tags, { tags_mode: mode }) => {
    const tagged = (each: readonly number[]) =>
      sql<SqlBool>`v.id in (select t.video_id from video_tags t where ${among("t.tag_id", each)})`;
    return mode === "all" ? allOf([...new Set(tags)].map((tag) => tagged([tag]))) : tagged(tags);
  },
  tags_mode: () => null,
  untagged: (flag) => exists(flag === "false", sql`video_tags t where t.video_id = v.id`),
  user: (people) => among("v.user_id", people),
  from: (from) => sql<SqlBool>`v.created_at >= ${new Date(from)}`,
  to: (to) => sql<SqlBool>`v.created_at < ${endOf(to)}`,
  duration_min: (seconds) => sql<SqlBool>`${sql.raw(DURATION)} >= ${seconds}`,
  duration_max: (seconds) => sql<SqlBool>`${sql.raw(DURATION)} between 0 and ${seconds}`,
  has: (labels) => allOf(labels.map((label) => exists(true, rendition(label)))),
  missing: (labels) => allOf(labels.map((label) => exists(false, rendition(label)))),
  captions: (flag) => exists(flag === "true", sql`captions c where c.video_id = v.id and c.project_id = v.project_id`),
  sound_only: (flag) => is("v.sound_only", flag),
  size_min: (bytes) => sql<SqlBool>`v.stored_bytes >= ${bytes}`,
  published_from: (from) => sql<SqlBool>`v.published_at >= ${new Date(from)}`,
  published_to: (to) => sql<SqlBool>`v.published_at < ${endOf(to)}`,
};

const is = (column: string, flag: "true" | "false") => sql<SqlBool>`${sql.raw(column)} = ${flag === "true"}`;

/** What most videos lack is looked up video by video (`offset 0`): the planner would read all that others have first. */
const exists = (wanted: boolean, rows: RawBuilder<unknown>) =>
  wanted ? sql<SqlBool>`exists (select from ${rows})` : sql<SqlBool>`not exists (select from ${rows} offset 0)`;

/** A finished rendition of the version that plays. */
const rendition = (label: string) =>
  sql`renditions r where r.video_id = v.id and r.version = greatest(v.version, 1) and r.kind = 'video'
    and r.state = 'complete' and r.label = ${label}`;

/** What a selection asks for, one condition for each field that says something. */
export function conditionsOf(selection: VideoSelection): Condition[] {
  const { type: _type, ...fields } = selection;
  return (Object.keys(FILTERS) as (keyof Fields)[]).flatMap((field) => conditionOf(field, fields) ?? []);
}

function conditionOf<Field extends keyof Fields>(field: Field, fields: Fields): Condition | null {
  const value = fields[field];
  return asks(value) ? FILTERS[field](value, fields) : null;
}

const asks = <Value>(value: Value): value is NonNullable<Value> =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
