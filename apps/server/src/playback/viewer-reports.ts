import type { FastifyInstance } from "fastify";
import { watchReport } from "../platform/access/audience.ts";
import { Refusal } from "../platform/refusal.ts";
import { readPass } from "./gate/asked-pass.ts";
import { READABLE_EVERYWHERE, type PageParts, type VideoRoute } from "./public-page.ts";

const REPORT_BYTES = 1_024;
const LEFT_BYTES = 8_192;
const PREFLIGHT_SECONDS = 86_400;

/** Takes what embed pages report: the figures of a viewer, and that a viewer left. */
export function serveViewerReports(app: FastifyInstance, { gate, audience }: PageParts): void {
  app.post<VideoRoute>("/embed/:hash/left", { bodyLimit: LEFT_BYTES }, async (request, reply) => {
    const session = gate.sessionOf(request.params.hash, readPass(request.query.token) ?? "");
    if (session !== null) await gate.leave(session);
    return reply
      .status(204)
      .headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" })
      .send();
  });

  app.post<VideoRoute>("/embed/:hash/watched", { bodyLimit: REPORT_BYTES }, async (request, reply) => {
    const { data: report } = watchReport.safeParse(request.body);
    if (!report) throw new Refusal("invalid", "Send watched_seconds, stalled_seconds and latency_seconds.");
    // Ignored reports are answered alike: a player cannot do anything about them.
    audience.report(request.params.hash, audience.viewerOf(request.raw), report);
    return reply
      .status(204)
      .headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" })
      .send();
  });
  app.options("/embed/:hash/watched", (_request, reply) =>
    reply
      .status(204)
      .headers({
        ...READABLE_EVERYWHERE,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
        "access-control-max-age": PREFLIGHT_SECONDS,
      })
      .send(),
  );
}
