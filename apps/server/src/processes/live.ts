import type { AddressInfo } from "node:net";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import type { Services } from "../context.ts";
import { LiveHost } from "../live/host/live-host.ts";
import { listenForPublishers } from "../live/ingest/rtmp/server.ts";
import { listenForSrt } from "../live/ingest/srt/server.ts";
import { serveLiveMedia } from "../live/media-routes.ts";
import { streamKeyOf } from "../live/streams/keys.ts";
import { EVERYWHERE } from "../platform/http/both-families.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { serviceChecks } from "../platform/process/checks.ts";
import type { RunningRole } from "../platform/process/running-role.ts";

/** Receives published streams, packages them, and serves the edges over loopback. */
export async function start(services: Services): Promise<RunningRole> {
  const { config, log } = services;
  const host = new LiveHost(services);
  const app = createHttpServer({
    name: "live",
    config,
    log,
    checks: serviceChecks(services),
    metrics: services.metrics,
  });
  serveLiveMedia(app, host);
  await app.listen({ port: Number(process.env["KINORA_HEALTH_PORT"] ?? 0), host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const doors = { host: EVERYWHERE, port: config.ports.rtmp, secure: config.rtmps?.listens ?? null };
  const rtmp = await listenForPublishers(doors, host.admit, log);
  const keyOf = (hash: string) => streamKeyOf(services, hash);
  const parts = { admit: host.admit, keyOf, open: openTransportStream, log };
  const srt = config.srt && (await listenForSrt(EVERYWHERE, config.srt.port, parts));
  mediaCapabilities().catch((error: unknown) =>
    log.warn({ err: error }, "could not detect the media tools; livestreams cannot be encoded yet"),
  );
  await host.begin(`http://127.0.0.1:${port}`, rtmp.port);
  return {
    async close() {
      await rtmp.close();
      await srt?.close();
      await host.close();
      await app.close();
    },
  };
}
