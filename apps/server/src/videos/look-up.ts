import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder } from "kysely";
import { bounded, type Bounds } from "../platform/bounded-read.ts";
import { byMonth } from "./by-month.ts";
import { columns, handedOn, ordered, type ListOrder } from "./list-orders.ts";
import type { Narrowing, Own } from "./narrowings.ts";
import { pageOf, type Place } from "./page-place.ts";
import { allOf, onShelves, sought, type Parts } from "./selection.ts";

/**
 * What follows the shelf in the index each narrowing has for itself; null where it is found in another way. Those that
 * stand first are the better ones to begin with where it is not known which finds fewer.
 */
const OWN_COLUMNS: Record<Narrowing["about"], string | null> = {
  tags: null,
  category: "v.category_key, v.created_at, v.id",
  uploader: "v.user_id, v.created_at, v.id",
  length: "v.duration_seconds nulls first, v.id",
  size: "v.stored_bytes, v.id",
  creation: "v.created_at, v.id",
  publishing: "v.published_at, v.created_at, v.id",
  renditions: null,
  captions: "v.captioned, v.created_at, v.id",
  tagged: "v.tagged, v.created_at, v.id",
  status: "v.status, v.created_at, v.id",
  publication: "v.published, v.created_at, v.id",
  words: null,
};
const PREFERENCE = Object.keys(OWN_COLUMNS);

