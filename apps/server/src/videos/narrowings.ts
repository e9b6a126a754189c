import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import { sql } from "kysely";
import { holding, holdsRuns, runsOf } from "../platform/word-runs.ts";
import { lookedAt } from "./looked-at.ts";
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
  /** Whether what its own index finds lies there in order of arrival, or in every order people choose from. */
  inOrder: "arrival" | "every" | null;
  /** A range of moments: what it is of, and where it begins and ends, so far as it does. */
  range?: { column: "created_at" | "published_at"; least: Date | null; most: Date | null };
  /** Where its own index is not one of the videos', or not simply read: what it finds on the list's shelves, as `v`. */
  own?: Own;
  /** Two narrowings at once, as an index of both has them. */
  pair?: boolean;
  /** Words only. */
  words?: Words;
}

/** What the index on words may be asked for. */
export interface Words {
  /** Runs of three characters of the search; none where it is shorter: such are looked for among the first videos in order. */
  runs: readonly string[];
  /** Told by that index and a look at the row, where it is asked for these runs. */
  asking: (runs: readonly string[]) => Condition;
}

/** The rows an index finds, for a select that says which columns of `v` it wants. */
export interface Own {
  from: ReturnType<typeof sql>;
  where: Condition;
  /** How they lie there. */
  order: string | null;
  id: string;
}

interface Place {
  projectId: number;
  shelves: readonly Shelf[];
  userId: number | null;
}

type Field = Exclude<keyof VideoSelection, "type">;
type Answer = (selection: VideoSelection, place: Place) => Narrowing | Narrowing[] | null;

const DAY_MS = 86_400_000;
const HASH = /^[0-9a-z]{16}$/;

/**
 * What each field of the contract's filter asks for; null when it asks for nothing. A field that is said together with
 * another one answers there.
 */
const ANSWERS: Record<Field, Answer> = {
  search: ({ search }, { projectId }) => (search ? words(search, projectId) : null),
  published: ({ published }) =>
    published === undefined
      ? null
      : { about: "publication", seen: sql`v.published = ${published === "true"}`, inOrder: "arrival" },
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
          inOrder: "arrival",
        },
  user: ({ user }, { userId }) => {
    if (!user || user.length === 0) return userId === null ? null : equal("uploader", "v.user_id", [userId]);
    return equal("uploader", "v.user_id", userId === null ? user : user.includes(userId) ? [userId] : [0]);
  },
  from: ({ from, to }) => days("creation", "created_at", from, to),
  to: () => null,
  duration_min: ({ duration_min: least, duration_max: most }) =>
    range("length", "v.duration_seconds", {
      ...(least !== undefined && { least }),
      ...(most !== undefined && { most: sql`<= ${most}` }),
    }),
  duration_max: () => null,
  has: ({ has, missing }, place) => renditions(has ?? [], missing ?? [], place),
  missing: () => null,
  captions: ({ captions }) =>
    captions === undefined
      ? null
      : { about: "captions", seen: sql`v.captioned = ${captions === "true"}`, inOrder: "arrival" },
  size_min: ({ size_min: least }) => range("size", "v.stored_bytes", least === undefined ? {} : { least }),
  published_from: ({ published_from: from, published_to: to }) => days("publishing", "published_at", from, to),
  published_to: () => null,
};

/** Everything a selection asks for, for a caller who may see only `userId`'s videos unless that is null. */
export const narrowings = (selection: VideoSelection, place: Place): Narrowing[] =>
  Object.values(ANSWERS).flatMap((answer) => answer(selection, place) ?? []);

function words(search: string, projectId: number): Narrowing {
  const said = sql<boolean>`v.words like ${holding(search)}`;
  const named = HASH.test(search) ? sql<boolean>`v.hash = ${search}` : null;
  const either = (by: Condition): Condition => (named ? sql`(${by} or ${named})` : by);
  // A condition that is more than a comparison is one no index is asked for.
  const asking = (runs: readonly string[]) => either(sql`(${holdsRuns("v", projectId, runs)} and (${said}) is true)`);
  const runs = runsOf(search);
  return { about: "words", seen: either(said), sought: asking(runs), inOrder: null, words: { runs, asking } };
}

