import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import { sql } from "kysely";
import type { Condition, Shelf } from "./selection.ts";

/** One thing a selection asks for. Fields about the same thing are one narrowing: the two ends of a range, say. */
export interface Narrowing {
  about:
    | "words"
    | "publication"
    | "status"
    | "category"
    | "tags"
    | "tagged"
    | "uploader"
    | "creation"
    | "length"
    | "renditions"
    | "captions"
    | "size"
    | "publishing";
  /** Told by the columns every order's index carries along (`words` by the row). */
  seen: Condition;
  /** Told by an index of its own, where that says it in other words. */
  sought?: Condition;
  /** What its own index finds lies there in order of creation. */
  inOrder: boolean;
  /** The ids on the list's shelves, from another table's index; for lists without further conditions. */
  ids?: Condition;
  /** False for what no index finds, such as words of two letters (the index knows runs of three): it is looked for among the first videos in order. */
  indexed?: boolean;
}

interface Place {
  projectId: number;
  shelves: readonly Shelf[];
  userId: number | null;
}

type Field = Exclude<keyof VideoSelection, "type">;
type Answer = (selection: VideoSelection, place: Place) => Narrowing | null;

const DAY_MS = 86_400_000;
const HASH = /^[0-9a-z]{16}$/;
const FINDABLE = /[\p{L}\p{N}]{2}/u;
const INDEXED_LETTERS = 3;

/**
 * What each field of the contract's filter asks for; null when it asks for nothing. A field that is said together with
 * another one answers there.
 */
const ANSWERS: Record<Field, Answer> = {
  search: ({ search }) => (search ? words(search) : null),
  published: ({ published }) =>
    published === undefined
      ? null
      : { about: "publication", seen: sql`v.published = ${published === "true"}`, inOrder: true },
  status: ({ status }) => (status && status.length > 0 ? equal("status", "v.status", status) : null),
  category: ({ category }) =>
    category && category.length > 0
      ? equal(
          "category",
          "v.category_key",
          category.map((each) => (each === "none" ? 0 : each)),
        )
      : null,
  tags: (selection, place) => (selection.tags && selection.tags.length > 0 ? tagged(selection, place) : null),
  tags_mode: () => null,
  untagged: ({ untagged }) =>
    untagged === undefined
      ? null
      : {
          about: "tagged",
          seen: untagged === "true" ? sql`v.tag_ids = '{}'` : sql`v.tag_ids <> '{}'`,
          sought: sql`v.tagged = ${untagged === "false"}`,
          inOrder: true,
        },
  user: ({ user }, { userId }) => {
    if (!user || user.length === 0) return userId === null ? null : equal("uploader", "v.user_id", [userId]);
    return equal("uploader", "v.user_id", userId === null ? user : user.includes(userId) ? [userId] : [0]);
  },
  from: ({ from, to }) => range("creation", "v.created_at", from && new Date(from), to && sql`< ${endOf(to)}`),
  to: () => null,
  duration_min: ({ duration_min: least, duration_max: most }) =>
    range("length", "v.duration_seconds", least, most === undefined ? undefined : sql`<= ${most}`),
  duration_max: () => null,
  has: ({ has, missing }, place) => renditions(has ?? [], missing ?? [], place),
  missing: () => null,
  captions: ({ captions }) => {
    if (captions === undefined) return null;
    const some = sql<boolean>`exists (select from captions c where c.video_id = v.id)`;
    return inRow("captions", captions === "true" ? some : sql<boolean>`not ${some}`);
  },
  size_min: ({ size_min: least }) =>
    least === undefined ? null : inRow("size", sql<boolean>`v.stored_bytes >= ${least}`),
  published_from: ({ published_from: from, published_to: to }) => {
    const days = range("creation", "v.published_at", from && new Date(from), to && sql`< ${endOf(to)}`);
    return days && inRow("publishing", days.seen);
  },
  published_to: () => null,
};

/** Everything a selection asks for, for a caller who may see only `userId`'s videos unless that is null. */
export const narrowings = (selection: VideoSelection, place: Place): Narrowing[] =>
  Object.values(ANSWERS).flatMap((answer) => answer(selection, place) ?? []);

