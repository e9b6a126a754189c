import { RESTREAM_LOG_TYPES } from "@kinora/domain/live/stream-log.ts";
import {
  RESTREAM_NAME_MAX,
  RESTREAM_PLATFORMS,
  RESTREAM_PROFILES,
  RESTREAM_STATES,
  RESTREAMS_MAX,
} from "@kinora/domain/live/streams.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment } from "../shapes.ts";

/** Another platform a livestream is sent on to. The key goes in and never comes out. */
export const restream = z.object({
  id: z.number(),
  name: z.string(),
  platform: z.enum(RESTREAM_PLATFORMS),
  /** The server's address without the key. */
  url: z.string(),
  /** What it is sent: what the publisher sends, or what that is encoded to, at most 720p. */
  profile: z.enum(RESTREAM_PROFILES),
  enabled: z.boolean(),
  state: z.enum(RESTREAM_STATES),
  /** Why it is not connected; empty when it is or should not be. */
  detail: z.string(),
  /** Tries since the last connection. */
  attempts: z.number(),
  /** Kilobits a second it is sent at present; null while it is not connected, or not known yet. */
  sent_kbps: z.number().nullable(),
  connected_at: moment.nullable(),
  created_at: moment,
});

const server = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => /^rtmps?:\/\/[^\s/]/i.test(text) && URL.canParse(text),
    "Write an address that begins with rtmp:// or rtmps://.",
  );
const key = z
  .string()
  .trim()
  .min(1, "Stream key can not be empty.")
  .max(500)
  .regex(/^[\x21-\x7e]+$/, "Stream key can not contain spaces.");
const answer = message.extend({ data: restream });

export const listRestreams = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{stream_id}/restreams",
    tags: ["Live"],
    summary: "Where a livestream is sent on to, and how that stands.",
  })
  .input(z.object({ stream_id: id }))
  .output(z.object({ data: z.array(restream) }));

export const listRestreamLog = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{stream_id}/restreams/{id}/log",
    tags: ["Live"],
    summary: "When a target was connected, lost, tried again and switched off: the latest 30 lines, newest first.",
  })
  .input(z.object({ stream_id: id, id }))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          at: moment,
          type: z.enum(RESTREAM_LOG_TYPES),
          /** A sentence, or empty; never holds a key. */
          reason: z.string(),
        }),
      ),
    }),
  );

export const createRestream = operation(holds("streams_manage", "stream"))
  .route({
    method: "POST",
    path: "/streams/{stream_id}/restreams",
    tags: ["Live"],
    successStatus: 201,
    summary: `Adds a target, on air too; a livestream can have ${RESTREAMS_MAX}.`,
  })
  .input(
    z.object({
      stream_id: id,
      name: line("Name", RESTREAM_NAME_MAX),
      platform: z.enum(RESTREAM_PLATFORMS).default("custom"),
      url: server,
      key,
      profile: z.enum(RESTREAM_PROFILES).default("source"),
      enabled: z.boolean().default(true),
    }),
  )
  .output(answer);

export const tryRestream = operation(holds("streams_manage", "stream"))
  .route({
    method: "POST",
    path: "/streams/{stream_id}/restreams/test",
    tags: ["Live"],
    summary:
      "Connects to a server and asks to publish, without sending a picture; takes up to 14 seconds. A target's id alone tests it as it is saved.",
  })
  .input(z.object({ stream_id: id, id: id.optional(), url: server.optional(), key: key.optional() }))
  .output(
    z.object({
      /** Whether the server let it publish. */
      accepted: z.boolean(),
      /** Why not, in a sentence; empty when it did. */
      detail: z.string(),
    }),
  );

export const updateRestream = operation(holds("streams_manage", "stream"))
  .route({
    method: "PUT",
    path: "/streams/{stream_id}/restreams/{id}",
    tags: ["Live"],
    summary: "Changes a target; without a key or a profile the one it has stays.",
  })
  .input(
    z.object({
      stream_id: id,
      id,
      name: line("Name", RESTREAM_NAME_MAX),
      platform: z.enum(RESTREAM_PLATFORMS),
      url: server,
      key: key.optional(),
      profile: z.enum(RESTREAM_PROFILES).optional(),
    }),
  )
  .output(answer);

export const setRestreamEnabled = operation(holds("streams_control", "stream"))
  .route({
    method: "PATCH",
    path: "/streams/{stream_id}/restreams/{id}/enabled",
    tags: ["Live"],
    summary: "Switches a target on or off, on air too.",
  })
  .input(z.object({ stream_id: id, id, enabled: z.boolean() }))
  .output(answer);

export const deleteRestream = operation(holds("streams_manage", "stream"))
  .route({
    method: "DELETE",
    path: "/streams/{stream_id}/restreams/{id}",
    tags: ["Live"],
    summary: "Removes a target; it is disconnected at once.",
  })
  .input(z.object({ stream_id: id, id }))
  .output(message);
