import { BULK_ACTIONS, BULK_IDS_MAX, BULK_STATES, type BulkAction } from "@kinora/domain/videos/library.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";
import { videoSelection } from "./video-filter.ts";

const actions = Object.keys(BULK_ACTIONS) as [BulkAction, ...BulkAction[]];

export const bulkJob = z.object({
  id: z.number(),
  action: z.enum(actions),
  state: z.enum(BULK_STATES),
  /** Videos chosen when it began; null when there were more than are counted. */
  total: z.number().nullable(),
  done: z.number(),
  failed: z.number(),
  /** Why it ended before its time. */
  message: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  /** The first 100 videos it could not do, with the reason. */
  failures: z.array(z.object({ video_id: z.number(), title: z.string(), code: z.string(), message: z.string() })),
});

/** Either `ids`, or everything that matches `filter` when it is asked. */
const chosen = {
  project_id: id,
  ids: z.array(id).min(1).max(BULK_IDS_MAX, `Choose up to ${BULK_IDS_MAX} videos one by one.`).optional(),
  filter: videoSelection.optional(),
};
const eitherOr = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined);
const choose = { error: "Choose videos by ids or by a filter.", path: ["ids"] };

const answer = message.extend({ data: bulkJob });

export const bulkPublish = operation(holds("video_publish", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/bulk/publish",
    tags: ["Bulk"],
    successStatus: 202,
    summary: "Shows or hides many videos.",
  })
  .input(z.object({ ...chosen, published: z.boolean() }).refine(eitherOr, choose))
  .output(answer);

export const bulkEdit = operation(holds("video_edit", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/bulk/edit",
    tags: ["Bulk"],
    successStatus: 202,
    summary: "Gives many videos a category, adds or removes tags, or re-encodes their renditions.",
  })
  .input(
    z
      .object({
        ...chosen,
        action: z.enum(["set_category", "add_tags", "remove_tags", "retranscode"]),
        /** For `set_category`; null for none. */
        category_id: id.nullish(),
        /** For `add_tags` and `remove_tags`. */
        tag_ids: z.array(id).max(VIDEO_TAGS_MAX).optional(),
      })
      .refine(eitherOr, choose)
      .refine(({ action, category_id: category }) => action !== "set_category" || category !== undefined, {
        error: "Choose a category, or none.",
        path: ["category_id"],
      })
      .refine(({ action, tag_ids: tags }) => !action.endsWith("_tags") || (tags !== undefined && tags.length > 0), {
        error: "Choose at least one tag.",
        path: ["tag_ids"],
      }),
  )
  .output(answer);

export const bulkDelete = operation(holds("video_delete", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/bulk/delete",
    tags: ["Bulk"],
    successStatus: 202,
    summary: "Deletes many videos, takes them back from the trash, or removes them for good.",
  })
  .input(z.object({ ...chosen, action: z.enum(["delete", "restore", "purge"]) }).refine(eitherOr, choose))
  .output(answer);

export const listBulkJobs = operation(holds("video_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/bulk",
    tags: ["Bulk"],
    summary: "The caller's latest bulk actions, newest first.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(bulkJob) }));

export const getBulkJob = operation(holds("video_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/bulk/{job_id}",
    tags: ["Bulk"],
    summary: "How far a bulk action is, with what it could not do.",
  })
  .input(z.object({ project_id: id, job_id: id }))
  .output(z.object({ data: bulkJob }));

export const cancelBulkJob = operation(holds("video_view", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/bulk/{job_id}/cancel",
    tags: ["Bulk"],
    summary: "Stops a bulk action; what it has done stays done.",
  })
  .input(z.object({ project_id: id, job_id: id }))
  .output(answer);
