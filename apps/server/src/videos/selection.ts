import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { daysBefore } from "@kinora/domain/projects.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { narrowings, type Narrowing } from "./narrowings.ts";

/** A selection in the place where it is asked: videos are `v` in its conditions. */
export interface SelectionGround {
  projectId: number;
  /** Only what this person uploaded; null for callers who see every video of the project. */
  userId: number | null;
  /** What was deleted at this moment or before can not be taken back any more. */
  trashedAfter: Date;
}

export type Condition = RawBuilder<SqlBool>;

/** Where a video stands, as the database keeps it: in one of the lists, in the trash, or gone. */
export type Shelf = "completed" | "inprogress" | "failed" | "trash" | "gone";

const SHELVES: Record<VideoSelection["type"], readonly Shelf[]> = {
  completed: ["completed"],
  inprogress: ["inprogress", "failed"],
  recent: ["completed", "inprogress", "failed"],
  failed: ["failed"],
  trash: ["trash"],
};

/** The shelves one of the contract's lists is made of. */
export const shelvesOf = (type: VideoSelection["type"]): readonly Shelf[] => SHELVES[type];

/** Reads since when a project's deleted videos are in its trash. */
export async function trashedAfter(db: Executor, projectId: number, now: Date): Promise<Date> {
  const { trash_days: days } = await db
    .selectFrom("projects")
    .select("trash_days")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return daysBefore(now, days);
}

/** What a selection says, taken apart: the list it narrows, and what narrows it. */
export interface Parts {
  projectId: number;
  shelves: readonly Shelf[];
  /** What holds for the whole list, besides its project and its shelves. */
  always: Condition[];
  narrowings: Narrowing[];
}

export function partsOf(selection: VideoSelection, ground: SelectionGround): Parts {
  const { projectId, userId } = ground;
  return {
    projectId,
    shelves: shelvesOf(selection.type),
    always: selection.type === "trash" ? [sql<SqlBool>`v.deleted_at > ${ground.trashedAfter}`] : [],
    narrowings: narrowings(selection, { projectId, shelves: shelvesOf(selection.type), userId }),
  };
}

/** The list itself: `v` stands on one of these shelves of the project. */
export const onShelves = (projectId: number, shelves: readonly Shelf[]): Condition =>
  shelves.length === 1
    ? sql<SqlBool>`v.project_id = ${projectId} and v.shelf = ${shelves[0]}`
    : sql<SqlBool>`v.project_id = ${projectId} and v.shelf = any(${[...shelves]})`;

/** Everything that must hold, each part so that an index finds it. */
export const sought = ({ projectId, shelves, always, narrowings: all }: Parts): Condition =>
  allOf([onShelves(projectId, shelves), ...always, ...all.map((each) => each.sought ?? each.seen)]);

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** What a selection says, as one condition. Every part of it has an index to begin with, or narrows what others found. */
export const selected = (selection: VideoSelection, ground: SelectionGround): Condition =>
  sought(partsOf(selection, ground));

/** Whether a selection is a whole list, which other roll-ups know by heart. */
export function isWhole(selection: VideoSelection): boolean {
  const { type: _type, tags_mode: _mode, ...narrowing } = selection;
  return Object.values(narrowing).every(
    (value) => value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0),
  );
}
