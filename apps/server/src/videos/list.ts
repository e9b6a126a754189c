import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import type { VideoSort } from "@kinora/domain/library.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { daysAfter } from "@kinora/domain/projects.ts";
import type { Context } from "../context.ts";
import type { ProjectGround } from "../platform/scope.ts";
import type { SelectedPage } from "./page-place.ts";
import { presentVideos } from "./present.ts";
import { findPage } from "./queries.ts";
import { readVideos } from "./rows.ts";
import { findSelectedPage } from "./selected-page.ts";
import { isWhole, partsOf, trashedAfter } from "./selection.ts";
import { ownOnly } from "./service.ts";

export interface ListRequest {
  selection: VideoSelection;
  page: number;
  perPage: number;
  /** Null for the list's own order: the latest first, in the trash the latest deleted. */
  sort: VideoSort | null;
  withUser: boolean;
  withFacts?: boolean;
}

/**
 * One page of a project's list. A whole list in order of arrival is counted exactly and found at any page; a narrowed or
 * otherwise ordered one as far as finding the page takes, which `more` says; `countMatching` counts further.
 */
export async function listVideos(context: Context, ground: ProjectGround, request: ListRequest) {
  const { selection, page, perPage } = request;
  const { ids, total, more } = await findIds(context, ground, request);
  const trash = selection.type === "trash";
  const rows = await readVideos(context.db, ids, { deleted: trash, facts: request.withFacts ?? false });
  const data = await presentVideos(context, rows, request.withUser);
  const ends = trash ? await readTrashEnds(context, ground, ids) : null;
  return {
    data: ends ? data.map((video) => ({ ...video, ...ends.get(video.id) })) : data,
    pagination: { ...pagination(page, perPage, total), more },
  };
}

async function findIds(context: Context, ground: ProjectGround, request: ListRequest): Promise<SelectedPage> {
  const { db, clock } = context;
  const { selection, sort } = request;
  const { projectId } = ground;
  const userId = ownOnly(context, ground);
  const { type } = selection;
  const byArrival = sort === null || sort === "created" || sort === "-created";
  if (byArrival && userId === null && isWhole(selection) && type !== "failed" && type !== "trash") {
    const list = type === "recent" ? null : type;
    const order = sort === "created" ? "asc" : "desc";
    return { ...(await findPage(db, { projectId, list, order }, request)), more: false };
  }
  const now = clock.now();
  const since = type === "trash" ? await trashedAfter(db, projectId, now) : now;
  const parts = partsOf(selection, { projectId, userId, trashedAfter: since });
  return findSelectedPage(db, parts, sort ?? (type === "trash" ? "-deleted" : "-created"), request);
}

/** When videos in the trash were deleted and when they go. */
async function readTrashEnds({ db }: Context, { projectId }: ProjectGround, ids: readonly number[]) {
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
