import { REASON_CODES, RULES } from "@kinora/domain/restrictions/reasons.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";
import { policyInput } from "./policy-shape.ts";

const TAGS = ["Restrictions"];

const trace = z.array(
  z.object({
    rule: z.enum(RULES),
    verdict: z.enum(["passed", "stopped", "off", "unreached"]),
    detail: z.string(),
  }),
);

export const simulateRestriction = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"), {
  reads: true,
})
  .route({
    method: "POST",
    path: "/projects/{project_id}/restrictions/{id}/simulate",
    tags: TAGS,
    summary:
      "What the edge would decide about a request, rule by rule; with a draft of the rules in place of the saved ones.",
  })
  .input(
    z.object({
      project_id: id,
      id,
      policy: policyInput.optional(),
      /** URL of the page; left out: the browser sends none. */
      page: z.string().max(2_000).optional(),
      /** The viewer's address; with it the country is looked up. */
      address: z.union([z.ipv4(), z.ipv6()], "Write an IP address, such as 192.0.2.1.").optional(),
      /** Two letters; goes before the address's own. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "Write two letters, such as DE.")
        .optional(),
      agent: z.string().max(500).default(""),
      token: z.string().max(4_000).optional(),
      /** The video's public id; with neither this nor a playlist it is what the token names. */
      video: z.string().max(64).optional(),
      /** The public id of a playlist: of its page, or with a video of one that plays on that page. */
      playlist: z.string().max(64).optional(),
      password: z.string().max(200).optional(),
      other_sessions: z.number().int().min(0).max(1_000_000).default(0),
    }),
  )
  .output(
    z.object({
      data: z.object({
        allowed: z.boolean(),
        reason: z.enum(REASON_CODES).nullable(),
        /** What the viewer reads. */
        message: z.string().nullable(),
        country: z.string().nullable(),
        trace,
      }),
    }),
  );

export const findRestrictedVideo = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/restrictions/{id}/newest-video",
    tags: TAGS,
    summary:
      "The newest video that has a profile, its own or an inherited one; null for none. Of those that inherit it the project's newest 1,000 are searched.",
  })
  .input(z.object({ project_id: id, id }))
  .output(z.object({ data: z.object({ hash: z.string(), title: z.string() }).nullable() }));

export const dryRunRestriction = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"), {
  reads: true,
})
  .route({
    method: "POST",
    path: "/projects/{project_id}/restrictions/{id}/dry-run",
    tags: TAGS,
    summary: "How many player loads of the last seven days a profile, or a draft of it, would have refused.",
  })
  .input(z.object({ project_id: id, id, policy: policyInput.optional() }))
  .output(
    z.object({
      data: z.object({
        loads: z.number(),
        denied: z.number(),
        /** The oldest load that was checked; null without any. */
        since: moment.nullable(),
        /** Whether there were more loads than are checked. */
        sampled: z.boolean(),
        /** What would refuse them, the most frequent first. */
        reasons: z.array(z.object({ reason: z.enum(REASON_CODES), loads: z.number() })),
        /** The pages, or countries, that lose most. */
        pages: z.array(z.object({ page: z.string().nullable(), loads: z.number() })),
      }),
    }),
  );
