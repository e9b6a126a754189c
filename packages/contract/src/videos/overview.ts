import { ATTENTION_KINDS } from "@kinora/domain/projects/overview.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";

/** A figure of the last seven days beside the seven before. */
const week = z.object({ now: z.number(), before: z.number() });

export const getOverview = operation(holds("video_view", "project", "video_add"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/overview",
    tags: ["Projects"],
    summary: "What a project's dashboard shows: figures, what needs attention, and how far it is set up.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      data: z.object({
        videos: z.number(),
        storage: z.object({
          project_bytes: z.number(),
          account_bytes: z.number(),
          /** Null when the account has no limit. */
          limit_bytes: z.number().nullable(),
        }),
        /** Videos that came in; up to 10,000 a week are counted. */
        uploaded: week,
        /** Of renditions with pictures, as the report on transcoding and the account's usage count them. */
        encoded_minutes: week,
        /** Plays and hours watched, without the own team and bots; null for people who may not see analytics. */
        watched: z.object({ plays: week, hours: week }).nullable(),
        attention: z.array(
          z.object({
            kind: z.enum(ATTENTION_KINDS),
            message: z.string(),
            video: z.object({ id: z.number(), title: z.string(), retryable: z.boolean() }).nullable(),
            at: moment.nullable(),
          }),
        ),
        /** Which steps of setting up are done; `embed` once a page of the project's domain loaded a player. */
        onboarding: z.object({ video: z.boolean(), embed: z.boolean(), invite: z.boolean() }),
      }),
    }),
  );
