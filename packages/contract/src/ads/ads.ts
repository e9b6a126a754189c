import { AD_EVENTS } from "@kinora/domain/ads/ad-events.ts";
import {
  AD_BREAKS_MAX,
  AD_EXCLUSIONS_MAX,
  AD_FREQUENCIES,
  AD_MODES,
  AD_POSITIONS,
  AD_RANGES,
  AD_TAGS_MAX,
  AT_RANGES,
  CUE_POINTS_MAX,
  LIVE_ADS,
  VIDEO_ADS,
} from "@kinora/domain/ads/ad-settings.ts";
import { AD_TAG_MAX } from "@kinora/domain/ads/ad-tag.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment, named, numeral, readVersion, version } from "../shapes.ts";

const whole = ({ min, max }: { min: number; max: number }) => {
  const said = `This is a whole number from ${min} to ${max}.`;
  return z.number().int(said).min(min, said).max(max, said);
};

const tag = z.string().trim().max(AD_TAG_MAX, `An ad tag can have up to ${AD_TAG_MAX} characters.`);

export const adSourceShape = {
  /** VAST URLs: the tag, then its fallbacks in order. */
  tags: z.array(tag).max(AD_TAGS_MAX, `A break can have ${AD_TAGS_MAX} tags.`),
  max_ads: whole(AD_RANGES.max_ads),
  /** For ads that do not say it themselves; null: never. */
  skip_after_seconds: whole(AD_RANGES.skip_after_seconds).nullable(),
  min_content_seconds: whole(AD_RANGES.min_content_seconds),
};

export const adSettingsShape = {
  mode: z.enum(AD_MODES),
  single: z.object(adSourceShape),
  breaks: z
    .array(
      z.object({
        ...adSourceShape,
        position: z.enum(AD_POSITIONS),
        /** Seconds, percent or minutes, as the position says; 0 before and after the content. */
        at: z.number().min(0).max(AT_RANGES.time.max),
      }),
    )
    .max(AD_BREAKS_MAX, `A schedule can have ${AD_BREAKS_MAX} breaks.`),
  vmap_tag: tag,
  /** In livestreams: prerolls alone, or also the breaks for which their operator asks. */
  live: z.enum(LIVE_ADS).default("cues"),
  ads_timeout_ms: whole(AD_RANGES.ads_timeout_ms),
  preroll_timeout_ms: whole(AD_RANGES.preroll_timeout_ms),
  frequency: z.object({ kind: z.enum(AD_FREQUENCIES), n: whole(AD_RANGES.frequency) }),
  excluded_category_ids: z.array(id).max(AD_EXCLUSIONS_MAX),
  excluded_tag_ids: z.array(id).max(AD_EXCLUSIONS_MAX),
  consent: z.boolean(),
};

const namedList = z.array(named);

/** A schedule with its settings. */
export const adSettings = z.object({
  ...adSettingsShape,
  /** Null for the default one while nothing was saved. */
  id: z.number().nullable(),
  name: z.string(),
  is_default: z.boolean(),
  /** 0 while nothing was saved. */
  version,
  /** Categories it is chosen for. */
  categories: namedList,
  /** Null while nothing was saved. */
  updated_at: moment.nullable(),
  /** Names of the excluded categories and tags. */
  excluded: z.object({
    categories: namedList,
    tags: namedList,
  }),
  /** Tags of this installation's own ad server, to try things with. */
  demo_tags: z.array(z.object({ name: z.string(), url: z.string() })),
});

