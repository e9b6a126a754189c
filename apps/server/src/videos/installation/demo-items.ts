import type { Executor } from "@kinora/db/connect.ts";
import { DEMO_FORMATS, type DemoFormat } from "@kinora/domain/playback/demo.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { isNamed } from "../../platform/lists/list-filter.ts";
import { findListPage } from "../../platform/lists/list-page.ts";
import { videosOfAll } from "./list.ts";

const ITEMS = 10;
/** How far back items of a format are looked for. */
const NEWEST = 500;

type Kind = "video" | "stream";

interface ItemRow {
  kind: Kind;
  id: number;
  hash: string;
  title: string;
  account: { id: number; name: string };
  project: { id: number; name: string };
  version: number | null;
  /** Labels of renditions: of the largest one with a whole file, and of sound. */
  file: string | null;
  sound: string | null;
}

/**
 * Videos that play and livestreams of all accounts by a part of their title or their public id, the newest first; for superusers.
 * @throws Refusal `unavailable` when the search takes longer than 2 s.
 */
export async function listDemoItems(context: Context, search: string | null) {
  const list = videosOfAll({ search: search ?? undefined, state: "completed", taken_down: "false" });
  const found = await bounded(context.db, async (tx) => {
    const videos = await findListPage(tx, list, { page: 1, per_page: ITEMS });
    const streams = await findStreams(tx, search);
    return { videos: videos.ids.map(Number), streams };
  });
  return readItems(context, found);
}

async function findStreams(tx: Executor, search: string | null): Promise<number[]> {
  const named =
    search === null ? sql<SqlBool>`true` : sql<SqlBool>`(${isNamed(search, "s.name")} or s.hash = ${search})`;
  const { rows } = await sql<{ id: number }>`
    select s.id from streams s join projects on projects.id = s.project_id and projects.deleted_at is null
    where s.deleted_at is null and ${named} order by s.id desc limit ${ITEMS}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** For each format, the newest item that has it; null where none of the newest has. */
export async function listDemoFormats(context: Context) {
  const { rows } = await sql<{ format: DemoFormat; kind: Kind; id: number }>`
    with newest as (
      select id, version, width, height, hash from videos
      where shelf = 'completed' and playable and takedown is null order by id desc limit ${NEWEST})
    (select 'hls' as format, 'video' as kind, id from newest order by id desc limit 1)
    union all (select 'mp4', 'video', id from newest where ${largestFile} is not null order by id desc limit 1)
    union all (select 'audio', 'video', id from newest where ${soundAlone} is not null order by id desc limit 1)
    union all (select 'portrait', 'video', id from newest where height > width order by id desc limit 1)
    union all (select 'live', 'stream', s.id from streams s
      join projects on projects.id = s.project_id and projects.deleted_at is null
      where s.deleted_at is null and s.on_air in ('live', 'loop') order by s.id desc limit 1)`.execute(context.db);
  const idsOf = (kind: Kind) => [...new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])))];
  const items = await readItems(context, { videos: idsOf("video"), streams: idsOf("stream") });
  return DEMO_FORMATS.map((format) => {
    const row = rows.find((each) => each.format === format);
    return { format, item: items.find(({ kind, id }) => kind === row?.kind && id === row.id) ?? null };
  });
}

/** The label of the largest complete rendition of `newest` that a whole file is made of, too. */
const largestFile = sql`(
  select rendition.label from renditions rendition join transcodes on transcodes.id = rendition.transcode_id
  where rendition.video_id = newest.id and rendition.version = newest.version and rendition.kind = 'video'
    and rendition.further_codec is null and rendition.state = 'complete' and (transcodes.plan->>'mp4')::boolean is not false
  order by rendition.height desc limit 1)`;

const soundAlone = sql`(
  select rendition.label from renditions rendition
  where rendition.video_id = newest.id and rendition.version = newest.version and rendition.label = 'audio'
    and rendition.state = 'complete' order by rendition.id limit 1)`;

async function readItems(
  context: Context,
  { videos, streams }: { videos: readonly number[]; streams: readonly number[] },
) {
  const { rows } = await sql<ItemRow>`
    select 'video' as kind, newest.id, newest.hash, newest.title, newest.version, ${largestFile} as file, ${soundAlone} as sound,
      json_build_object('id', accounts.id, 'name', accounts.name) as account,
      json_build_object('id', projects.id, 'name', projects.name) as project
    from videos newest join accounts on accounts.id = newest.account_id join projects on projects.id = newest.project_id
    where newest.id = any(${[...videos]}::bigint[]) and newest.shelf = 'completed' and newest.playable
    union all
    select 'stream', s.id, s.hash, s.name, null, null, null,
      json_build_object('id', accounts.id, 'name', accounts.name),
      json_build_object('id', projects.id, 'name', projects.name)
    from streams s join accounts on accounts.id = s.account_id join projects on projects.id = s.project_id
    where s.id = any(${[...streams]}::bigint[]) and s.deleted_at is null
    order by 1 desc, 2 desc`.execute(context.db);
  return rows.map(({ version, file, sound, ...row }) => {
    const links = memberLinks(context, row.hash);
    return {
      ...row,
      preview_url: links.preview(),
      mp4_url: file === null ? null : links.file(`v${version}/mp4/${file}.mp4`),
      audio_url: sound === null ? null : links.file(`v${version}/${sound}/index.m3u8`),
    };
  });
}
