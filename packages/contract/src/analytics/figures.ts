import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { PER_PAGE_MAX } from "@kinora/domain/pages.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { day, id } from "../shapes.ts";

const share = z.number().nullable();

export const getVideoRetention = operation(holds("analytics_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/retention",
    tags: ["Analytics"],
    summary:
      "How often each hundredth of a video was watched, in a range of days in UTC; without the own team and bots.",
  })
  .input(z.object({ id, from: day(), to: day() }))
  .output(z.object({ data: z.object({ parts: z.array(z.number()) }) }));

export const getWatchingNow = operation(holds("analytics_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics/now",
    tags: ["Analytics"],
    summary: "How many watch the project's videos or livestreams now, with the ten that are watched most.",
  })
  .input(z.object({ project_id: id, kind: z.enum(["video", "stream"]), item: id.optional() }))
  .output(
    z.object({
      data: z.object({
        /** Views that played on within 30 s, without the own team and bots. */
        viewers: z.number(),
        items: z.array(z.object({ id: z.number(), title: z.string(), viewers: z.number() })),
      }),
    }),
  );

export const getVideoPlays = operation(holds("analytics_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics/video-plays",
    tags: ["Analytics"],
    summary: `How often and how long videos were watched by viewers in the last ${LISTED_DAYS} days; 0 for those that were not.`,
  })
  .input(z.object({ project_id: id, ids: z.array(id).min(1).max(PER_PAGE_MAX) }))
  .output(z.object({ data: z.array(z.object({ id: z.number(), plays: z.number(), watched_seconds: z.number() })) }));

export const getPlayerPlays = operation(holds("analytics_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics/player-plays",
    tags: ["Analytics"],
    summary: `How often viewers played something with each player of the project, in the last ${LISTED_DAYS} days in UTC, today included.`,
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(z.object({ id: z.number(), plays: z.number() })) }));

export const getPlaylistPlays = operation(holds("analytics_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics/playlist-plays",
    tags: ["Analytics"],
    summary: `How often viewers played videos within playlists, in the last ${LISTED_DAYS} days in UTC, today included; 0 for those that were not played.`,
  })
  .input(z.object({ project_id: id, ids: z.array(id).min(1).max(PER_PAGE_MAX) }))
  .output(z.object({ data: z.array(z.object({ id: z.number(), plays: z.number() })) }));

export const getLadderAdvice = operation(holds("analytics_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics/ladder",
    tags: ["Analytics"],
    summary: "What each rendition stores, how much of the last 30 days it was watched, and whether it is worth it.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      /** The lowest rendition first. */
      data: z.array(
        z.object({
          label: z.string(),
          /** Videos that have it. */
          videos: z.number(),
          bytes: z.number(),
          stored_share: share,
          watched_seconds: z.number(),
          watched_share: share,
          /** Plays that showed it. */
          plays: z.number(),
          /** The rendition below it, which its viewers would get without it. */
          instead: z.string().nullable(),
          advice: z.enum(["drop", "lowest", "keep", "unknown"]),
        }),
      ),
    }),
  );
