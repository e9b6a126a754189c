import { KEPT_DAYS, OWN_ADDRESSES_MAX } from "@kinora/domain/analytics/own-counting.ts";
import { PIXEL_URL_MAX } from "@kinora/domain/analytics/pixel-macros.ts";
import { MATOMO_URL_MAX } from "@kinora/domain/analytics/providers.ts";
import { VIEW_EVENTS } from "@kinora/domain/analytics/view-events.ts";
import { parseRange } from "@kinora/domain/restrictions/addresses.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

const SITE = "Enter the site's number in Matomo.";

const shape = {
  google: z.object({
    /** `G-…`; empty for none. */
    measurement_id: z.string().trim().max(30, "A measurement ID can have up to 30 characters."),
  }),
  matomo: z.object({
    /** Empty for none. */
    url: z.string().trim().max(MATOMO_URL_MAX, `An address can have up to ${MATOMO_URL_MAX} characters.`),
    site_id: z.number(SITE).int(SITE).min(1, SITE).max(1_000_000_000, SITE),
  }),
  pixel: z.object({
    /** With macros, as `{event}`; empty for none. */
    url: z.string().trim().max(PIXEL_URL_MAX, `A pixel URL can have up to ${PIXEL_URL_MAX} characters.`),
  }),
  /** The events that are sent. */
  events: z
    .array(z.enum(VIEW_EVENTS))
    .max(VIEW_EVENTS.length, "Choose each event once.")
    .transform((events) => VIEW_EVENTS.filter((event) => events.includes(event))),
  /** Nothing is loaded or sent before the page around a player says that its viewer consents. */
  consent: z.boolean(),
  /** IP addresses and ranges whose views count as those of the team. */
  own_addresses: z
    .array(
      z
        .string()
        .trim()
        .refine((text) => parseRange(text) !== null, {
          error: ({ input }) =>
            `${JSON.stringify(input)} is no IP address or range, such as 192.0.2.0/24 or 2001:db8::/32.`,
        }),
    )
    .max(OWN_ADDRESSES_MAX, `A project can have up to ${OWN_ADDRESSES_MAX} addresses of its own.`)
    .transform((addresses) => [...new Set(addresses)])
    .default([]),
  /** Figures of viewers that are older are deleted, of all of the project; null keeps them. */
  kept_days: z
    .literal(KEPT_DAYS, `Choose one of ${KEPT_DAYS.join(", ")} days.`)
    .nullable()
    .default(null),
};

/** What a file of the project says of its analytics. */
export const analyticsFields = shape;

const providers = z.object({
  ...shape,
  /** Null while nothing was saved. */
  updated_at: moment.nullable(),
});

export const getAnalyticsProviders = operation(holds("ga_view", "project", "ga_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/analytics-providers",
    tags: ["Analytics"],
    summary: "Where the players of a project report views to, and what is counted of them here.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: providers }));

export const saveAnalyticsProviders = operation(holds("ga_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/analytics-providers",
    tags: ["Analytics"],
    summary:
      "Changes where the players of a project report views to, which players that load from now on follow, and what is counted here.",
  })
  .input(z.object({ project_id: id, ...shape }))
  .output(message.extend({ data: providers }));

export const testAnalyticsProviders = operation(holds("ga_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/analytics-providers/test",
    tags: ["Analytics"],
    summary:
      "Sends a test event to Matomo and the pixel, and asks Google whether it knows the ID. Private addresses are refused.",
  })
  .input(z.object({ project_id: id, google: shape.google, matomo: shape.matomo, pixel: shape.pixel }))
  .output(
    z.object({
      data: z.array(
        z.object({
          provider: z.enum(["google", "matomo", "pixel"]),
          ok: z.boolean(),
          /** What happened, for people. */
          text: z.string(),
          url: z.string(),
          /** HTTP status; null without an answer. */
          status: z.number().nullable(),
          took_ms: z.number(),
        }),
      ),
    }),
  );
