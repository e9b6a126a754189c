import { sql, type RawBuilder } from "kysely";
import { byArrival, handedOn, ordered, type ListOrder } from "./list-orders.ts";
import type { Narrowing } from "./narrowings.ts";
import { allOf, onShelves, type Parts, type Shelf } from "./selection.ts";

/** What may have a list's videos lying in every order with all that lists look at, the better ones to begin with first. */
const LEADING: readonly Narrowing["about"][] = ["tags", "category", "uploader"];

/** What narrows a list to one value and has its videos lying there in this order, so that others need not be looked through. */
export function leaderIn({ narrowings, shelves }: Parts, order: ListOrder): Narrowing | null {
  // The trash's own order has no such indexes.
  if (order === "-deleted" || shelves.length !== 1) return null;
  // Words stand in the videos' own rows only.
  const words = narrowings.some(({ about }) => about === "words");
  const leaders = narrowings.filter(({ inOrder, own }) => inOrder === "every" && !(own && words));
  return LEADING.flatMap((about) => leaders.filter((each) => each.about === about))[0] ?? null;
}

/** Whether what a narrowing leaves is one run of the order's own index. */
export const isRunOf = (order: ListOrder, { about }: Narrowing): boolean =>
  (about === "creation" && byArrival(order)) ||
  (about === "length" && order.endsWith("duration")) ||
  (about === "size" && order.endsWith("size"));

/**
 * The first `reach` videos of a list in order, as the table `v`; nothing asked of `v` outside makes it look further. Only those
 * in one run of the order are among them, and of one thing that leads in this order, where the list is narrowed to that.
 */
export function lookThrough(parts: Parts, order: ListOrder, reach: number): RawBuilder<unknown> {
  const { projectId, shelves, narrowings } = parts;
  const leader = leaderIn(parts, order);
  const runs = narrowings.filter((each) => isRunOf(order, each)).map(({ seen }) => seen);
  const led = leader ? [...parts.always, ...(leader.own ? [] : [leader.seen])] : [];
  const shelf = (name: Shelf) => {
    const { from, where, id } = leader?.own ?? { from: sql`videos v`, where: onShelves(projectId, [name]), id: "v.id" };
    return sql`(select ${handedOn(parts, id)} from ${from} where ${allOf([where, ...led, ...runs])}
      order by ${ordered(order, id)} limit ${reach})`;
  };
  const [only, ...others] = shelves;
  if (others.length === 0 && only) return sql`${shelf(only)} v`;
  return sql`(select v.* from (${sql.join(shelves.map(shelf), sql` union all `)}) v order by ${ordered(order)} limit ${reach}) v`;
}
