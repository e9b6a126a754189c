import { DELIVERY_DIMENSIONS, VIEW_DIMENSIONS } from "@kinora/domain/analytics/reports.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { moment, paginationShape } from "../shapes.ts";
import { reportInput } from "./report-input.ts";

const share = z.number().nullable();

/** Figures of views. Shares are 0–1, and null of nothing. */
export const viewFigures = z.object({
  loads: z.number(),
  plays: z.number(),
  views: z.number(),
  /** Plays of loads. */
  play_rate: share,
  watched_seconds: z.number(),
  /** Seconds watched for each play; null without any. */
  seconds_per_play: z.number().nullable(),
  /** How much of the video a play watches on average; what is watched again counts once. */
  average_watched: share,
  /** How far into the video a play comes on average, also by jumps. */
  average_furthest: share,
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
  /** Requests that a cache in front of the edge answered, of all. */
  cache_hit: share,
  /** Bytes of livestreams, of all. */
  live_share: share,
});

const deliveryTotals = {
  /** Bytes for each play of anyone; null without any. */
  per_play: z.number().nullable(),
  /** Megabits a second on average in the hour in which most was sent. */
  peak_megabits: z.number(),
  /** Megabits a second on average that 95 of 100 hours with any bytes stayed within. */
  p95_megabits: z.number(),
  /** What the project stores now; null for a range that ended before today, and for one that is narrowed. */
  stored: z.number().nullable(),
};

export const transcodeFigures = z.object({
  jobs: z.number(),
  failed: z.number(),
  source_minutes: z.number(),
  /** Of renditions with pictures that complete transcodes encoded, and of uploaded audio tracks: what plans limit and invoices charge. */
  encoded_minutes: z.number(),
  /** Of the sound of videos, which is not part of the encoded minutes. */
  audio_minutes: z.number(),
  /** The encoded minutes by the lines of the shorter side: below 720, up to 1080, and above. */
  sd_minutes: z.number(),
  hd_minutes: z.number(),
  uhd_minutes: z.number(),
  /** Those of uploaded audio tracks. */
  track_minutes: z.number(),
  /** Median seconds in the queue; null without any. */
  waited: z.number().nullable(),
  /** Seconds in the queue that 95 of 100 stayed within; null without any. */
  waited_p95: z.number().nullable(),
  /** Seconds from the first work to the end that 95 of 100 complete ones stayed within; null without any. */
  encode_p95: z.number().nullable(),
  /** Seconds of source encoded in a second; null without any. */
  speed: z.number().nullable(),
  bytes: z.number(),
  /** Complete ones of those that were not canceled. */
  success: share,
  /** Hours of processor time; null where none was measured. */
  cpu_hours: z.number().nullable(),
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
  /** Null where it is narrowed to a device, which bytes do not know. */
  bytes: z.number().nullable(),
  /** The hour of the range in which it was last played; null where it was not. */
  last_play_at: moment.nullable(),
  /** Its place in the table, from 1. */
  rank: z.number(),
  /** Its place in the range before; null where it was not played then, or nothing is compared. */
  rank_before: z.number().nullable(),
  /** A small poster of a video; what viewers of a livestream see now, or its picture while it is off air. Null without one. */
  image_url: z.string().nullable(),
};

export const getTopVideosReport = described("top-videos", "The videos that were played most.")
  .input(reportInput({}))
  .output(report({ ...viewFigures.shape, unique }, viewFigures.shape, item));

const onAir = {
  sessions: z.number(),
  /** Times that the encoder of one of these sessions connected again: it was lost, or another connection took its place. */
  ingest_drops: z.number(),
  live_hours: z.number(),
  /** Hours that restream targets were connected, added up over the targets. */
  restream_hours: z.number(),
  /** The most viewers at one time, of all livestreams that are counted; 0 without any. */
  peak: z.number(),
};

export const getTopLivestreamsReport = described("top-livestreams", "The livestreams that were watched most.")
  .input(reportInput({}))
  .output(
    report(
      { ...viewFigures.shape, ...onAir, unique },
      { ...viewFigures.shape, peak: onAir.peak },
      {
        ...item,
        ...onAir,
        /** When it had the most viewers; null without any. */
        peak_at: moment.nullable(),
      },
    ),
  );

export const getBandwidthReport = described("bandwidth", "What was sent to viewers.")
  .input(reportInput({ by: z.enum(DELIVERY_DIMENSIONS).default("item") }))
  .output(
    report({ ...deliveryFigures.shape, ...deliveryTotals }, deliveryFigures.shape, {
      /** The value of what the table is divided by; empty where it is not known. */
      id: z.string(),
      name: z.string(),
      bytes: z.number(),
      requests: z.number(),
      /** Its bytes of all bytes of the range. */
      share,
      /**
       * Its bytes at the price that the account's terms of today have for the first gigabyte above the included, without discount and
       * VAT, in minor units. For owners of the account; absent for others, and where traffic has no price.
       */
      cost: z.object({ amount: z.number(), currency: z.enum(CURRENCIES) }).optional(),
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
      /** Of processor time; null where it was not measured. */
      cpu_seconds: z.number().nullable(),
      failure: z.string().nullable(),
      encoded_minutes: z.number(),
      renditions: z.array(
        z.object({
          height: z.number(),
          /** Of the shorter side, which names a rendition; 0 for sound. */
          lines: z.number(),
          seconds: z.number(),
          bytes: z.number(),
        }),
      ),
    }),
  );