/** What people rarely ask for has no index of its own. */
const inRow = (about: Narrowing["about"], seen: Condition): Narrowing => ({
  about,
  seen,
  inOrder: false,
  indexed: false,
});

function words(search: string): Narrowing {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const said = sql<boolean>`v.words like lower(${pattern})`;
  return {
    about: "words",
    seen: HASH.test(search) ? sql`(${said} or v.hash = ${search})` : said,
    inOrder: false,
    indexed: Array.from(search).length >= INDEXED_LETTERS && FINDABLE.test(search),
  };
}

function equal(about: Narrowing["about"], column: string, values: readonly (string | number)[]): Narrowing {
  const wanted = [...new Set(values)];
  const inOrder = wanted.length === 1;
  const seen = inOrder
    ? sql<boolean>`${sql.raw(column)} = ${wanted[0]}`
    : sql<boolean>`${sql.raw(column)} = any(${wanted})`;
  return { about, seen, inOrder };
}

function range(
  about: "creation" | "length",
  column: string,
  least: Date | number | "" | undefined,
  most: Condition | ReturnType<typeof sql> | "" | undefined,
): Narrowing | null {
  const ends = [
    ...(least === undefined || least === "" ? [] : [sql`${sql.raw(column)} >= ${least}`]),
    ...(most === undefined || most === "" ? [] : [sql`${sql.raw(column)} ${most}`]),
  ];
  return ends.length === 0 ? null : { about, seen: sql`${sql.join(ends, sql` and `)}`, inOrder: about === "creation" };
}

function tagged({ tags, tags_mode: mode }: VideoSelection, { projectId, shelves }: Place): Narrowing {
  const wanted = [...new Set(tags)];
  const has = (tag: number) => sql<boolean>`${tag} = any(v.tag_ids)`;
  const own = (ids: readonly number[]) => sql`select t.video_id as id from video_tags t
    where t.tag_id = any(array(select id from tags where id = any(${ids}) and project_id = ${projectId})) and t.shelf = any(${[...shelves]})`;
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined)
    return {
      about: "tags",
      seen: has(only),
      sought: sql`v.id in (${own(wanted)})`,
      inOrder: false,
      ids: sql`${own(wanted)}`,
    };
  if (mode === "any")
    return {
      about: "tags",
      seen: sql`v.tag_ids && ${wanted}::bigint[]`,
      sought: sql`v.id in (${own(wanted)})`,
      inOrder: false,
    };
  return {
    about: "tags",
    seen: sql`${sql.join(wanted.map(has), sql` and `)}`,
    sought: sql`${sql.join(
      wanted.map((tag) => sql`v.id in (${own([tag])})`),
      sql` and `,
    )}`,
    inOrder: false,
  };
}

/** Few combinations of renditions occur in a project: which of them are wanted is found from one to the next. */
function renditions(
  has: readonly string[],
  missing: readonly string[],
  { projectId, shelves }: Place,
): Narrowing | null {
  if (has.length + missing.length === 0) return null;
  const among = (column: string) =>
    sql`${sql.join(
      [
        ...has.map((label) => sql`position(${`,${label},`} in ${sql.raw(column)}) > 0`),
        ...missing.map((label) => sql`position(${`,${label},`} in ${sql.raw(column)}) = 0`),
      ],
      sql` and `,
    )}`;
  const next = (from: string, after: ReturnType<typeof sql>) => sql`(select x.rendition_labels from videos x
    where x.project_id = ${projectId} and x.shelf = ${sql.raw(from)}.shelf ${after} order by x.rendition_labels limit 1)`;
  return {
    about: "renditions",
    seen: sql`${among("v.rendition_labels")}`,
    sought: sql`v.rendition_labels = any(array(
      with recursive combinations as (
        select s.shelf, ${next("s", sql``)} as labels from unnest(${[...shelves]}::text[]) as s (shelf)
        union all select c.shelf, ${next("c", sql`and x.rendition_labels > c.labels`)} from combinations c where c.labels is not null)
      select labels from combinations where ${among("labels")}))`,
    inOrder: false,
  };
}

/** A day as the end of a range is included; a moment is where the range ends. */
const endOf = (to: string): Date => new Date(new Date(to).getTime() + (to.length === 10 ? DAY_MS : 0));
