import { GRANULARITIES, rangeProblem } from "@kinora/domain/analytics/reports.ts";
import { z } from "zod";
import { day, id, pageQuery } from "../shapes.ts";

const word = z.string().trim().max(300);

/** The range in the project's time zone, both ends included, and what is left out. */
const range = {
  project_id: id,
  from: day(),
  to: day(),
  video: id.optional(),
  stream: id.optional(),
  player: id.optional(),
  /** Host of the page around the player. */
  host: word.optional(),
  country: word.optional(),
  device: z.enum(["desktop", "phone", "tablet", "tv", "other"]).optional(),
  /** With the views of the project's own people, and of automatic clients. */
  own: z.enum(["true", "false"]).optional(),
  bots: z.enum(["true", "false"]).optional(),
};

const chart = {
  granularity: z.enum(GRANULARITIES).default("day"),
  /** With the figures of the range before. */
  compare: z.enum(["true", "false"]).optional(),
};

export const reportInput = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...range, ...chart, ...pageQuery, ...fields }).superRefine((input, issues) => {
    const { from, to, granularity } = input as { from: string; to: string; granularity: "hour" | "day" | "month" };
    const problem = rangeProblem(from, to, granularity);
    if (problem !== null) issues.addIssue({ code: "custom", path: ["to"], message: problem });
  });

export const exportInput = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...range, ...fields }).superRefine((input, issues) => {
    const { from, to } = input as { from: string; to: string };
    const problem = rangeProblem(from, to, "day");
    if (problem !== null) issues.addIssue({ code: "custom", path: ["to"], message: problem });
  });
