import { composed } from "@kinora/domain/composed.ts";
import { LOG_SEVERITIES, STREAM_LOG_TYPES } from "@kinora/domain/live/stream-log.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile, dayOrMoment, id, moment, named, pageQuery, paginationShape, person } from "../shapes.ts";

export const streamLogEntry = z.object({
  id: z.number(),
  at: moment,
  stream: named,
  type: z.enum(STREAM_LOG_TYPES),
  severity: z.enum(LOG_SEVERITIES),
  /** A sentence; never holds a key. */
  detail: z.string(),
  session_id: z.number().nullable(),
  client_ip: z.string().nullable(),
  /** Who did it, when it was a person. */
  user: person.nullable(),
});

const filter = {
  search: z.string().overwrite(composed).trim().max(200).nullish(),
  stream: z.array(id).max(50).optional(),
  type: z.array(z.enum(STREAM_LOG_TYPES)).max(STREAM_LOG_TYPES.length).optional(),
  severity: z.array(z.enum(LOG_SEVERITIES)).max(LOG_SEVERITIES.length).optional(),
  from: dayOrMoment,
  to: dayOrMoment,
};

export const listStreamLog = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/stream-log",
    tags: ["Live"],
    summary: "What happened to a project's livestreams, newest first.",
  })
  .input(z.object({ project_id: id, ...pageQuery, ...filter }))
  .output(z.object({ data: z.array(streamLogEntry), pagination: paginationShape.extend({ more: z.boolean() }) }));

export const exportStreamLog = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/stream-log.csv",
    outputStructure: "detailed",
    tags: ["Live"],
    summary: "The log a filter shows as CSV, the latest first; moments are in UTC.",
  })
  .input(z.object({ project_id: id, ...filter }))
  .output(csvFile);
