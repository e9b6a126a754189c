import { decide } from "@kinora/domain/restrictions/decide.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { anywhere } from "../platform/lists/list-filter.ts";
import { every, readPage } from "../platform/lists/read-page.ts";
import { Refusal } from "../platform/refusal.ts";

const LISTED = 100;

/** What a page can embed. */
interface Embedded {
  kind: "video" | "player" | "playlist";
  id: number;
}

type EmbedPagesQuery = InputOf<"restrictions", "listVideoEmbedPages">;

/** A page with the item whose restrictions apply to it, and their profile. */
interface PlaceRow {
  host: string;
  path: string;
  loads: number;
  plays: number;
  first_seen_at: Date;
  last_seen_at: Date;
  seen_kind: "video" | "stream" | null;
  seen_id: number | null;
  title: string | null;
  profile_id: number | null;
  profile_name: string | null;
  policy: RestrictionPolicy | null;
}

/**
 * One page of the web pages that embed a video, player or playlist, or of their domains, the last seen first. A player
 * has no restrictions of its own, and a playlist need not have: those of what was last loaded on the page decide, or the
 * project's usual ones while nothing was. Edges keep up to 5,000 pages of each.
 *
 * @throws Refusal `not_found` when the project has no such video, player or playlist.
 */
export async function listEmbedPages(
  context: Context,
  { projectId }: Pick<ProjectGrant, "projectId">,
  of: Embedded,
  query: EmbedPagesQuery,
) {
  await checkExists(context, projectId, of);
  const { search, by } = query;
  const where = [
    sql`project_id = ${projectId} and item_kind = ${of.kind} and item_id = ${of.id}`,
    search && sql`host || path ilike ${anywhere(search)}`,
  ];
  const list =
    by === "page"
      ? { columns: sql`*, 1 as pages`, from: sql`embed_places`, where, order: sql`last_seen_at desc, host, path` }
      : {
          from: sql`(select distinct on (host) project_id, item_kind, item_id, host, path, seen_kind, seen_id,
            count(*) over of_host as pages, (sum(loads) over of_host)::bigint as loads,
            (sum(plays) over of_host)::bigint as plays,
            min(first_seen_at) over of_host as first_seen_at, max(last_seen_at) over of_host as last_seen_at
          from embed_places where ${every(where)} window of_host as (partition by host)
          order by host, embed_places.last_seen_at desc, path) as hosts`,
          where: [],
          order: sql`last_seen_at desc, host`,
        };
  type Row = PlaceRow & { pages: number };
  const { data, pagination } = await readPage<Row>(context.db, list, query, async (places) => {
    const { rows } = await withProfiles<Row>(places).execute(context.db);
    return rows;
  });
  const own = new URL(context.config.urls.console).host;
  return {
    data: data.map(({ profile_id, profile_name, policy, seen_kind, seen_id, title, ...row }) => ({
      ...row,
      allowed: isPageAllowed(policy, `https://${row.host}${row.path}`, own),
      profile: profile_id === null ? null : { id: profile_id, name: profile_name ?? "" },
      item: seen_kind === null || seen_id === null ? null : { kind: seen_kind, id: seen_id, title: title ?? "" },
    })),
    pagination,
  };
}

async function checkExists({ db }: Context, projectId: number, { kind, id }: Embedded): Promise<void> {
  const found =
    kind === "video"
      ? sql`select from videos where id = ${id} and project_id = ${projectId} and deleted_at is null`
      : sql`select from ${sql.table(`${kind}s`)} where id = ${id} and project_id = ${projectId}`;
  const { rows } = await sql`${found}`.execute(db);
  if (rows.length === 0) throw new Refusal("not_found", `This ${kind} does not exist or belongs to another project.`);
}

/** The pages that players of a project, or of one item, were loaded on: the hundred that were seen last. */
export async function listEmbedPlaces(
  { db, config }: Context,
  { projectId }: ProjectGrant,
  filter: { video?: number | undefined; stream?: number | undefined },
) {
  // The index of a project's last places has this condition.
  const where = [
    sql`project_id = ${projectId} and item_kind in ('video', 'stream')`,
    filter.video !== undefined && sql`item_kind = 'video' and item_id = ${filter.video}`,
    filter.stream !== undefined && sql`item_kind = 'stream' and item_id = ${filter.stream}`,
  ];
  const { rows } = await withProfiles<PlaceRow & { item_kind: "video" | "stream"; item_id: number }>(sql`
    select * from embed_places where ${every(where)}
    order by last_seen_at desc limit ${LISTED + 1}`).execute(db);
  const own = new URL(config.urls.console).host;
  return {
    data: rows.slice(0, LISTED).map((row) => ({
      ...row,
      item: { kind: row.item_kind, id: row.item_id, title: row.title ?? "" },
      allowed: isPageAllowed(row.policy, `https://${row.host}${row.path}`, own),
    })),
    more: rows.length > LISTED,
  };
}

/** Pages with the title of the video or livestream that is embedded there, and the profile that applies to it now. */
const withProfiles = <Row>(places: RawBuilder<unknown>) => sql<Row>`
  select place.*, coalesce(video.title, stream.name) as title, profile.id as profile_id, profile.name as profile_name,
    profile.policy
  from (select *, case when item_kind in ('video', 'stream') then item_kind else seen_kind end as kind,
      case when item_kind in ('video', 'stream') then item_id else seen_id end as id from (${places}) as found) as place
  left join videos video on place.kind = 'video' and video.id = place.id and video.project_id = place.project_id
  left join streams stream on place.kind = 'stream' and stream.id = place.id and stream.project_id = place.project_id
  left join restriction_profiles profile on profile.id = coalesce(
    (select profile_id from restriction_assignments where place.item_kind = 'playlist' and playlist_id = place.item_id),
    (select profile_id from restriction_assignments where video_id = video.id),
    (select profile_id from restriction_assignments where stream_id = stream.id),
    (select profile_id from restriction_assignments where category_id = coalesce(video.category_id, stream.category_id)),
    (select id from restriction_profiles usual where usual.project_id = place.project_id and is_default))
  order by place.last_seen_at desc, place.host, place.path`;

/** Whether a policy lets a page embed, whatever else it asks of its viewers. */
function isPageAllowed(policy: RestrictionPolicy | null, page: string, ownHost: string): boolean {
  if (policy === null) return true;
  return decide(
    { ...OPEN_POLICY, referrers: policy.referrers },
    {
      page,
      ownHosts: [ownHost],
      country: null,
      address: "",
      agent: "",
      token: { state: "none" },
      password: "none",
      otherSessions: 0,
      item: { video: "", playlist: null },
      at: 0,
    },
  ).allowed;
}