export const getAds = operation(holds("ads_view", "project", "ads_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/ads",
    tags: ["Ads"],
    summary: "The default ad schedule of a project.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: adSettings }));

export const saveAds = operation(holds("ads_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/ads",
    tags: ["Ads"],
    summary: "Changes the default ad schedule of a project; players that load from now on follow.",
  })
  .input(z.object({ project_id: id, version: readVersion, ...adSettingsShape }))
  .output(message.extend({ data: adSettings }));

const videoAdsShape = {
  use: z.enum(VIDEO_ADS),
  tag,
  /** Seconds. */
  cue_points: z.array(z.number().min(AT_RANGES.time.min).max(AT_RANGES.time.max)).max(CUE_POINTS_MAX),
};
const videoAds = z.object({
  ...videoAdsShape,
  /** The schedule chosen for it; null: that of its category, else the default one. */
  schedule_id: z.number().nullable(),
  /** What it has without a choice. */
  project_schedule: z.string(),
  project_mode: z.enum(AD_MODES),
  /** What can be chosen. */
  schedules: z.array(z.object({ id: z.number(), name: z.string(), mode: z.enum(AD_MODES) })),
});

export const getVideoAds = operation(holds("ads_view", "video", "ads_manage"))
  .route({ method: "GET", path: "/videos/{id}/ads", tags: ["Ads"], summary: "The ads of a video." })
  .input(z.object({ id }))
  .output(z.object({ data: videoAds }));

export const saveVideoAds = operation(holds("ads_manage", "video"))
  .route({
    method: "PUT",
    path: "/videos/{id}/ads",
    tags: ["Ads"],
    summary: "Gives a video a schedule of the project, no ads, or a tag of its own with cue points.",
  })
  .input(z.object({ id, ...videoAdsShape, schedule_id: id.nullable().default(null) }))
  .output(message.extend({ data: videoAds }));

export const tagStep = z.object({
  url: z.string(),
  /** Wrappers before it. */
  depth: z.number(),
  kind: z.enum(["vmap", "wrapper", "inline", "empty", "failed"]),
  /** Null without an answer. */
  http_status: z.number().nullable(),
  took_ms: z.number(),
  size_bytes: z.number().nullable(),
  /** As the document says. */
  version: z.string().nullable(),
  error: z.string().nullable(),
});

const testedAd = z.object({
  id: z.string(),
  title: z.string(),
  system: z.string(),
  /** Position in a pod; null outside of one. */
  sequence: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  skip_after_seconds: z.number().nullable(),
  media: z.array(
    z.object({
      url: z.string(),
      type: z.string(),
      width: z.number(),
      height: z.number(),
      bitrate_kbps: z.number(),
      /** VPAID and SIMID are programs, which the player does not run. */
      api_framework: z.string().nullable(),
      /** Whether browsers play it, by the rules of the player. */
      playable: z.boolean(),
    }),
  ),
});

export const adTagTest = z.object({
  /** The tag with its macros filled. */
  url: z.string(),
  steps: z.array(tagStep),
  ads: z.array(testedAd),
  /** Of a VMAP document. */
  breaks: z.array(z.object({ position: z.enum(AD_POSITIONS), at: z.number(), tag: z.string().nullable() })),
  errors: z.array(z.object({ code: z.number(), text: z.string() })),
  took_ms: z.number(),
});

export const testAdTag = operation(holds("ads_manage", "project"), { reads: true })
  .route({
    method: "POST",
    path: "/projects/{project_id}/ads/test",
    tags: ["Ads"],
    summary:
      "Requests an ad tag from the server and describes its wrappers, ads and errors. Private addresses are refused.",
  })
  .input(z.object({ project_id: id, tag: tag.min(1, "Enter an ad tag URL.") }))
  .output(z.object({ data: adTagTest }));

export const AD_REPORT_DAYS = [1, 7, 28, 90] as const;

export const getAdReport = operation(holds("ads_view", "project", "ads_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/ads/report",
    tags: ["Ads"],
    summary: "What players reported of a project's ads: counts by event and by error code, over the last days in UTC.",
  })
  .input(z.object({ project_id: id, days: numeral(z.number().pipe(z.literal(AD_REPORT_DAYS))).default(28) }))
  .output(
    z.object({
      data: z.object({
        totals: z.record(z.enum(AD_EVENTS), z.number()),
        /** The most frequent first. */
        errors: z.array(z.object({ code: z.number(), text: z.string(), count: z.number() })),
        /** Oldest first, without empty days. */
        days: z.array(z.object({ day: z.string(), requests: z.number(), impressions: z.number(), errors: z.number() })),
      }),
    }),
  );
