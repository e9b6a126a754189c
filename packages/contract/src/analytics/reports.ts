import { DELIVERY_DIMENSIONS, GRANULARITIES, rangeProblem, VIEW_DIMENSIONS } from "@kinora/domain/analytics/reports.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment, pageQuery, paginationShape } from "../shapes.ts";

const day = z.iso.date("Write a day such as 2030-01-31.");
const word = z.string().trim().max(300);

/** The range in the project's time zone, both ends included, and what is left out. */
const range = {
  project_id: id,
  from: day,
  to: day,
  granularity: z.enum(GRANULARITIES).default("day"),
  /** With the figures of the range before. */
  compare: z.enum(["true", "false"]).optional(),
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

const reportInput = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...range, ...pageQuery, ...fields }).superRefine((input, issues) => {
    const { from, to, granularity } = input as { from: string; to: string; granularity: "hour" | "day" | "month" };
    const problem = rangeProblem(from, to, granularity);
    if (problem !== null) issues.addIssue({ code: "custom", path: ["to"], message: problem });
  });

const share = z.number().nullable();

/** Figures of views. Shares are 0–1, and null of nothing. */
export const viewFigures = z.object({
  loads: z.number(),
  plays: z.number(),
  views: z.number(),
  /** Plays of loads. */
  play_rate: share,
  watched_seconds: z.number(),
  /** How far a play comes on average. */
  average_watched: share,
  /** Plays that reached the end. */
  completed: share,
  /** Seconds waited of seconds watched and waited. */
  rebuffering: share,
  errors: z.number(),
  /** Fatal errors of loads. */
  error_rate: share,
  ads: z.number(),
  /** Ads shown of ads requested. */
  ad_fill: share,
  /** Milliseconds to the first frame within which half, and 95 of 100 plays began; null without any. */
  startup_p50: z.number().nullable(),
  startup_p95: z.number().nullable(),
});

/** Different visitors, distinguished within each UTC day (±1.6 %); null for filters that combine two things. */
const unique = z.number().nullable();

const deliveryFigures = z.object({
  bytes: z.number(),
  requests: z.number(),
  segment: z.number(),
  part: z.number(),
  download: z.number(),
  poster: z.number(),
  other: z.number(),
});

const transcodeFigures = z.object({
  jobs: z.number(),
  failed: z.number(),
  source_minutes: z.number(),
  encoded_minutes: z.number(),
  /** Median seconds in the queue; null without any. */
  waited: z.number().nullable(),
  /** Seconds of source encoded in a second; null without any. */
  speed: z.number().nullable(),
  bytes: z.number(),
});

const report = <Totals extends z.ZodRawShape, Figures extends z.ZodRawShape, Row extends z.ZodRawShape>(
  totals: Totals,
  figures: Figures,
  row: Row,
) =>
  z.object({
    data: z.object({
      totals: z.object(totals),
      /** Of the range before; null unless it was asked for. */
      previous: z.object(totals).nullable(),
      /** One point for each hour, day or month, also where nothing was. */
      series: z.array(z.object({ at: moment, ...figures })),
      previous_series: z.array(z.object({ at: moment, ...figures })).nullable(),
      rows: z.array(z.object(row)),
      /** When counting began; null while there is nothing. */
      collecting_since: moment.nullable(),
    }),
    pagination: paginationShape,
  });

const described = (path: string, summary: string) =>
  operation(holds("analytics_view", "project")).route({
    method: "GET",
    path: `/projects/{project_id}/analytics/${path}`,
    tags: ["Analytics"],
    summary,
  });

export const getPlayersReport = described("players", "What players were asked for and how playback went.")
  .input(reportInput({ by: z.enum(VIEW_DIMENSIONS).default("player") }))
  .output(
    report({ ...viewFigures.shape, unique }, viewFigures.shape, {
      /** The value of what the table is divided by; empty where it is not known. */
      id: z.string(),
      name: z.string(),
      ...viewFigures.shape,
    }),
  );

const item = {
  id: z.number(),
  title: z.string(),
  ...viewFigures.shape,
  unique,
  /** Null for filters that bytes do not know: player and device. */
  bytes: z.number().nullable(),
};

export const getTopVideosReport = described("top-videos", "The videos that were played most.")
  .input(reportInput({}))
  .output(report({ ...viewFigures.shape, unique }, viewFigures.shape, item));

export const getTopLivestreamsReport = described("top-livestreams", "The livestreams that were watched most.")
  .input(reportInput({}))
  .output(
    report({ ...viewFigures.shape, unique }, viewFigures.shape, {
      ...item,
      sessions: z.number(),
      live_hours: z.number(),
      /** The most viewers at one time, and when; 0 and null without any. */
      peak: z.number(),
      peak_at: moment.nullable(),
    }),
  );

export const getVideoRetention = operation(holds("analytics_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/retention",
    tags: ["Analytics"],
    summary:
      "How often each hundredth of a video was watched, in a range of days in UTC; without the own team and bots.",
  })
  .input(z.object({ id, from: day, to: day }))
  .output(z.object({ data: z.object({ parts: z.array(z.number()) }) }));

export const getBandwidthReport = described("bandwidth", "What was sent to viewers.")
  .input(reportInput({ by: z.enum(DELIVERY_DIMENSIONS).default("item") }))
  .output(
    report(deliveryFigures.shape, deliveryFigures.shape, {
      /** The value of what the table is divided by; empty where it is not known. */
      id: z.string(),
      name: z.string(),
      bytes: z.number(),
      requests: z.number(),
    }),
  );

export const getTranscodeReport = described("transcode", "What was encoded, how long it waited and took.")
  .input(reportInput({}))
  .output(
    report(transcodeFigures.shape, transcodeFigures.shape, {
      id: z.number(),
      video_id: z.number(),
      title: z.string(),
      state: z.enum(["complete", "failed", "cancelled"]),
      finished_at: moment,
      source_seconds: z.number(),
      waited_seconds: z.number(),
      encode_seconds: z.number(),
      failure: z.string().nullable(),
      renditions: z.array(z.object({ height: z.number(), seconds: z.number(), bytes: z.number() })),
    }),
  );
