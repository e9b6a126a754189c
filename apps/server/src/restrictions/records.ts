import { REASON_CODES } from "@kinora/domain/restrictions/reasons.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { InputOf } from "../platform/http/input-of.ts";

const LISTED = 100;

interface ItemRow {
  item_kind: "video" | "stream" | "playlist";
  item_id: number;
  title: string | null;
}

const title = sql<string | null>`case item_kind
  when 'video' then (select title from videos where videos.id = item_id and videos.project_id = record.project_id)
  when 'playlist' then (select name from playlists where playlists.id = item_id and playlists.project_id = record.project_id)
  else (select name from streams where streams.id = item_id and streams.project_id = record.project_id) end`;

const itemOf = ({ item_kind: kind, item_id: id, title: name }: ItemRow) => ({ kind, id, title: name ?? "" });

type DenialFilter = InputOf<"restrictions", "listDenials">;

const ofItem = (kind: ItemRow["item_kind"], id: number) => sql`(record.item_kind, record.item_id) = (${kind}, ${id})`;

/** The refused requests of a project, newest first; a hundred at a time. */
export async function listDenials({ db }: Context, { projectId }: ProjectGrant, filter: DenialFilter) {
  const conditions: RawBuilder<unknown>[] = [sql`record.project_id = ${projectId}`];
  if (filter.profile !== undefined) conditions.push(sql`record.profile_id = ${filter.profile}`);
  if (filter.video !== undefined) conditions.push(ofItem("video", filter.video));
  if (filter.stream !== undefined) conditions.push(ofItem("stream", filter.stream));
  if (filter.reason !== undefined) conditions.push(sql`record.reason = ${filter.reason}`);
  if (filter.before !== undefined) conditions.push(sql`record.id < ${filter.before}`);
  const { rows } = await sql<
    ItemRow & {
      id: number;
      at: Date;
      profile_id: number | null;
      reason: string;
      page: string | null;
      country: string | null;
      address: string;
      agent: string;
      requests: number;
    }
  >`
    select id, at, item_kind, item_id, ${title} as title, profile_id, reason, page, country, address, agent, requests
    from playback_denials record where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${LISTED + 1}`.execute(db);
  return {
    data: rows.slice(0, LISTED).flatMap(({ reason, ...row }) => {
      const known = REASON_CODES.find((code) => code === reason);
      return known ? [{ ...row, reason: known, item: itemOf(row) }] : [];
    }),
    more: rows.length > LISTED,
  };
}
