import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { daysAfter } from "@kinora/domain/projects/projects.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { findListPage } from "../../platform/lists/list-page.ts";
import { presentVideos, type PresentedVideo } from "../details/present.ts";
import { readVideos } from "../rows.ts";
import { countWhole, findPage } from "./queries.ts";
import { isWhole, readScope, videoList, type ListScope } from "./selection.ts";
import { findMoments, type SaidIn } from "./spoken.ts";

export interface ListRequest {
  selection: VideoSelection;
  page: number;
  per_page: number;
  /** Null for the list's own order: the latest first, in the trash the latest deleted. */
  sort: VideoSort | null;
  withUser: boolean;
  withFacts?: boolean;
}

/**
 * One page of a project's list. A whole list is counted exactly and has every page; any other one is counted, and has pages, up to
 * 1,000 videos, and `more` says that there are others.
 * @throws Refusal `unavailable` when finding the page takes longer than 2 s.
 */
export async function listVideos(context: Context, grant: ProjectGrant, request: ListRequest) {
  const { selection, page, per_page } = request;
  const scope = await readScope(context, grant);
  const { ids, total, more } = await findIds(context, scope, request);
  const deleted = selection.type === "trash";
  const rows = await readVideos(context.db, ids, { deleted, facts: request.withFacts ?? false });
  const videos = await presentVideos(context, rows, request.withUser);
  const moments = await findMoments(context.db, grant.projectId, ids, selection.search ?? "");
  const data = videos.map((video) => ({ ...video, ...goesAt(video, scope), ...saidIn(moments.get(video.id)) }));
  return { data, pagination: { ...pagination(page, per_page, total), more } };
}

/** When a video in the trash goes for good. */
const goesAt = ({ deleted_at: at }: PresentedVideo, { trashDays }: ListScope) =>
  at ? { purge_at: daysAfter(at, trashDays) } : {};

const saidIn = (said: SaidIn | undefined) => (said ? { said } : {});

async function findIds({ db }: Context, scope: ListScope, request: ListRequest) {
  const { selection, sort } = request;
  const list = videoList(selection, scope, sort ?? (selection.type === "trash" ? "-deleted" : "-created"));
  const whole = isWhole(selection, scope) ? wholeList(selection, scope) : null;
  if (whole && (sort === null || sort.endsWith("created")))
    return { ...(await findPage(db, { ...whole, order: sort === "created" ? "asc" : "desc" }, request)), more: false };
  const total = whole ? await countWhole(db, whole) : undefined;
  const found = await bounded(db, (tx) => findListPage(tx, list, request, total));
  return { ...found, ids: found.ids.map(Number) };
}

const wholeList = ({ type }: VideoSelection, { projectId }: ListScope) => ({
  projectId,
  list: type === "completed" || type === "inprogress" ? type : null,
});