/** So far is counted which of several narrowings finds the fewest; where all find more, the better one to begin with leads. */
const COMPARED = 3_000;
/** So many that words find are put in order. */
const ORDERED = 50_000;
/** The planner knows what is frequent in all projects together, not in this one: nothing walks through all videos. */
export const WITHOUT_WALKS: Bounds = { without: ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"] };

/** The narrowings whose own index tells everything the others and every order look at, the better ones first. */
export const leadersOf = (parts: Parts): Narrowing[] => [
  ...pairsOf(parts),
  ...parts.narrowings
    .filter(({ about }) => about !== "words")
    .toSorted((one, other) => PREFERENCE.indexOf(one.about) - PREFERENCE.indexOf(other.about)),
];

/** A tag, a category and a person, two at a time: their videos lie together in an index, since both may have many and few in common. */
function pairsOf({ projectId, shelves, narrowings }: Parts): Narrowing[] {
  const single = (about: Narrowing["about"]) =>
    narrowings.find((each) => each.about === about && each.inOrder === "every");
  const [tag, category, uploader] = [single("tags"), single("category"), single("uploader")];
  const pair = (one: Narrowing, other: Narrowing, column: "category_key" | "user_id"): Narrowing => {
    const own = one.own ?? { from: sql`videos v`, where: allOf([onShelves(projectId, shelves), one.seen]), id: "v.id" };
    const first = one.own ? "v.tag_id, v.shelf" : "v.shelf, v.category_key";
    const order = `${first}, v.${column}, v.created_at, ${own.id}`;
    return {
      about: one.about,
      seen: allOf([one.seen, other.seen]),
      inOrder: null,
      pair: true,
      own: { ...own, where: allOf([own.where, other.seen]), order },
    };
  };
  return [
    ...(tag && uploader ? [pair(tag, uploader, "user_id")] : []),
    ...(tag && category ? [pair(tag, category, "category_key")] : []),
    ...(category && uploader ? [pair(category, uploader, "user_id")] : []),
  ];
}

function ownOf({ projectId, shelves, always }: Parts, leader: Narrowing): Own {
  if (leader.own) return { ...leader.own, where: allOf([leader.own.where, ...always]) };
  return {
    from: sql`videos v`,
    where: allOf([onShelves(projectId, shelves), ...always, leader.sought ?? leader.seen]),
    order: `v.shelf, ${OWN_COLUMNS[leader.about] ?? "v.id"}`,
    id: "v.id",
  };
}

/** The id of what `foundBy` finds. */
export const idOf = (leader: Narrowing): RawBuilder<unknown> => sql.raw(`${leader.own?.id ?? "v.id"} as id`);

const inOwnOrder = ({ order }: Own) => (order === null ? sql`` : sql`order by ${sql.raw(order)}`);

/** Some of what one narrowing's own index finds on the list's shelves, whatever else the list is narrowed by. */
export function foundBy(
  parts: Parts,
  leader: Narrowing,
  wanted: RawBuilder<unknown>,
  limit: number | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const own = ownOf(parts, leader);
  return sql`select ${wanted} from ${own.from} where ${own.where} ${inOwnOrder(own)} limit ${limit}`;
}

/** Everything that is selected as `v` and its conditions, beginning with what `leader` finds; nothing asked outside makes another way of it. */
export function led(parts: Parts, leader: Narrowing): RawBuilder<unknown> {
  const own = ownOf(parts, leader);
  const others = allOf(parts.narrowings.filter((each) => each !== leader).map(({ seen }) => seen));
  const fence = sql`${own.from} where ${own.where} ${inOwnOrder(own)} offset 0`;
  if (!parts.narrowings.some(({ about }) => about === "words"))
    return sql`(select ${handedOn(parts, own.id)} from ${fence}) v where ${others}`;
  // Words stand in the videos' own rows.
  return sql`(select ${sql.raw(own.id)} as id from ${fence}) as f
    cross join lateral (select ${handedOn(parts)} from videos v where v.id = f.id offset 0) as v where ${others}`;
}

/**
 * Finds all of it by the one index of what narrows it, and puts it in order then; or the first of each month, where those lie
 * in order.
 * @throws Refusal `unavailable` when that takes more than 4 s.
 */
export const lookUpOne = (db: Database, parts: Parts, order: ListOrder, place: Place, leader: Narrowing) =>
  bounded(
    db,
    async (tx) => {
      const statement = byMonth(parts, order, place, leader) ?? inOrderOf(parts, order, place, leader);
      return (await statement.execute(tx)).rows.map(({ id }) => id);
    },
    WITHOUT_WALKS,
  );

function inOrderOf(parts: Parts, order: ListOrder, place: Place, leader: Narrowing): RawBuilder<{ id: number }> {
  const own = ownOf(parts, leader);
  return sql`select v.id from (select ${idOf(leader)}, ${columns(order)} from ${own.from} where ${own.where} ${inOwnOrder(own)} offset 0) as v
    order by ${ordered(order)} ${pageOf(place)}`;
}

/**
 * Finds all of it by the index of what narrows it most, and puts it in order then; of words the first 50,000 they find.
 * Counted up to 10,000.
 * @throws Refusal `unavailable` when that takes more than 4 s.
 */
export const lookUp = (db: Database, parts: Parts, order: ListOrder, place: Place) =>
  bounded(
    db,
    async (tx) => {
      const words = parts.narrowings.some(({ about }) => about === "words");
      const leader = words ? undefined : await fewest(tx, parts, leadersOf(parts));
      const rest = leader ? led(parts, leader) : sql`videos v where ${sought(parts)} limit ${ORDERED}`;
      const { rows } = await sql<{ total: number; ids: number[] }>`
        with matching as materialized (select v.id, ${columns(order)} from ${rest})
        select (select count(*) from matching) as total, array(select v.id from matching v order by ${ordered(order)}
          ${pageOf(place)}) as ids`.execute(tx);
      const { total, ids } = rows[0] ?? { total: 0, ids: [] };
      return { ids: ids.map(Number), total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
    },
    WITHOUT_WALKS,
  );

/** The narrowing whose own index finds the fewest, the first of equals. */
export async function fewest(
  tx: Executor,
  parts: Parts,
  leaders: readonly Narrowing[],
): Promise<Narrowing | undefined> {
  if (leaders.length < 2) return leaders[0];
  const counts = leaders.map((leader) => sql`(select count(*) from (${foundBy(parts, leader, sql``, COMPARED)}) as m)`);
  const { rows } = await sql<{ each: number[] }>`select array[${sql.join(counts)}] as each`.execute(tx);
  const each = (rows[0]?.each ?? []).map(Number);
  return leaders[each.indexOf(Math.min(...each))];
}
