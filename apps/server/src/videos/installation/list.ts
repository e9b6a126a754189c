import type { installationVideoFilter } from "@kinora/contract/advanced/videos.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { holds } from "../../platform/lists/list-filter.ts";
import { findListPage, type Condition, type List, type PageQuery } from "../../platform/lists/list-page.ts";
import { presentVideos } from "../details/present.ts";
import { readVideos } from "../rows.ts";

type VideoFilter = z.output<typeof installationVideoFilter>;

/**
 * One page of the videos of all accounts, the newest first; for superusers. Up to 1,000 are counted and have pages.
 * @throws Refusal `unavailable` when a filter takes longer than 2 s.
 */
export async function listInstallationVideos(context: Context, query: VideoFilter & PageQuery) {
  const { ids, total, more } = await bounded(context.db, (tx) => findListPage(tx, videosOfAll(query), query));
  const data = await readInstallationVideos(context, ids.map(Number));
  return { data, pagination: { ...pagination(query.page, query.per_page, total), more } };
}

/** Videos of any account by id, in that order, in the trash or not. */
export const readInstallationVideos = async (context: Context, ids: readonly number[]) =>
  presentVideos(context, await readVideos(context.db, ids, { deleted: null }), true);

/** The videos of all accounts that a request asks for. */
export function videosOfAll({ search, state, account, taken_down: takenDown }: VideoFilter): List {
  const where: Condition[] = [state ? sql<SqlBool>`v.shelf = ${state}` : sql<SqlBool>`v.shelf <> 'gone'`];
  // As the index of the few others has it.
  if (state && state !== "completed") where.push(sql<SqlBool>`coalesce(v.shelf, '') <> 'completed'`);
  if (account !== undefined) where.push(sql<SqlBool>`v.account_id = ${account}`);
  if (takenDown) where.push(sql<SqlBool>`v.takedown is ${sql.raw(takenDown === "true" ? "not null" : "null")}`);
  if (search) where.push(sql<SqlBool>`(${holds("v.words", search)} or v.hash = ${search})`);
  return { sources: [{ from: sql`videos v`, where }], key: "v.id", id: "v.id", order: "key desc, id desc" };
}
