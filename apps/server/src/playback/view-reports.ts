import type { IncomingMessage } from "node:http";
import type { ArrivedReport, Audience, PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { browserOf, deviceOf, isBot } from "@kinora/domain/analytics/user-agents.ts";
import { isView, possibleSums, VIEW_PARTS } from "@kinora/domain/analytics/view-sums.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Services } from "../context.ts";
import { networkOf } from "../platform/http/client-address.ts";
import { Refusal } from "../platform/refusal.ts";
import { findItem, type FoundItem } from "./found-item.ts";
import { readPass, type AskedText } from "./gate/asked-pass.ts";
import type { Gate } from "./gate/gate.ts";
import { withoutQuery } from "./gate/page-address.ts";
import { looksLikeViewerPass } from "./gate/viewer-pass.ts";
import { NetworkShare } from "./network-share.ts";
import { HASH } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStreams } from "./playback-streams.ts";
import type { PlaybackPlaylists } from "./playlist-pages/find-playlist.ts";
import { READABLE_EVERYWHERE } from "./public-page.ts";
import { StampViews } from "./stamp-views.ts";
import { numberedView, readStamp } from "./view-stamp.ts";

const REPORT_BYTES = 8_192;
const LONGEST_PAGE = 2_000;
const LONGEST_HOST = 261;
/** Sums that are larger are no measurements. */
const LARGEST = 2_147_483_647;
const MOST_HEIGHTS = 20;
/** Reports of one network in ten seconds: those of 3,000 viewers behind one address, who report every ten seconds. */
const NETWORK_REPORTS = 3_000;
const NETWORK_WINDOW_MS = 10_000;
/** A network that invents views is logged this often. */
const INVENTED_TOLD_MS = 60_000;
/** A page that is open longer is no longer counted. */
const OLDEST_MS = 30 * 86_400_000;

const count = z.number().min(0).max(LARGEST);
const playerReport = z.object({
  number: z.int().min(0).max(LARGEST).optional(),
  view: z.uuid().lowercase().optional(),
  report: z.int().min(1).max(LARGEST),
  stamp: z.string().max(100),
  age_ms: z.number().min(0).max(OLDEST_MS),
  page: z.string().max(LONGEST_PAGE).nullable(),
  player: z
    .string()
    .regex(new RegExp(`^${HASH}$`))
    .nullable(),
  limited: z.boolean(),
  played: z.boolean(),
  ended: z.boolean(),
  first_frame_ms: count.nullable(),
  watched_ms: count,
  waited_ms: count,
  waits: count,
  furthest: z.number().min(0).max(1).nullable(),
  parts: z.array(count).length(VIEW_PARTS).nullable(),
  heights: z
    .record(z.string().regex(/^(?:0|[1-9][0-9]{0,4})$/), count)
    .refine((heights) => Object.keys(heights).length <= MOST_HEIGHTS),
  error: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .nullable(),
  ads: count,
  ad_requests: count,
});

interface Parts {
  services: Services;
  rules: PlaybackRules;
  streams: PlaybackStreams;
  gate: Gate;
  playlists: Pick<PlaybackPlaylists, "lists">;
  /** Whether a project left out the views of an address. */
  isOwn: (projectId: number, address: string) => Promise<boolean>;
  /** Takes a report that counts. */
  count: (report: ArrivedReport) => void;
}

/** What an edge remembers of reports. */
interface Memory {
  views: StampViews;
  /** Takes a network's turn to be logged. */
  told: NetworkShare;
}

/**
 * Takes what players report of their views, as JSON in plain text, so that no preflight precedes it. Every report that can be read
 * is answered at once and alike: a player cannot do anything about one that does not count. A network that floods an edge is
 * refused with 429, so that it cannot take the place of other viewers.
 */
export function serveViewReports(app: FastifyInstance, parts: Parts): void {
  const reading = new Set<Promise<void>>();
  const share = new NetworkShare(NETWORK_REPORTS, NETWORK_WINDOW_MS);
  const memory: Memory = { views: new StampViews(), told: new NetworkShare(1, INVENTED_TOLD_MS) };
  app.post<{ Params: { hash: string }; Querystring: { token?: AskedText } }>(
    "/embed/:hash/view",
    { bodyLimit: REPORT_BYTES },
    async (request, reply) => {
      if (!share.take(request.ip))
        throw new Refusal("rate_limited", "Too many reports from your network.", { retryAfterSeconds: 10 });
      const { data: report } = playerReport.safeParse(parsed(request.body));
      if (!report) throw new Refusal("invalid", "Send the sums of a view, as the player of this version does.");
      const { hash } = request.params;
      const read = readReport(
        parts,
        memory,
        { hash, pass: readPass(request.query.token), request: request.raw },
        report,
      )
        .catch((error: unknown) => parts.services.log.warn({ err: error }, "could not read the report of a view"))
        .finally(() => reading.delete(read));
      reading.add(read);
      return reply
        .status(204)
        .headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" })
        .send();
    },
  );
  app.addHook("preClose", async () => {
    await Promise.all(reading);
  });
}

