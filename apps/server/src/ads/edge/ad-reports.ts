import { AD_EVENTS, AD_REPORT_MAX } from "@kinora/domain/ads/ad-events.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { networkOf } from "../../platform/http/client-address.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { AdCounts } from "./ad-counts.ts";

const REPORT_BYTES = 4_096;
const HASH = /^[A-Za-z0-9_-]{4,64}$/;
const EVERYWHERE = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

const adReport = z.object({
  /** Random; a report that arrives twice counts once. Pages of older versions send none. */
  id: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional(),
  events: z
    .array(z.object({ event: z.enum(AD_EVENTS), code: z.number().int().min(100).max(999).optional() }))
    .min(1)
    .max(AD_REPORT_MAX),
});

/** Serves `POST /embed/{hash}/ads`, where players report what happened to ads. Every valid report is answered alike. */
export function serveAdReports(app: FastifyInstance, counts: AdCounts): void {
  app.post<{ Params: { hash: string } }>("/embed/:hash/ads", { bodyLimit: REPORT_BYTES }, async (request, reply) => {
    const { data: report } = adReport.safeParse(request.body);
    if (!report)
      throw new Refusal(
        "invalid",
        `Send 1 to ${AD_REPORT_MAX} events, each with a name and, for errors, a VAST code; an id has 24 hexadecimal digits.`,
      );
    const entries = report.events.map(({ event, code }) => (code === undefined ? { event } : { event, code }));
    const { hash } = request.params;
    if (HASH.test(hash)) counts.add(hash, { client: networkOf(request.ip), id: report.id ?? null }, entries);
    return reply
      .status(204)
      .headers({ ...EVERYWHERE, "cache-control": "no-store" })
      .send();
  });
  app.options("/embed/:hash/ads", (_request, reply) =>
    reply
      .status(204)
      .headers({
        ...EVERYWHERE,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
        "access-control-max-age": 86_400,
      })
      .send(),
  );
}
