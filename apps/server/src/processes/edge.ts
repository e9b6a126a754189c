import type { RequestListener } from "node:http";
import { NotStored } from "@kinora/storage/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEMO_CLIP_KEY } from "../ads/demo/demo-clip.ts";
import { serveDemoAds } from "../ads/demo/demo-routes.ts";
import { AdCounts } from "../ads/edge/ad-counts.ts";
import { serveAdReports } from "../ads/edge/ad-reports.ts";
import { createAdFacts, createDraftFacts, createPageAds, createPlaylistAds } from "../ads/edge/page-ads.ts";
import { DeliveryCounts } from "../analytics/counting/delivery-counts.ts";
import { ViewCounts } from "../analytics/counting/view-counts.ts";
import { createPageAnalytics } from "../analytics/providers/page-analytics.ts";
import type { Services } from "../context.ts";
import { serveWhipClients } from "../live/ingest/whip/whip-edge.ts";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import { trustRanges } from "../platform/http/client-address.ts";
import type { CountryDatabase } from "../platform/http/countries.ts";
import { createHttpServer, strictTransportSecurity } from "../platform/http/http.ts";
import { requestTracing } from "../platform/http/traced-requests.ts";
import { serviceHealth } from "../platform/process/checks.ts";
import { machineMemory } from "../platform/process/machine-memory.ts";
import type { RunningRole } from "../platform/process/running-role.ts";
import { ArrivingUploads } from "../playback/arriving-uploads.ts";
import { Audience } from "../playback/audience.ts";
import { readBuiltFiles, type BuiltFiles } from "../playback/built-files.ts";
import { Deliveries, type Delivered } from "../playback/deliveries.ts";
import { createEmbedPlayers } from "../playback/embed-players.ts";
import { serveEmbedPages } from "../playback/embed-routes.ts";
import { EmbedSightings } from "../playback/embed-sightings.ts";
import { traceFirstSegments } from "../playback/first-segments.ts";
import { serveBlockedPictures } from "../playback/gate/blocked-pictures.ts";
import { Gate } from "../playback/gate/gate.ts";
import { PlaybackRecords } from "../playback/gate/records.ts";
import { createLiveHandler } from "../playback/live-handler.ts";
import { LiveSource } from "../playback/live-source.ts";
import { createMediaHandler } from "../playback/media-handler.ts";
import { fileHeaders, KEPT } from "../playback/media-headers.ts";
import { FrameDecoding } from "../playback/moments/frame-decoding.ts";
import { LiveMoments } from "../playback/moments/live-moments.ts";
import { MomentPictures } from "../playback/moments/moment-pictures.ts";
import { serveMoments } from "../playback/moments/moment-routes.ts";
import { serveOembed } from "../playback/oembed-routes.ts";
import { servePlayReports } from "../playback/play-reports.ts";
import { createPlaybackRules, type PlaybackRules } from "../playback/playback-rules.ts";
import { createPlaybackStreams, type PlaybackStreams } from "../playback/playback-streams.ts";
import { servePlayerPictures } from "../playback/player-pictures.ts";
import { PlayerSightings } from "../playback/player-sightings.ts";
import { createPlaybackPlaylists } from "../playback/playlist-pages/find-playlist.ts";
import { servePlaylists } from "../playback/playlist-pages/playlist-routes.ts";
import { createProblemPage } from "../playback/problem-page.ts";
import type { PageParts } from "../playback/public-page.ts";
import { RequestingPages } from "../playback/requesting-page.ts";
import { createShareProjects } from "../playback/share-project.ts";
import { serveSharePages } from "../playback/share-routes.ts";
import { createShareTranscripts } from "../playback/share-transcript.ts";
import { StoredFiles } from "../playback/stored-files.ts";
import { answerUnknownPages, leadToPages } from "../playback/unknown-page.ts";
import { serveViewReports } from "../playback/view-reports.ts";
import { signStamp } from "../playback/view-stamp.ts";
import { serveViewerReports } from "../playback/viewer-reports.ts";
import { createWatchedParts } from "../playback/watched-parts.ts";
import { serveWhepViewers } from "../playback/whep/whep-edge.ts";
import { WhepSource } from "../playback/whep/whep-source.ts";
import { WhepViewers } from "../playback/whep/whep-viewers.ts";

