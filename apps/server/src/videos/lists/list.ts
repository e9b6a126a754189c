import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { daysAfter } from "@kinora/domain/projects/projects.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { findListPage } from "../../platform/lists/list-page.ts";
import { presentVideos } from "../details/present.ts";
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
  const { ids, total, more } = await findIds(context, grant, request);
  const trash = selection.type === "trash";
  const rows = await readVideos(context.db, ids, { deleted: trash, facts: request.withFacts ?? false });
  const data = await presentVideos(context, rows, request.withUser);
  const ends = trash ? await readTrashEnds(context, grant, ids) : null;
  const moments = await findMoments(context.db, grant.projectId, ids, selection.search ?? "");
  return {
    data: data.map((video) => ({ ...video, ...ends?.get(video.id), ...saidIn(moments.get(video.id)) })),
    pagination: { ...pagination(page, per_page, total), more },
  };
}

const saidIn = (said: SaidIn | undefined) => (said ? { said } : {});

async function findIds(context: Context, grant: ProjectGrant, request: ListRequest) {
  const { db } = context;
  const { selection, sort } = request;
  const scope = await readScope(context, grant);
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

/** When videos in the trash were deleted and when they go. */
async function readTrashEnds({ db }: Context, { projectId }: ProjectGrant, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const { trash_days: days } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom("videos").select(["id", "deleted_at"]).where("id", "in", ids).execute();
  return new Map(
    rows.flatMap(({ id, deleted_at: deletedAt }) =>
      deletedAt ? [[id, { deleted_at: deletedAt, purge_at: daysAfter(deletedAt, days) }] as const] : [],
    ),
  );
}
