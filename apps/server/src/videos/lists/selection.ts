import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { daysBefore } from "@kinora/domain/projects/projects.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { Condition, List } from "../../platform/lists/list-page.ts";
import { ownOnly } from "../service.ts";
import { conditionsOf, DURATION } from "./filters.ts";
import { isSaid } from "./spoken.ts";

/** The orders of a list: those people choose from, the trash's own, and that of ids, in which all of it is read. */
export type ListOrder = VideoSort | "-deleted" | "id" | "-id";

/** What each order is by. Each is an index of the videos of one shelf of a project, read from one end or the other. */
const KEYS: Record<string, string> = {
  created: "v.created_at",
  title: "v.title_key",
  duration: DURATION,
  size: "v.stored_bytes",
  deleted: "v.deleted_at",
  id: "v.id",
};

/** Where a video is, as the database keeps it: in one of the lists or in the trash; `gone` is deleted for good. */
const SHELVES: Record<VideoSelection["type"], readonly string[]> = {
  completed: ["completed"],
  inprogress: ["inprogress", "failed"],
  recent: ["completed", "inprogress", "failed"],
  failed: ["failed"],
  trash: ["trash"],
};

/** The videos a list is asked of. */
export interface ListScope {
  projectId: number;
  /** Only what this person uploaded; null for callers who see every video of the project. */
  userId: number | null;
  /** Days that what was deleted can be restored. */
  trashDays: number;
  /** What was deleted at this moment or before cannot be restored. */
  trashedAfter: Date;
}

/** The scope of a caller's lists in a project. */
export async function readScope(context: Context, grant: ProjectGrant, db: Executor = context.db): Promise<ListScope> {
  const { projectId } = grant;
  const { trash_days: days } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const trashedAfter = daysBefore(context.clock.now(), days);
  return { projectId, userId: ownOnly(context, grant), trashDays: days, trashedAfter };
}

/** The videos `v` a selection shows, in an order. */
export function videoList(selection: VideoSelection, scope: ListScope, order: ListOrder): List {
  const { projectId, userId, trashedAfter } = scope;
  const always: Condition[] = [];
  if (userId !== null) always.push(sql<SqlBool>`v.user_id = ${userId}`);
  if (selection.type === "trash") always.push(sql<SqlBool>`v.deleted_at > ${trashedAfter}`);
  return {
    sources: SHELVES[selection.type].flatMap((shelf) =>
      waysToMatch(selection, projectId).map((where) => ({
        from: sql`videos v`,
        where: [sql<SqlBool>`v.project_id = ${projectId} and v.shelf = ${shelf}`, ...where, ...always],
      })),
    ),
    key: KEYS[order.replace("-", "")] ?? "v.created_at",
    id: "v.id",
    order: order.startsWith("-") ? "key desc, id desc" : "key, id",
  };
}

/** What is searched for is in a video's own words, or is said in it. Each way has an index of its own. */
function waysToMatch({ search, ...others }: VideoSelection, projectId: number): Condition[][] {
  const said = search ? isSaid(projectId, search) : null;
  return [conditionsOf({ search, ...others }), ...(said ? [[said, ...conditionsOf(others)]] : [])];
}

/** Whether a selection is a whole list, whose videos are counted as they change (`video_buckets`). */
export const isWhole = (selection: VideoSelection, { userId }: ListScope): boolean =>
  userId === null && selection.type !== "failed" && selection.type !== "trash" && conditionsOf(selection).length === 0;
