import type { Executor } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import type { Services } from "../../context.ts";
import { bounded } from "./bounded-read.ts";
import { findListPage, type List, type Place } from "./list-page.ts";

/**
 * One page of a log with its rows as `read` gives them by their ids, newest first.
 * @throws Refusal `unavailable` when it takes longer than 2 s.
 */
export const logPage = <Row>(
  { db }: Pick<Services, "db">,
  list: List,
  place: Place,
  read: (tx: Executor, ids: readonly string[]) => Promise<Row[]>,
) =>
  bounded(db, async (tx) => {
    const { ids, total, more } = await findListPage(tx, list, place);
    const rows = ids.length > 0 ? await read(tx, ids) : [];
    return { rows, pagination: { ...pagination(place.page, place.perPage, total), more } };
  });