/** Memory for the cache of frequently requested files: a sixteenth of the machine's, up to this. */
const HOT_BYTES = 192 * 1_048_576;
/** A connection without progress for this long is closed. */
const IDLE_MS = 60_000;
const WITHOUT_DATABASE =
  "Without the database, videos and livestreams that this edge showed within the last hour go on playing; others do not start.";
const BUILT = new URL("../../../embed/dist/", import.meta.url);

/** Public playback: embed and share pages, the player's files, and the media itself. No cookies, no sessions. */
export async function start(services: Services): Promise<RunningRole> {
  const app = await createEdge(services, BUILT);
  await app.listen({ port: services.config.ports.edge, host: services.config.listenHost });
  await listenOnIpv6Too(app.server, services.config.listenHost);
  return { close: () => app.close() };
}

/** How often an edge writes what it collects, in milliseconds; tests shorten it. */
export interface EdgeTimes {
  /** Loads and plays of players, and refused requests. */
  recordsMs?: number;
  /** What players report of views. */
  viewsMs?: number;
  /** What they report of ads. */
  adsMs?: number;
}

/** The edge without a port; `built` is the folder of the embed app's build. */
export async function createEdge(services: Services, built: URL, times: EdgeTimes = {}): Promise<FastifyInstance> {
  const files = await readBuiltFiles(built);
  const rules = createPlaybackRules(services);
  const streams = createPlaybackStreams(services);
  const app = createEdgeServer(services, files, () => rules.canStandIn() || streams.canStandIn());
  files.serve(app);
  const playlists = createPlaybackPlaylists(services);
  const audience = new Audience(trustRanges(services.config.trustedProxies));
  const records = new PlaybackRecords(services, times.recordsMs);
  const geo = await services.countries.open();
  const gate = new Gate(services, geo, records);
  servePlayReports(app, { rules, streams, gate, records });
  const analytics = createPageAnalytics(services);
  serveCounting(app, { services, rules, streams, gate, playlists, isOwn: analytics.isOwn }, times);
  const adFactsOf = createAdFacts(services);
  const pages: PageParts = {
    projectOf: createShareProjects(services.db),
    rules,
    streams,
    players: createEmbedPlayers(services),
    adsOf: createPageAds(services, adFactsOf),
    adFactsOf: createDraftFacts(services, adFactsOf),
    adsOfPlaylist: createPlaylistAds(services),
    analyticsOf: analytics.providersOf,
    watchedPartsOf: createWatchedParts(services),
    transcriptOf: createShareTranscripts(services),
    gate,
    records,
    playlists,
    files: files.pages,
    audience,
    sightings: new EmbedSightings(services),
    playerSightings: new PlayerSightings(services),
    stamp: (item) => signStamp(services.secrets.playbackKey, item, services.clock.now()),
    edgeUrl: services.config.urls.edge,
    consoleUrl: services.config.urls.console,
  };
  leadToPages(app);
  serveEmbedPages(app, pages);
  servePlaylists(app, services.db, pages);
  serveViewerReports(app, pages);
  serveSharePages(app, pages);
  serveOembed(app, pages);
  servePlayerPictures(app, services.db);
  serveBlockedPictures(app, services.db);
  if (services.config.whip) await serveWhipClients(app, services);
  const media = new StoredFiles(services.storage, Math.min(HOT_BYTES, machineMemory() / 16));
  const source = new LiveSource(streams, services.secrets, services.tracing);
  servePicturesOfMoments(app, services, { rules, gate, streams, source, media });
  serveAds(app, services, media, times);
  const deliveries = countDeliveries(app, services, { gate, geo });
  serveMedia(app, services, { rules, gate, streams, source, media, audience, deliveries });
  if (services.config.whip) await serveWhep(app, services, { rules, gate, streams, audience, deliveries });
  app.addHook("onClose", async () => {
    for (const each of [rules, streams, playlists, media]) each.close();
    await records.close();
  });
  return app;
}

/** `canStandIn` says whether anything continues to play while the database is away. */
function createEdgeServer(services: Services, { pages }: BuiltFiles, canStandIn: () => boolean): FastifyInstance {
  const { config, log, metrics } = services;
  const health = serviceHealth(services);
  return createHttpServer({
    name: "edge",
    notFound: answerUnknownPages(pages, config.urls.edge),
    config,
    publicUrl: config.urls.edge,
    log,
    problemPage: createProblemPage(pages),
    checks: health.checks,
    // A balancer must not take an edge away that still plays what viewers watch.
    standIns: { ...health.standIns, database: () => (canStandIn() ? WITHOUT_DATABASE : null) },
    metrics,
    ...requestTracing(services),
  });
}

