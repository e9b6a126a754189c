import { composed } from "@kinora/domain/composed.ts";
import { VIDEO_SORTS } from "@kinora/domain/videos/library.ts";
import { VIDEO_STATUSES } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { id, numeral } from "../shapes.ts";

const several = <Item extends z.ZodType>(item: Item) => z.array(item).max(50, "Choose up to 50.");
const flag = z.enum(["true", "false"]);
/** A moment, or a day, which begins at midnight UTC. */
const since = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: "Write the date as 2030-01-31." });
const seconds = numeral(z.number().min(0).max(1e7));
const label = z.string().regex(/^\d{2,4}p$/, "Write the resolution as 720p.");

/** Filters of a list of videos; a video must match all that are given. */
export const videoFilterFields = {
  /** Part of the title, the description, the file's name or of what is said, or a public id. */
  search: z.string().overwrite(composed).trim().max(200).nullish(),
  published: flag.optional(),
  status: several(z.enum(VIDEO_STATUSES)).optional(),
  /** Ids of categories; `none` for videos without one. */
  category: several(z.union([z.literal("none"), id])).optional(),
  tags: several(id).optional(),
  /** Whether a video must have all of `tags` or at least one of them. */
  tags_mode: z.enum(["any", "all"]).default("any"),
  untagged: flag.optional(),
  /** Ids of the people who uploaded them. */
  user: several(id).optional(),
  /** Added at or after this moment. */
  from: since.optional(),
  /** Added before this moment; a day is included. */
  to: since.optional(),
  duration_min: seconds.optional(),
  duration_max: seconds.optional(),
  /** Finished renditions a video must have, such as `1080p`. */
  has: several(label).optional(),
  /** Finished renditions a video must lack. */
  missing: several(label).optional(),
  /** Whether it has captions. */
  captions: flag.optional(),
  /** Whether it is a sound without a picture. */
  sound_only: flag.optional(),
  /** Bytes stored for it, at least. */
  size_min: numeral(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
  /** Published at or after this moment. */
  published_from: since.optional(),
  /** Published before this moment; a day is included. */
  published_to: since.optional(),
};

/** The lists of a project: the spec's three (§3, Video lists), what failed and the trash. */
export const videoLists = z.enum(["completed", "inprogress", "recent", "failed", "trash"]);

export const videoSort = z.enum(VIDEO_SORTS);

/** A list with its filters: the videos of an export or of a bulk action. */
export const videoSelection = z.object({ type: videoLists.default("completed"), ...videoFilterFields });

export type VideoSelection = z.infer<typeof videoSelection>;
