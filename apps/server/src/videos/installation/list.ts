import type { installationVideo } from "@kinora/contract/advanced/videos.ts";
import type { Executor } from "@kinora/db/connect.ts";
import type { InstallationVideoState } from "@kinora/domain/videos/takedown.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { holds } from "../../platform/lists/list-filter.ts";
import type { Condition, List, PageQuery } from "../../platform/lists/list-page.ts";
import { readLongPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";

interface VideoFilter {
  search?: string | null | undefined;
  state?: InstallationVideoState | undefined;
  /** Id of an account. */
  account?: number | undefined;
  taken_down?: "true" | "false" | undefined;
}

interface VideoRow extends Omit<RowOf<typeof installationVideo>, "image_urls"> {
  images: Record<string, string>;
}

/**
 * One page of the videos of all accounts, the newest first; for superusers. Up to 1,000 are counted and have pages.
 * @throws Refusal `unavailable` when a filter takes longer than 2 s.
 */
export const listInstallationVideos = (context: Context, query: VideoFilter & PageQuery) =>
  readLongPage(context, videosOfAll(query), query, (tx, ids) => readInstallationVideos(context, ids.map(Number), tx));

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

/** Videos of any account by id, in that order, as the operator's pages show them. */
export async function readInstallationVideos(context: Context, ids: readonly number[], on: Executor = context.db) {
  if (ids.length === 0) return [];
  const { rows } = await sql<VideoRow>`
    select v.id, v.hash, v.title, v.shelf as state, v.status, v.published, v.takedown as taken_down, v.images,
      v.duration_seconds, v.width, v.height, v.stored_bytes as size_bytes, v.created_at,
      json_build_object('id', accounts.id, 'name', accounts.name) as account,
      json_build_object('id', projects.id, 'name', projects.name) as project
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place)
    join videos v on v.id = wanted.id
    join accounts on accounts.id = v.account_id
    join projects on projects.id = v.project_id
    where v.shelf <> 'gone' order by wanted.place`.execute(on);
  return rows.map(({ images, ...row }) => {
    const links = memberLinks(context, row.hash);
    const isReadable = row.taken_down === null && row.state !== "trash";
    const pictures = Object.entries(isReadable ? images : {});
    const image_urls = Object.fromEntries(
      pictures.map(([label, key]) => [label, links.file(key.replace(`assets/${row.id}/`, ""))]),
    );
    return { ...row, image_urls };
  });
}
