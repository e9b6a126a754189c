import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { openViewerStream } from "@kinora/media/live/viewer-stream.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { takeHandedOver } from "../live/host/handover.ts";
import { LiveHost } from "../live/host/live-host.ts";
import { otherHosts } from "../live/host/placement.ts";
import { listenForPublishers } from "../live/ingest/rtmp/server.ts";
import { listenForSrt } from "../live/ingest/srt/server.ts";
import { serveWhip } from "../live/ingest/whip/whip-routes.ts";
import { WhipSessions } from "../live/ingest/whip/whip-sessions.ts";
import { serveLiveMedia } from "../live/media-routes.ts";
import { HostPort } from "../live/rtc/host-port.ts";
import { streamKeyOf } from "../live/streams/keys.ts";
import { serveWhep } from "../live/whep/whep-routes.ts";
import { WhepSessions } from "../live/whep/whep-sessions.ts";
import type { Config } from "../platform/config.ts";
import { EVERYWHERE } from "../platform/http/both-families.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { requestTracing } from "../platform/http/traced-requests.ts";
import { afterStart } from "../platform/process/after-start.ts";
import { serviceHealth } from "../platform/process/checks.ts";
import type { RunningRole } from "../platform/process/running-role.ts";
import { Refusal } from "../platform/refusal.ts";
import { isInternal } from "../platform/secrets/internal-token.ts";
import type { LiveHostConfig, WhipConfig } from "../platform/settings/ingest.ts";

/** Edges ask for each part of a livestream: only what belongs to a trace is traced. */
const PLAYERS_ASK = { begins: false };

/** Receives published streams, packages them, and serves the edges: over loopback, or on the address that other machines reach. */
export async function start(given: Services): Promise<RunningRole> {
  const name = await keptName(given.config);
  const services = { ...given, config: { ...given.config, liveHost: { ...given.config.liveHost, name } } };
  const { config, log } = services;
  await requireDistinctAddress(services);
  const host = new LiveHost(services);
  const app = createHttpServer({
    name: "live",
    config,
    log,
    ...serviceHealth(services),
    metrics: services.metrics,
    ...requestTracing(services, PLAYERS_ASK),
  });
  const rtc = config.whip && useWebRtc(services, host, config.whip);
  const edges = config.liveHost.internal
    ? await serveOtherMachines(services, host, config.liveHost.internal, rtc)
    : null;
  if (!edges) {
    serveLiveMedia(app, host);
    if (rtc) await serveWebRtc(app, services, host, rtc);
  }
  await app.listen({ port: Number(process.env["KINORA_HEALTH_PORT"] ?? 0), host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const proxies = config.rtmpProxyProtocol ? { proxies: config.trustedProxies } : {};
  const doors = { host: EVERYWHERE, port: config.ports.rtmp, secure: config.rtmps?.listens ?? null, ...proxies };
  const rtmp = await listenForPublishers(doors, host.admit, log);
  const keyOf = (hash: string) => streamKeyOf(services, hash);
  const parts = { admit: host.admit, keyOf, open: openTransportStream, log };
  const srt = config.srt && (await listenForSrt(EVERYWHERE, config.srt.port, parts));
  const callOff = afterStart(mediaCapabilities, (error) =>
    log.warn({ err: error }, "could not detect the media tools; livestreams cannot be encoded yet"),
  );
  await host.begin(config.liveHost.internal?.url ?? `http://127.0.0.1:${port}`, rtmp.ownPort);
  return {
    async close() {
      callOff();
      await rtmp.close();
      await srt?.close();
      await rtc?.close();
      await host.close();
      await edges?.close();
      await app.close();
    },
  };
}

/** The sessions of publishers and viewers over WebRTC. */
interface WebRtc {
  whip: WhipSessions;
  whep: WhepSessions;
  close(): Promise<void>;
}

/** Nothing is loaded and no port is open before the first session. */
function useWebRtc({ config, log }: Services, host: LiveHost, { viewers, ...whipConfig }: WhipConfig): WebRtc {
  const { hostname } = new URL(config.urls.rtmp);
  const port = new HostPort(whipConfig, hostname, log);
  const whip = new WhipSessions({ port, admit: host.admit, open: openRtcStream, log });
  const whep = new WhepSessions({ port, most: viewers, find: (hash) => host.find(hash), open: openViewerStream, log });
  return {
    whip,
    whep,
    async close() {
      whip.close();
      whep.close();
      await port.close();
    },
  };
}

async function serveWebRtc(app: FastifyInstance, services: Services, host: LiveHost, rtc: WebRtc): Promise<void> {
  await serveWhip(app, services, rtc.whip);
  await serveWhep(app, services, host, rtc.whep);
}

/**
 * The name of this live host: its journals are in the data folder, so the folder keeps the name when the machine has another one,
 * as a new container.
 */
async function keptName({ dataDir, liveHost }: Config): Promise<string> {
  if (liveHost.internal) return liveHost.name;
  const file = join(dataDir, "live/host");
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== "ENOENT") throw problem;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${liveHost.name}\n`);
  return liveHost.name;
}

/** @throws Error for a second live host of an installation, while this one or the other would be asked on loopback. */
async function requireDistinctAddress({ db, config }: Services): Promise<void> {
  const others = await otherHosts({ db, config });
  const unreachable = others.find(
    ({ url }) => config.liveHost.internal === null || new URL(url).hostname === "127.0.0.1",
  );
  if (unreachable)
    throw new Error(
      `The live role of ${unreachable.host} runs as well: set KINORA_LIVE_INTERNAL_URL on every machine with a live role, so that edges reach each of them.`,
    );
}

/** Serves edges, APIs and live hosts of all machines, which have the installation's secrets. */
export async function serveOtherMachines(
  services: Services,
  live: LiveHost,
  { host, port }: NonNullable<LiveHostConfig["internal"]>,
  rtc: WebRtc | null = null,
): Promise<FastifyInstance> {
  const { config, log, secrets } = services;
  const app = createHttpServer({
    name: "live",
    config,
    log,
    checks: {},
    ...requestTracing(services, PLAYERS_ASK),
  });
  app.addHook("onRequest", async ({ headers, url }) => {
    if (url.startsWith("/live/") && !isInternal(secrets, headers.authorization))
      throw new Refusal("unauthenticated", "Only roles of this installation can read live media here.");
  });
  serveLiveMedia(app, live);
  takeHandedOver(app, { secrets }, live.admit);
  if (rtc) await serveWebRtc(app, services, live, rtc);
  await app.listen({ host, port });
  return app;
}
