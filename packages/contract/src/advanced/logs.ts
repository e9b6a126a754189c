import { composed } from "@kinora/domain/composed.ts";
import { LOG_BARS, LOG_KINDS, LOG_LEVELS, LOG_PAGE, LOG_SPANS } from "@kinora/domain/operations/logs.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, moment, numeral } from "../shapes.ts";

const SPAN = `Choose a span of ${LOG_SPANS.join(", ")} minutes.`;

export const logLine = z.object({
  id: z.number(),
  at: moment,
  level: z.enum(LOG_LEVELS),
  /** Which process wrote it: worker, live, api, edge, login, console. */
  role: z.string(),
  message: z.string(),
  account_id: z.number().nullable(),
  project_id: z.number().nullable(),
  request_id: z.string().nullable(),
  job_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** What both the lines and their numbers are narrowed by. */
const filter = z.object({
  kind: z.enum(LOG_KINDS),
  /** Minutes back from now; `from` counts instead where it is given. */
  since: numeral(z.number().refine((minutes) => LOG_SPANS.some((span) => span === minutes), SPAN)).default(
    LOG_SPANS[2],
  ),
  /** The first moment. */
  from: z.iso.datetime().optional(),
  /** The moment before which a line was written; now unless given. */
  until: z.iso.datetime().optional(),
  /** This level and the ones above. */
  level: z.enum(LOG_LEVELS).optional(),
  /** In a line's words and values. */
  search: z.string().overwrite(composed).trim().max(200).optional(),
  account: id.optional(),
  project: id.optional(),
  /** Id of a request or a job. */
  request: z.string().trim().max(100).optional(),
});

export const listLogLines = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/logs",
    tags: ["Advanced"],
    summary: `What the installation logs, newest first, ${LOG_PAGE} lines at a time: give the last line's id as \`before\` to read on.`,
  })
  .input(filter.extend({ before: id.optional() }))
  .output(z.object({ data: z.array(logLine), more: z.boolean() }));

export const countLogLines = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/logs/counts",
    tags: ["Advanced"],
    summary: `How many lines the same filter finds in each of ${LOG_BARS} equal parts of its time, oldest first.`,
  })
  .input(filter)
  .output(
    z.object({
      /** Length of a part. */
      seconds: z.number(),
      data: z.array(z.object({ at: moment, lines: z.number(), warnings: z.number(), errors: z.number() })),
    }),
  );