interface MediaParts {
  rules: PlaybackRules;
  gate: Gate;
  streams: PlaybackStreams;
  source: LiveSource;
  media: StoredFiles;
  audience: Audience;
  deliveries: Deliveries;
}

/** Videos and livestreams share the limits of what is decoded. */
function servePicturesOfMoments(
  app: FastifyInstance,
  services: Services,
  { rules, gate, streams, source, media }: Omit<MediaParts, "deliveries" | "audience">,
): void {
  const decoding = new FrameDecoding(services.log);
  const pictures = new MomentPictures(services, rules, media, decoding);
  serveMoments(app, { rules, streams, gate, pictures, live: new LiveMoments(source, media, decoding), files: media });
}

/** Media is most of what viewers ask for: it does not need the framework. */
function serveMedia(app: FastifyInstance, services: Services, parts: MediaParts): void {
  const { rules, gate, streams, source, media, audience, deliveries } = parts;
  const { config } = services;
  const video = createMediaHandler(rules, gate, media, new ArrivingUploads(services), deliveries, services);
  const counts = { audience, deliveries };
  const live = createLiveHandler(rules, gate, streams, source, media, counts, services, video);
  const transportSecurity = strictTransportSecurity(config.urls.edge);
  const traceFirst = traceFirstSegments(services);
  putInFront(app, "/hls/", (request, response) => {
    traceFirst?.(request, response);
    if (transportSecurity) response.setHeader("strict-transport-security", transportSecurity);
    if (!live(request, response)) video(request, response);
  });
  app.server.timeout = IDLE_MS;
}

/** Counts views: what their players report is written when the edge closes, too. */
function serveCounting(
  app: FastifyInstance,
  parts: Omit<Parameters<typeof serveViewReports>[1], "count">,
  { viewsMs }: EdgeTimes,
): void {
  const views = new ViewCounts(parts.services, viewsMs);
  serveViewReports(app, { ...parts, count: (report) => views.add(report) });
  app.addHook("onClose", () => views.close());
}

/** Viewers over WebRTC. */
async function serveWhep(
  app: FastifyInstance,
  services: Services,
  parts: Omit<MediaParts, "source" | "media">,
): Promise<void> {
  const source = new WhepSource(services);
  const viewers = new WhepViewers({ ...parts, source, log: services.log, most: services.config.whip?.viewers ?? 0 });
  await serveWhepViewers(app, { ...parts, source, viewers, turn: services.config.turn });
}

function countDeliveries(
  app: FastifyInstance,
  services: Services,
  parts: { gate: Gate; geo: CountryDatabase },
): Deliveries {
  const counts = new DeliveryCounts(services);
  app.addHook("onClose", () => counts.close());
  const isTrusted = trustRanges(services.config.trustedProxies);
  const pages = new RequestingPages(services.config.urls.edge);
  const count = (delivered: Delivered, bytes: number) => {
    counts.add(delivered, bytes);
    services.metrics.countSent(delivered.item.kind, bytes);
  };
  return new Deliveries({ ...parts, isTrusted, pages, count });
}

function serveAds(app: FastifyInstance, services: Services, media: StoredFiles, { adsMs }: EdgeTimes): void {
  const counts = new AdCounts(services, adsMs);
  serveAdReports(app, counts);
  serveDemoAds(app, services.config, (request, reply) => sendDemoClip(media, request, reply));
  app.addHook("onClose", () => counts.close());
}

/** A worker makes the clip when it starts: until then it is missing. */
async function sendDemoClip(media: StoredFiles, { raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await media.send(raw, reply.raw, DEMO_CLIP_KEY, fileHeaders("video/mp4", KEPT.public));
  } catch (error) {
    if (!(error instanceof NotStored)) throw error;
    reply.raw.writeHead(404, { "access-control-allow-origin": "*", "cache-control": "no-store" }).end();
  }
}

/** Routes requests under `prefix` to a plain handler before the framework. */
function putInFront(app: FastifyInstance, prefix: string, handler: RequestListener): void {
  const framework = app.server.listeners("request");
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    if (request.url?.startsWith(prefix)) handler(request, response);
    else for (const listener of framework) Reflect.apply(listener, app.server, [request, response]);
  });
}