function equal(about: Narrowing["about"], column: string, values: readonly (string | number)[]): Narrowing {
  const wanted = [...new Set(values)];
  const single = wanted.length === 1;
  const seen = single
    ? sql<boolean>`${sql.raw(column)} = ${wanted[0]}`
    : sql<boolean>`${sql.raw(column)} = any(${wanted})`;
  // Statuses have no index in other orders: those of one list are few, or nearly all.
  return { about, seen, inOrder: single ? (about === "status" ? "arrival" : "every") : null };
}

function range(
  about: Narrowing["about"],
  column: string,
  ends: { least?: unknown; most?: Condition },
): Narrowing | null {
  const { least, most } = ends;
  const said = [
    ...(least === undefined ? [] : [sql`${sql.raw(column)} >= ${least}`]),
    ...(most ? [sql`${sql.raw(column)} ${most}`] : []),
  ];
  return said.length === 0 ? null : { about, seen: sql`${sql.join(said, sql` and `)}`, inOrder: null };
}

function days(
  about: "creation" | "publishing",
  column: "created_at" | "published_at",
  from: string | undefined,
  to: string | undefined,
): Narrowing | null {
  const least = from ? new Date(from) : null;
  const most = to ? endOf(to) : null;
  const said = range(about, `v.${column}`, { ...(least && { least }), ...(most && { most: sql`< ${most}` }) });
  return said && { ...said, inOrder: about === "creation" ? "arrival" : null, range: { column, least, most } };
}

/** All of several tags are as many narrowings. */
function tagged({ tags, tags_mode: mode }: VideoSelection, { projectId, shelves }: Place): Narrowing[] {
  const wanted = [...new Set(tags)];
  const one = (alternatives: readonly number[]): Narrowing => {
    const single = alternatives.length === 1;
    const any = sql`${alternatives}::bigint[]`;
    // A video that has several of them is found by the first.
    const first = sql`not (v.tag_ids && (${any})[:array_position(${any}, v.tag_id) - 1])`;
    const known = sql`select id from tags where id = any(${any}) and project_id = ${projectId}`;
    const found = sql<boolean>`v.tag_id = ${single ? sql`(${known})` : sql`any(array(${known}))`} and ${onAny(shelves)}`;
    return {
      about: "tags",
      seen: single ? sql`${alternatives[0]} = any(v.tag_ids)` : sql`v.tag_ids && ${any}`,
      sought: sql`v.id in (select v.video_id from video_tags v where ${found})`,
      inOrder: single ? "every" : null,
      // Its rows have copies of what lists look at.
      own: {
        from: sql`video_tags v`,
        where: single ? found : sql`${found} and ${first}`,
        order: "v.tag_id, v.shelf, v.created_at, v.video_id",
        id: "v.video_id",
      },
    };
  };
  return mode === "all" ? wanted.map((tag) => one([tag])) : [one(wanted)];
}

const onAny = (shelves: readonly Shelf[]): Condition =>
  shelves.length === 1 ? sql`v.shelf = ${shelves[0]}` : sql`v.shelf = any(${[...shelves]})`;

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
  const wanted = sql`with recursive combinations as (
      select s.shelf, ${next("s", sql``)} as labels from unnest(${[...shelves]}::text[]) as s (shelf)
      union all select c.shelf, ${next("c", sql`and x.rendition_labels > c.labels`)} from combinations c where c.labels is not null)
    select shelf, labels from combinations where ${among("labels")}`;
  return {
    about: "renditions",
    seen: sql`${among("v.rendition_labels")}`,
    sought: sql`v.rendition_labels = any(array(select labels from (${wanted}) as wanted))`,
    inOrder: null,
    own: {
      // Equal to one combination after the other: the planner can not know how few videos a rare one has.
      from: sql`(${wanted}) as wanted cross join lateral (select ${lookedAt()} from videos v
        where v.project_id = ${projectId} and v.shelf = wanted.shelf and v.rendition_labels = wanted.labels
        order by v.created_at, v.id offset 0) as v`,
      where: sql`true`,
      order: null,
      id: "v.id",
    },
  };
}

/** A day as the end of a range is included; a moment is where the range ends. */
const endOf = (to: string): Date => new Date(new Date(to).getTime() + (to.length === 10 ? DAY_MS : 0));
