import type { RequestListener } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { EVERYWHERE, listenOnIpv6Too } from "../platform/both-families.ts";
import { serviceChecks } from "../platform/checks.ts";
import { trustRanges } from "../platform/client-address.ts";
import { createHttpServer, strictTransportSecurity } from "../platform/http.ts";
import type { RunningRole } from "../platform/running-role.ts";
import { Audience } from "../playback/audience.ts";
import { readBuiltFiles } from "../playback/built-files.ts";
import { EmbedSightings } from "../playback/embed-sightings.ts";
import { createLiveHandler } from "../playback/live-handler.ts";
import { LiveSource } from "../playback/live-source.ts";
import { createMediaHandler } from "../playback/media-handler.ts";
import { createPlaybackRules } from "../playback/playback-rules.ts";
import { createPlaybackStreams } from "../playback/playback-streams.ts";
import { servePages } from "../playback/public-pages.ts";
import { StoredFiles } from "../playback/stored-files.ts";

/** Memory for files that are asked for again and again. */
const HOT_BYTES = 192 * 1_048_576;
/** A client that takes nothing for this long is gone. */
const IDLE_MS = 60_000;
const BUILT = new URL("../../../embed/dist/", import.meta.url);

/** Public playback: embed and share pages, the player's files, and the media itself. No cookies, no sessions. */
export async function start(services: Services): Promise<RunningRole> {
  const app = await createEdge(services, BUILT);
  await app.listen({ port: services.config.ports.edge, host: EVERYWHERE });
  await listenOnIpv6Too(app.server, EVERYWHERE);
  return { close: () => app.close() };
}

/** The edge without a port; `built` is the folder of the embed app's build. */
export async function createEdge(services: Services, built: URL): Promise<FastifyInstance> {
  const app = createHttpServer({
    name: "edge",
    config: services.config,
    publicUrl: services.config.urls.edge,
    log: services.log,
    checks: serviceChecks(services),
    metrics: services.metrics,
  });
  const rules = createPlaybackRules(services);
  const files = await readBuiltFiles(built);
  files.serve(app);
  const streams = createPlaybackStreams(services);
  const audience = new Audience(trustRanges(services.config.trustedProxies));
  servePages(app, rules, streams, files.pages, audience, new EmbedSightings(services), services.config.urls.edge);
  const media = new StoredFiles(services.storage, HOT_BYTES);
  const video = createMediaHandler(rules, media, services.log);
  const live = createLiveHandler(rules, streams, new LiveSource(streams), media, audience, services.log, video);
  const transportSecurity = strictTransportSecurity(services.config.urls.edge);
  putInFront(app, "/hls/", (request, response) => {
    if (transportSecurity) response.setHeader("strict-transport-security", transportSecurity);
    if (!live(request, response)) video(request, response);
  });
  app.server.timeout = IDLE_MS;
  app.addHook("onClose", () => {
    rules.close();
    streams.close();
    media.close();
  });
  return app;
}

/** Hands requests under `prefix` to a plain handler before the framework sees them. */
function putInFront(app: FastifyInstance, prefix: string, handler: RequestListener): void {
  const framework = app.server.listeners("request");
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    if (request.url?.startsWith(prefix)) handler(request, response);
    else for (const listener of framework) Reflect.apply(listener, app.server, [request, response]);
  });
}
