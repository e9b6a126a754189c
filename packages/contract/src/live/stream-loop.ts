import { SWITCH_SOURCES } from "@kinora/domain/live/on-air.ts";
import { LOOP_ITEMS_MAX } from "@kinora/domain/live/stream-loop.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";
import { streamDetail } from "./streams.ts";

export const loopItem = z.object({
  video_id: z.number(),
  hash: z.string(),
  title: z.string(),
  /** A small picture of it; null while there is none. */
  image_url: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  /** Why it is passed over, in a sentence; null when it plays. */
  problem: z.string().nullable(),
  /** Rungs of the stream's ladder it has not: the nearest of its own is played there. */
  missing: z.array(z.string()),
  /** Silence is played with a video that has no sound. */
  has_sound: z.boolean(),
});

export const streamLoop = z.object({
  items: z.array(loopItem),
  /**
   * The playlist that the loop follows: its published, complete videos are the items, as they were last read. The id of a
   * deleted playlist is null, and the loop keeps the last items. Null for a list of its own.
   */
  playlist: z.object({ id: z.number().nullable(), name: z.string() }).nullable(),
  /** Every round has an order of its own; none follows itself. */
  shuffle: z.boolean(),
  /** In Kinora's player the picture fades out and in where one source follows another. */
  fade: z.boolean(),
  /** Plays while no encoder publishes. */
  before_live: z.boolean(),
  /** Plays once the reconnect window of a lost encoder is over. */
  on_disconnect: z.boolean(),
  /** Plays in the place of the slate while streaming is paused. */
  when_paused: z.boolean(),
  /** Start of its first video, from which the clock gives the position. Null while it is empty. */
  since: moment.nullable(),
});

export const getStreamLoop = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/loop",
    tags: ["Live"],
    summary: "What a livestream's loop plays, and when.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: streamLoop }));

export const setStreamLoop = operation(holds("streams_manage", "stream"))
  .route({
    method: "PUT",
    path: "/streams/{id}/loop",
    tags: ["Live"],
    summary:
      "Sets the videos of a livestream's loop in their order or the playlist it follows, and when it plays. Their finished segments are listed; nothing is encoded.",
  })
  .input(
    z
      .object({
        id,
        /** Complete videos of the same project; one may come again. Empty clears the loop. */
        video_ids: z.array(id).max(LOOP_ITEMS_MAX, `A loop can have up to ${LOOP_ITEMS_MAX} videos.`).default([]),
        /**
         * A playlist of the same project, in the place of `video_ids`: the loop has its published, complete videos
         * and follows its changes, each from the end of the video on air.
         */
        playlist_id: id.nullish(),
        /** Plays every round in an order of its own, known beforehand. Another order begins now. */
        shuffle: z.boolean().default(false),
        /** Fades the picture out and in where one source follows another, in Kinora's player. */
        fade: z.boolean().default(false),
        before_live: z.boolean().default(true),
        on_disconnect: z.boolean().default(true),
        when_paused: z.boolean().default(false),
      })
      .refine(({ video_ids: videos, playlist_id: playlist }) => videos.length === 0 || !playlist, {
        error: "Choose videos or a playlist, not both.",
        path: ["playlist_id"],
      }),
  )
  .output(message.extend({ data: streamLoop }));

export const switchStream = operation(holds("streams_control", "stream"))
  .route({
    method: "PATCH",
    path: "/streams/{id}/switch",
    tags: ["Live"],
    summary:
      "Puts the encoder's picture, the loop or the slate on air, while ingest and recording go on. The slate pauses streaming, live unpauses it.",
  })
  .input(z.object({ id, source: z.enum(SWITCH_SOURCES) }))
  .output(message.extend({ data: streamDetail }));
