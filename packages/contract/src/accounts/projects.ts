import { DAILY_FIGURES } from "@kinora/domain/accounts/statistics.ts";
import { EXPORT_ROWS_MAX } from "@kinora/domain/analytics/reports.ts";
import { composed } from "@kinora/domain/composed.ts";
import { PROJECT_STANDINGS } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { csvFile, id, moment, month, named, pageQuery, paginationShape } from "../shapes.ts";

export const listedProject = z.object({
  id: z.number(),
  hash: z.string(),
  name: z.string(),
  domain: z.string(),
  account: named,
  videos: z.number(),
  livestreams: z.number(),
  on_air: z.number(),
  members: z.number(),
  /** Transcodes that failed in the last 24 hours. */
  failures: z.number(),
  storage_bytes: z.number(),
  /** Null without one. */
  storage_soft_bytes: z.number().nullable(),
  storage_hard_bytes: z.number().nullable(),
  /** Null while it is not suspended. */
  suspended_at: moment.nullable(),
  /** The person it is offered to, and until when; null while it is not offered. */
  transfer: z.object({ email: z.string(), expires_at: moment }).nullable(),
  created_at: moment,
});

/** What a list of projects is narrowed to, of an account's owners and of superusers. */
export const projectFilter = {
  search: z.string().overwrite(composed).trim().max(200).optional(),
  status: z.enum(PROJECT_STANDINGS).optional(),
};

/** A page of the projects of an account, or of all accounts. */
export const projectPage = z.object({ data: z.array(listedProject), pagination: paginationShape });

export const listAccountProjects = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/projects",
    tags: ["Accounts"],
    summary: "The projects of an account, the newest first.",
  })
  .input(z.object({ account_id: id, ...pageQuery, ...projectFilter }))
  .output(projectPage);

const figures = {
  videos: z.number(),
  storage_bytes: z.number(),
  members: z.number(),
  /** Minutes of renditions that were encoded in the month: copied ones and audio are left out. */
  encoded_minutes: z.number(),
  /** Hours that encoders were connected in the month, without test pictures. */
  live_hours: z.number(),
  /** Hours that restream targets were connected in the month, added up over the targets. */
  restream_hours: z.number(),
  plays: z.number(),
  /** Sent to viewers in the month. */
  bytes_out: z.number(),
  /** Stored in the month by kind, in GB-months as they are charged; days before they were measured by kind are left out. */
  stored_originals: z.number(),
  stored_renditions: z.number(),
  stored_recordings: z.number(),
  stored_other: z.number(),
};

export const getAccountStatistics = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/statistics",
    tags: ["Accounts"],
    summary:
      "What the projects of an account hold now, and what they did in a month of its time zone; the largest 100, and the totals of all.",
  })
  .input(z.object({ account_id: id, month }))
  .output(
    z.object({
      data: z.object({
        totals: z.object({ projects: z.number(), ...figures }),
        projects: z.array(z.object({ id: z.number(), name: z.string(), deleted: z.boolean(), ...figures })),
        /** How much of the month has passed, 0–1. */
        elapsed: z.number(),
        /** What the five projects that used most did each day; the other ones together are project 0. */
        days: z.array(
          z.object({
            day: z.string(),
            figure: z.enum(DAILY_FIGURES),
            project_id: z.number(),
            /** Empty for the other ones. */
            project: z.string(),
            amount: z.number(),
          }),
        ),
      }),
    }),
  );

export const exportAccountStatistics = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/statistics.csv",
    outputStructure: "detailed",
    tags: ["Accounts"],
    summary: `The projects of an account with their figures of a month as CSV, the largest first, up to ${EXPORT_ROWS_MAX}.`,
  })
  .input(z.object({ account_id: id, month }))
  .output(csvFile);