interface Asked {
  hash: string;
  pass: string | null;
  request: IncomingMessage;
}

async function readReport(parts: Parts, memory: Memory, asked: Asked, told: PlayerReport): Promise<void> {
  const { services, gate } = parts;
  const { number, view: random, report, stamp, age_ms: ageMs, page: around, player, limited, ...reported } = told;
  const arrivedAt = services.clock.now();
  // The connection may be gone once the video is found.
  const viewer = gate.viewerOf(asked.request);
  const signed = readStamp(services.secrets.playbackKey, stamp, asked.hash);
  if (!signed || arrivedAt.getTime() - signed.madeAt.getTime() > OLDEST_MS) return;
  const { madeAt, playlist, isNumbered } = signed;
  const place = isNumbered ? number : undefined;
  const view = isNumbered ? place !== undefined && numberedView(signed, place) : random;
  if (!view) return;
  const found = await findItem(parts, asked.hash, asked.pass);
  const { video, live } = found;
  const admitted = await audienceOf(parts, found, asked, { page: around, agent: viewer.agent });
  if (!video || !admitted) return;
  const audience = admitted === "viewer" && (await parts.isOwn(video.projectId, viewer.address)) ? "team" : admitted;
  if (playlist !== null && !(await parts.playlists.lists(playlist, asked.hash))) return;
  const loadedAt = new Date(Math.max(madeAt.getTime(), arrivedAt.getTime() - ageMs));
  const { address } = viewer;
  const isInvented =
    audience === "viewer" &&
    !memory.views.isPlausible(signed, { id: view, number: place ?? null, loadedAt, arrivedAt, address });
  if (isInvented && memory.told.take(address))
    services.log.warn(
      { network: networkOf(address), item: asked.hash },
      "a network reports more views than its pages can make; they count as automatic",
    );
  const sums = possibleSums(reported, arrivedAt.getTime() - madeAt.getTime(), live);
  const page = pageOf(gate, asked, around);
  parts.count({
    ...{ view, report, sums, arrivedAt, player, playlist, audience: isInvented ? "bot" : audience, loadedAt },
    viewed: isView(sums, live ? null : video.durationSeconds),
    day: madeAt.toISOString().slice(0, 10),
    item: { kind: live ? "stream" : "video", id: video.id, projectId: video.projectId },
    host: page && page.host.length <= LONGEST_HOST ? page.host : null,
    path: page && !limited ? page.pathname : null,
    country: limited ? null : viewer.country,
    device: deviceOf(viewer.agent),
    browser: browserOf(viewer.agent),
    client: limited ? null : `${viewer.address}\n${viewer.agent}`,
  });
}

/** Who watches; null for a viewer who may not. */
async function audienceOf(
  { gate, services }: Parts,
  { gated, video }: FoundItem,
  { pass, request }: Asked,
  { page, agent }: { page: string | null; agent: string },
): Promise<Audience | null> {
  if (!video) return null;
  const viewer = isBot(agent) ? "bot" : "viewer";
  if (page !== null && URL.canParse(page) && new URL(page).origin === new URL(services.config.urls.console).origin)
    return "team";
  if (!gated) return pass === null || looksLikeViewerPass(pass) ? viewer : "team";
  const admission = pass === null ? null : await gate.recheck(gated, request, pass);
  return admission?.kind === "admitted" || admission?.kind === "open" ? viewer : null;
}

/** The page around the player. That of a pass was checked; a player behind a password form does not have it. */
function pageOf(gate: Gate, { hash, pass }: Asked, around: string | null): URL | null {
  const checked = pass !== null && looksLikeViewerPass(pass) ? gate.pageOfPass(hash, pass) : null;
  const page = withoutQuery(checked ?? around);
  if (page === null || !URL.canParse(page)) return null;
  const address = new URL(page);
  return /^https?:$/.test(address.protocol) ? address : null;
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
