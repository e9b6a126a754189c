import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../platform/refusal.ts";
import { findItem, type FoundItem } from "./found-item.ts";
import { readPass } from "./gate/asked-pass.ts";
import type { Gate } from "./gate/gate.ts";
import { withoutQuery } from "./gate/page-address.ts";
import type { PlaybackRecords } from "./gate/records.ts";
import { HASH } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStreams } from "./playback-streams.ts";

/** A page of 400 characters in UTF-8, and two public ids. */
const REPORT_BYTES = 4_096;
const LONGEST_PAGE = 2_000;

const publicId = z.string().regex(new RegExp(`^${HASH}$`));

/** What a player reports when a video begins to play. */
const playReport = z.object({
  /** URL of the page around the player; null without one. */
  page: z.string().max(LONGEST_PAGE).nullable(),
  player: publicId.nullable(),
  playlist: publicId.nullable(),
});

interface ReportRoute {
  Params: { hash: string };
  Querystring: { token?: string | string[] };
}

/** Takes the reports of players whose video began to play. The body is JSON in plain text, so that no preflight precedes it. */
export function servePlayReports(
  app: FastifyInstance,
  parts: { rules: PlaybackRules; streams: PlaybackStreams; gate: Gate; records: PlaybackRecords },
): void {
  app.post<ReportRoute>("/embed/:hash/played", { bodyLimit: REPORT_BYTES }, async (request, reply) => {
    const { data: report } = playReport.safeParse(parsed(request.body));
    if (!report) throw new Refusal("invalid", "Send page, player and playlist, each a text or null.");
    const { hash } = request.params;
    const pass = readPass(request.query.token);
    const found = await findItem(parts, hash, pass);
    // Ignored reports are answered alike: a player cannot do anything about them.
    if (found.video && (await isViewer(parts.gate, found, request.raw, pass))) {
      const { id, projectId } = found.video;
      const kind = found.live ? "stream" : "video";
      // The page of a pass was checked; a player behind a password form does not have it.
      const page = pass === null ? report.page : parts.gate.pageOfPass(hash, pass);
      parts.records.played({ ...report, projectId, item: { kind, id }, page: withoutQuery(page) });
    }
    return reply
      .status(204)
      .headers({
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "no-store",
      })
      .send();
  });
}

/** Whether a report is a viewer's: members look at videos with passes of their own, and restricted ones need a viewer's pass. */
async function isViewer(
  gate: Gate,
  { gated }: FoundItem,
  request: Parameters<Gate["recheck"]>[1],
  pass: string | null,
): Promise<boolean> {
  if (!gated) return pass === null;
  const admission = pass === null ? null : await gate.recheck(gated, request, pass);
  return admission?.kind === "admitted" || admission?.kind === "open";
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
