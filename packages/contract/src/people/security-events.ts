import { PER_PAGE_MAX } from "@kinora/domain/pages.ts";
import { SECURITY_ACTORS, SECURITY_EVENT_TYPES, SECURITY_EVENTS_PAGE } from "@kinora/domain/people/security-events.ts";
import { z } from "zod";
import { operation, signedIn } from "../access.ts";
import { id, moment, numeral } from "../shapes.ts";

const securityEvent = z.object({
  id: z.number(),
  at: moment,
  type: z.enum(SECURITY_EVENT_TYPES),
  by: z.enum(SECURITY_ACTORS),
  /** The values it names, as the old and the new address; never a secret. */
  values: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Where the person was; null for what others did. */
  ip: z.string().nullable(),
  /** The country of the address, in English; null when it is unknown. */
  country: z.string().nullable(),
});

export const listSecurityEvents = operation(signedIn)
  .route({
    method: "GET",
    path: "/profile/security-events",
    summary: "How the person's sign-in changed, newest first; give the last event's id as `before` to read on.",
  })
  .input(
    z.object({
      before: id.optional(),
      per_page: numeral(z.number().int().min(1).max(PER_PAGE_MAX)).default(SECURITY_EVENTS_PAGE),
    }),
  )
  .output(z.object({ data: z.array(securityEvent), more: z.boolean() }));
