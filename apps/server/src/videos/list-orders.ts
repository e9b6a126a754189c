import type { VideoSort } from "@kinora/domain/library.ts";
import { sql, type RawBuilder } from "kysely";
import { lookedAt } from "./looked-at.ts";
import type { Parts } from "./selection.ts";

/** The orders of a list: those people choose from, and the trash's own. */
export type ListOrder = VideoSort | "-deleted";

/** Each is an index of a shelf's videos, read from one end or the other; a length that is not known is the shortest. */
const ORDERS: Record<ListOrder, { column: string; order: string }> = {
  created: { column: "created_at", order: "v.created_at, v.id" },
  "-created": { column: "created_at", order: "v.created_at desc, v.id desc" },
  title: { column: "title_key", order: "v.title_key, v.id" },
  "-title": { column: "title_key", order: "v.title_key desc, v.id desc" },
  duration: { column: "duration_seconds", order: "v.duration_seconds nulls first, v.id" },
  "-duration": { column: "duration_seconds", order: "v.duration_seconds desc nulls last, v.id desc" },
  size: { column: "stored_bytes", order: "v.stored_bytes, v.id" },
  "-size": { column: "stored_bytes", order: "v.stored_bytes desc, v.id desc" },
  "-deleted": { column: "deleted_at", order: "v.deleted_at desc, v.id desc" },
};

export const byArrival = (order: ListOrder): boolean => order === "created" || order === "-created";

/** What `v` is ordered by. */
export const ordered = (order: ListOrder, id = "v.id"): RawBuilder<unknown> =>
  sql.raw(ORDERS[order].order.replace("v.id", id));

/** What `ordered` needs besides the id. */
export const columns = (order: ListOrder): RawBuilder<unknown> => sql.raw(`v.${ORDERS[order].column}`);

/** What steps inside hand on to those outside. */
export const handedOn = ({ narrowings }: Parts, id = "v.id"): RawBuilder<unknown> =>
  lookedAt(
    id,
    narrowings.some(({ about }) => about === "words"),
  );
