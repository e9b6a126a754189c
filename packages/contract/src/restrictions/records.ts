import { REASON_CODES } from "@kinora/domain/restrictions/reasons.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";

const TAGS = ["Restrictions"];
const LIST_MAX = 100;

const item = z.object({ kind: z.enum(["video", "stream"]), id: z.number(), title: z.string() });
const deniedItem = item.extend({ kind: z.enum(["video", "stream", "playlist"]) });

export const listDenials = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/denials",
    tags: TAGS,
    summary: "Requests that the rules refused, the newest first; addresses lack their last part.",
  })
  .input(
    z.object({
      project_id: id,
      /** Of one profile. */
      profile: id.optional(),
      /** Of one video, or one livestream. */
      video: id.optional(),
      stream: id.optional(),
      reason: z.enum(REASON_CODES).optional(),
      /** Those before this one: the last `id` of the page before. */
      before: id.optional(),
    }),
  )
  .output(
    z.object({
      data: z
        .array(
          z.object({
            id: z.number(),
            at: moment,
            item: deniedItem,
            profile_id: z.number().nullable(),
            reason: z.enum(REASON_CODES),
            /** Host and path. */
            page: z.string().nullable(),
            country: z.string().nullable(),
            address: z.string(),
            agent: z.string(),
            requests: z.number(),
          }),
        )
        .max(LIST_MAX),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
  );

export const listEmbedPlaces = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/embed-places",
    tags: TAGS,
    summary: "The pages that players of a project were loaded on, the last seen first.",
  })
  .input(z.object({ project_id: id, video: id.optional(), stream: id.optional() }))
  .output(
    z.object({
      data: z
        .array(
          z.object({
            item,
            host: z.string(),
            path: z.string(),
            loads: z.number(),
            first_seen_at: moment,
            last_seen_at: moment,
            /** Whether the profile that applies now lets this page embed. */
            allowed: z.boolean(),
            profile_id: z.number().nullable(),
          }),
        )
        .max(LIST_MAX),
      more: z.boolean(),
    }),
  );
