import { PIXEL_URL_MAX } from "@kinora/domain/analytics/pixel-macros.ts";
import { MATOMO_URL_MAX } from "@kinora/domain/analytics/providers.ts";
import { VIEW_EVENTS } from "@kinora/domain/analytics/view-events.ts";
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
};

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
    summary: "Where the players of a project report views to.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: providers }));

export const saveAnalyticsProviders = operation(holds("ga_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/analytics-providers",
    tags: ["Analytics"],
    summary: "Changes where the players of a project report views to; players that load from now on follow.",
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
