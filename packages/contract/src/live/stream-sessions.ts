import { RECORDING_STATES, SESSION_END_REASONS } from "@kinora/domain/live/streams.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile, dayOrMoment, id, moment, named, pageQuery, paginationShape } from "../shapes.ts";
import { streamIngest } from "./streams.ts";

export const streamSession = z.object({
  id: z.number(),
  stream: named,
  started_at: moment,
  /** When viewers first got a picture; null if they never did. */
  live_at: moment.nullable(),
  ended_at: moment.nullable(),
  end_reason: z.enum(SESSION_END_REASONS).nullable(),
  /** The encoder's address. */
  client_ip: z.string().nullable(),
  testing: z.boolean(),
  ingest: streamIngest.nullable(),
  /** Bytes the encoder sent. */
  bytes_in: z.number(),
  /** Bytes this installation sent to viewers: what a CDN sends on is not known. */
  bytes_out: z.number(),
  /** Times the publisher was lost and came back. */
  reconnects: z.number(),
  peak_viewers: z.number(),
  average_viewers: z.number(),
  /** Seconds all viewers together watched. */
  watch_seconds: z.number(),
  /** The latest recording of it. */
  recording: z.object({
    state: z.enum(["none", ...RECORDING_STATES]),
    video: z.object({ id: z.number(), title: z.string() }).nullable(),
  }),
  /** How many recordings and clips there are of it. */
  recordings: z.number(),
  clips: z.number(),
});

const filter = {
  stream: z.array(id).max(50).optional(),
  /** Begun not before, and before the end of. */
  from: dayOrMoment,
  to: dayOrMoment,
};

export const listStreamSessions = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/stream-sessions",
    tags: ["Live"],
    summary: "The sessions of a project's livestreams, newest first.",
  })
  .input(z.object({ project_id: id, ...pageQuery, ...filter }))
  .output(z.object({ data: z.array(streamSession), pagination: paginationShape }));

export const exportStreamSessions = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/stream-sessions.csv",
    outputStructure: "detailed",
    tags: ["Live"],
    summary: "The sessions a filter shows as CSV, the latest first; moments are in UTC.",
  })
  .input(z.object({ project_id: id, ...filter }))
  .output(csvFile);
