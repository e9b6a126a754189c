import { pagination } from "@kinora/domain/pages.ts";
import type { InstallationVideoState, Takedown } from "@kinora/domain/videos/takedown.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { holds } from "../../platform/lists/list-filter.ts";
import { findListPage, type Condition, type List } from "../../platform/lists/list-page.ts";

interface VideosRequest {
  page: number;
  perPage: number;
  search: string | null;
  state: InstallationVideoState | null;
  /** Id of an account. */
  account: number | null;
  takenDown: boolean | null;
}

interface VideoRow {
  id: number;
  hash: string;
  title: string;
  account: { id: number; name: string };
  project: { id: number; name: string };
  state: InstallationVideoState;
  status: VideoStatus;
  published: boolean;
  taken_down: Takedown | null;
  images: Record<string, string>;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  size_bytes: number;
  created_at: Date;
}

/**
 * One page of the videos of all accounts, the newest first; for superusers. Up to 1,000 are counted and have pages.
 * @throws Refusal `unavailable` when a filter takes longer than 2 s.
 */
export async function listInstallationVideos(context: Context, request: VideosRequest) {
  const { db } = context;
  const found = await bounded(db, (tx) => findListPage(tx, videosOfAll(request), request));
  return {
    data: await readInstallationVideos(context, found.ids.map(Number)),
    pagination: { ...pagination(request.page, request.perPage, found.total), more: found.more },
  };
}

/** The videos of all accounts that a request asks for. */
export function videosOfAll({ search, state, account, takenDown }: VideosRequest): List {
  const where: Condition[] = [
    state === null ? sql<SqlBool>`v.shelf <> 'gone'` : sql<SqlBool>`v.shelf = ${state}`,
    // As the index of the few others has it.
    ...(state === null || state === "completed" ? [] : [sql<SqlBool>`coalesce(v.shelf, '') <> 'completed'`]),
    ...(account === null ? [] : [sql<SqlBool>`v.account_id = ${account}`]),
    ...(takenDown === null ? [] : [sql<SqlBool>`v.takedown is ${sql.raw(takenDown ? "not null" : "null")}`]),
    ...(search === null ? [] : [sql<SqlBool>`(${holds("v.words", search)} or v.hash = ${search})`]),
  ];
  return { sources: [{ from: sql`videos v`, where }], key: "v.id", id: "v.id", order: "key desc, id desc" };
}

/** Videos of any account by id, in that order, as the operator's pages show them. */
export async function readInstallationVideos(context: Context, ids: readonly number[]) {
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
    where v.shelf <> 'gone' order by wanted.place`.execute(context.db);
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
